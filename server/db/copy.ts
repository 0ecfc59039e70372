// Streams whole tables in and out with PostgreSQL's COPY, holding only a few chunks in memory.
import { once } from 'node:events'
import { Readable } from 'node:stream'

import pg from 'pg'

/** Methods of the driver that its types leave out. */
declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Uint8Array): void
    endCopyFrom(): void
    sendCopyFail(reason: string): void
  }
}

/** PostgreSQL sends one message per row; they are collected into chunks of this size. */
const chunkBytes = 65_536

/** The rows of a `copy ... to stdout`. After a destroy, the remaining rows are read and dropped. */
export class CopyOut implements pg.Submittable {
  readonly rows: Readable
  readonly #statement: string
  #connection: pg.Connection | undefined
  #chunk = Buffer.allocUnsafeSlow(chunkBytes)
  #filled = 0

  constructor(statement: string) {
    this.#statement = statement
    const resume = () => this.#connection?.stream.resume()
    this.rows = new Readable({
      // Object mode, because a byte stream would concatenate the buffered chunks.
      objectMode: true,
      highWaterMark: 2,
      read: resume,
      destroy: (error, done) => {
        resume()
        done(error)
      },
    })
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  /** Copies the row, because the driver may reuse its buffer. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.rows.destroyed) return
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.copy(this.#chunk, this.#filled, from)
      from += taken
      this.#filled += taken
      if (this.#filled === chunkBytes) this.#push()
    }
  }

  handleCommandComplete(): void {
    if (!this.rows.destroyed && this.#filled > 0) this.#push()
  }

  handleReadyForQuery(): void {
    this.rows.push(null)
  }

  handleError(error: Error): void {
    this.rows.destroy(error)
  }

  #push(): void {
    const wantsMore = this.rows.push(this.#chunk.subarray(0, this.#filled))
    this.#chunk = Buffer.allocUnsafeSlow(chunkBytes)
    this.#filled = 0
    if (!wantsMore) this.#connection?.stream.pause()
  }
}

/** Writes the chunks by a `copy ... from stdin`; `done` is the number of rows. */
export class CopyIn implements pg.Submittable {
  readonly done: Promise<number>
  readonly #statement: string
  readonly #chunks: AsyncIterable<Uint8Array>
  readonly #settle = Promise.withResolvers<number>()
  /** Aborted once the database has refused a row or is gone. */
  readonly #over = new AbortController()
  #failure: unknown
  #rows = 0

  constructor(statement: string, chunks: AsyncIterable<Uint8Array>) {
    this.#statement = statement
    this.#chunks = chunks
    this.done = this.#settle.promise
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: pg.Connection): void {
    void this.#send(connection)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(text.split(' ')[1])
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#rows)
  }

  /** After a failed read of the chunks, the database's error only repeats our CopyFail. */
  handleError(error: Error): void {
    this.#over.abort()
    this.#settle.reject(this.#failure ?? error)
  }

  async #send(connection: pg.Connection): Promise<void> {
    const { signal } = this.#over
    try {
      for await (const chunk of this.#chunks) {
        if (signal.aborted) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal })
      }
      if (!signal.aborted) connection.endCopyFrom()
    } catch (error) {
      if (signal.aborted) return
      this.#failure = error
      connection.sendCopyFail('the rows cannot be read')
    }
  }
}
