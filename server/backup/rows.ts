// The frames behind the header of a backup, a table at a time.
import type { Frame } from './format.ts'

export class Rows {
  readonly #frames: AsyncIterator<Frame>
  readonly #signal: AbortSignal | undefined
  #next: Frame | undefined

  constructor(frames: AsyncIterator<Frame>, signal: AbortSignal | undefined) {
    this.#frames = frames
    this.#signal = signal
  }

  /** To be read to its end before the next one. */
  async nextTable(): Promise<AsyncIterable<Uint8Array>> {
    await this.#take('table')
    return this.#rows()
  }

  end(): Promise<Frame> {
    return this.#take('end')
  }

  async *#rows(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const frame = await this.#read()
      this.#next = frame
      if (frame.kind !== 'rows') return
      this.#next = undefined
      yield frame.payload
    }
  }

  async #take(kind: Frame['kind']): Promise<Frame> {
    const frame = this.#next ?? (await this.#read())
    this.#next = undefined
    if (frame.kind !== kind) throw new Error(`The backup has ${frame.kind} in place of ${kind}.`)
    return frame
  }

  async #read(): Promise<Frame> {
    this.#signal?.throwIfAborted()
    const { value, done } = await this.#frames.next()
    if (done === true) throw new Error('The backup ends too early.')
    return value
  }
}
