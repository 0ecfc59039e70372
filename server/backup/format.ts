// The format of a backup file: gzip around magic bytes, frames (header, each table with its rows, end) and a SHA-256.
import { createHash } from 'node:crypto'

import { z } from 'zod'

/** The first bytes of the unpacked content. */
export const mark = Buffer.from('tengrand backup\n')
/** The SHA-256 of everything before it. */
export const digestBytes = 32
export const formatVersion = 1

/** The head of a frame: one byte for the kind, four for the length of the payload. */
export const frameHeadBytes = 5
const payloadBytesMax = 64 * 1024 * 1024

const kinds = { header: 'H', table: 'T', rows: 'R', end: 'E' } as const
type Kind = keyof typeof kinds

export interface Frame {
  readonly kind: Kind
  readonly payload: Buffer
}

/** All names are quoted and qualified for SQL. */
const tableSchema = z.object({
  name: z.string(),
  schema: z.string(),
  /** All columns except generated ones. */
  columns: z.array(z.string()),
  /** For a table that no migration creates: the statements before and after loading its rows. */
  make: z.array(z.string()),
  finish: z.array(z.string()),
  /** The foreign keys, added after all tables are loaded. */
  references: z.array(z.string()),
})

export type BackupTable = z.infer<typeof tableSchema>

/** The table and its columns for COPY; a table may have no columns. */
export const copied = ({ name, columns }: BackupTable): string =>
  columns.length === 0 ? name : `${name} (${columns.join(', ')})`

const headerSchema = z.object({
  format: z.literal(formatVersion),
  /** The time of the snapshot, by the database's clock. */
  at: z.string(),
  /** The applied migrations in order; the last one is the version of the schema. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
})

export type BackupHeader = z.infer<typeof headerSchema>

const endSchema = z.object({
  /** The number of rows per table, in the order of the tables. */
  rows: z.array(z.number()),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})

export type BackupEnd = z.infer<typeof endSchema>

export const parseHeader = ({ payload }: Frame): BackupHeader =>
  headerSchema.parse(JSON.parse(payload.toString()))

export const parseEnd = ({ payload }: Frame): BackupEnd =>
  endSchema.parse(JSON.parse(payload.toString()))

/** The format version of a header, which may be newer than this one. */
export const formatOf = ({ payload }: Frame): number =>
  z.object({ format: z.number() }).parse(JSON.parse(payload.toString())).format

export const jsonFrame = (kind: Kind, value: BackupHeader | BackupEnd): Buffer[] =>
  frameOf(kind, Buffer.from(JSON.stringify(value)))

/** Returns head and payload as two buffers, so that rows are not copied. */
export function frameOf(kind: Kind, payload: Buffer): Buffer[] {
  const head = Buffer.alloc(frameHeadBytes)
  head.write(kinds[kind], 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return [head, payload]
}

/** The frames of the unpacked content, whose mark and digest were checked before. */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const bytes = new Bytes(chunks[Symbol.asyncIterator]())
  await bytes.take(mark.length)
  for (;;) {
    const head = await bytes.take(frameHeadBytes)
    const kind = kindOf(head)
    const length = head.readUInt32BE(1)
    if (length > payloadBytesMax) throw new RangeError('A frame is too long.')
    // Rows are yielded as they arrive, without copying.
    if (kind === 'rows') {
      for await (const payload of bytes.pieces(length)) yield { kind, payload }
    } else yield { kind, payload: await bytes.take(length) }
    if (kind === 'end') return
  }
}

function kindOf(head: Buffer): Kind {
  const letter = head.toString('latin1', 0, 1)
  const found = (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind] === letter)
  if (found === undefined) throw new RangeError('A frame is of no kind that there is.')
  return found
}

/** Reads pieces of given lengths from a stream of chunks. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source
  }

  async take(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    let has = this.#rest.length
    while (has < length) {
      const next = await this.#read()
      parts.push(next)
      has += next.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }

  /** The given number of bytes, in the pieces in which they arrive. */
  async *pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) this.#rest = await this.#read()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async #read(): Promise<Buffer> {
    const { value, done } = await this.#source.next()
    if (done === true) throw new RangeError('The frames end too early.')
    return value
  }
}

/** Passes all chunks on and appends their digest. */
export async function* withDigest(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

/** Whether the last bytes are the digest of all bytes before them. */
export async function isDigestRight(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  const hash = createHash('sha256')
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const ends = Buffer.concat([tail, chunk.subarray(-digestBytes)])
    // Bytes that are followed by at least a digest's length belong to the content.
    const sure = Math.max(0, tail.length + chunk.length - digestBytes)
    hash.update(tail.subarray(0, sure))
    hash.update(chunk.subarray(0, Math.max(0, chunk.length - digestBytes)))
    tail = ends.subarray(-digestBytes)
  }
  return tail.equals(hash.digest())
}
