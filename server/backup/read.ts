// Opens a backup file for reading, after a check of the whole file: foreign and damaged files are refused.
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
  /** The frames after the header. */
  readonly frames: AsyncIterator<Frame>
}

/** The file stays open during the work, so that it is the one that was checked. */
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

/** Checked before opening: a folder opens without error, and a pipe would wait for its writer. */
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

/** A gzip file that cannot be unpacked may be a damaged backup, which the next check refuses. */
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

/** The unpacked content from the beginning. */
function unpacked(handle: FileHandle): AsyncIterable<Buffer> {
  const packed = Readable.from(chunksOf(handle), { objectMode: true, highWaterMark: 2 })
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  packed.on('error', (error) => gunzip.destroy(error))
  gunzip.on('close', () => packed.destroy())
  return packed.pipe(gunzip)
}

/** Reads the chunks without a file stream, which would close the file at its end. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafeSlow(chunkBytes)
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

/** Reads the frames after the header, one table at a time. */
export function openRows(frames: AsyncIterator<Frame>, signal: AbortSignal | undefined) {
  /** The frame after the last rows of a table, read ahead to detect their end. */
  let pending: Frame | undefined

  async function next(): Promise<Frame> {
    signal?.throwIfAborted()
    const { value, done } = await frames.next()
    if (done === true) throw new Error('The backup ends too early.')
    return value
  }

  async function take(kind: Frame['kind']): Promise<Frame> {
    const frame = pending ?? (await next())
    pending = undefined
    if (frame.kind !== kind) throw new Error(`The backup has ${frame.kind} in place of ${kind}.`)
    return frame
  }

  async function* rows(): AsyncGenerator<Uint8Array> {
    for (pending = await next(); pending.kind === 'rows'; pending = await next()) {
      yield pending.payload
    }
  }

  return {
    /** Must be read to its end before the next table. */
    nextTable: async (): Promise<AsyncIterable<Uint8Array>> => {
      await take('table')
      return rows()
    },
    end: () => take('end'),
  }
}
