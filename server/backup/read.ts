// Opens a backup file for reading, after a look through all of it: what is foreign, cut or damaged goes no further.
import { open, stat, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { errorCode, StartProblem } from '../errors.ts'
import {
  formatOf,
  formatVersion,
  isDigestRight,
  mark,
  parseHeader,
  readFrames,
  type BackupHeader,
  type Frame,
} from './format.ts'

const chunkBytes = 65_536

export interface Backup {
  readonly header: BackupHeader
  /** What follows the header. */
  readonly frames: AsyncIterator<Frame>
}

/** The file is open until the work is done, so that it is the one that was looked through. */
export async function withBackup<T>(
  file: string,
  work: (backup: Backup) => Promise<T>,
): Promise<T> {
  await refuseOtherThanFile(file)
  await using handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  await refuseForeign(handle, file)
  await refuseDamaged(handle, file)
  const frames = readFrames(unpacked(handle))
  const { value: first } = await frames.next()
  if (first?.kind !== 'header') throw foreign(file)
  if (formatOf(first) !== formatVersion) {
    throw new StartProblem(
      `${file} was made by a newer Tengrand, in a form that this one does not know. Restore it with that version, or a newer one.`,
    )
  }
  return await work({ header: parseHeader(first), frames })
}

/** Before it is opened: a folder opens and cannot be read, and a pipe would wait for its writer. */
async function refuseOtherThanFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  if (found.isFile()) return
  throw found.isDirectory()
    ? new StartProblem(`${file} is a folder and not a backup of Tengrand. Nothing was restored.`)
    : foreign(file)
}

const unreadable = (file: string, cause: unknown): StartProblem =>
  new StartProblem(`${file} cannot be read (${errorCode(cause)}).`, { cause })

/** What is packed and cannot be unpacked may have been one of ours. */
async function refuseForeign(handle: FileHandle, file: string): Promise<void> {
  const { buffer } = await handle.read(Buffer.alloc(gzipMark.length), 0, gzipMark.length, 0)
  if (!buffer.equals(gzipMark)) throw foreign(file)
  let seen: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of unpacked(handle)) {
      seen = Buffer.concat([seen, chunk])
      if (seen.length >= mark.length) break
    }
  } catch (error) {
    if (isUnpacking(error)) return
    throw error
  }
  if (!seen.subarray(0, mark.length).equals(mark)) throw foreign(file)
}

const gzipMark = Buffer.from([0x1f, 0x8b])

const foreign = (file: string): StartProblem =>
  new StartProblem(`${file} is not a backup of Tengrand. Nothing was restored.`)

async function refuseDamaged(handle: FileHandle, file: string): Promise<void> {
  const isWhole = await isDigestRight(unpacked(handle)).catch((error: unknown) => {
    if (isUnpacking(error)) return false
    throw error
  })
  if (isWhole) return
  throw new StartProblem(
    `${file} is damaged or was cut: its checksum is not that of its content. Nothing was restored.`,
  )
}

const isUnpacking = (error: unknown): boolean => errorCode(error).startsWith('Z_')

/** From the beginning. */
function unpacked(handle: FileHandle): AsyncIterable<Buffer> {
  const packed = Readable.from(chunksOf(handle), { objectMode: true, highWaterMark: 2 })
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  packed.on('error', (error) => gunzip.destroy(error))
  gunzip.on('close', () => packed.destroy())
  return packed.pipe(gunzip)
}

/** Not by a stream of the file, which would close it at its end. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafeSlow(chunkBytes)
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

/** The frames behind the header of a backup, a table at a time. */
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
