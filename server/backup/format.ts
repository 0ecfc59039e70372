// What a backup file is: gzip around a mark, frames (a header, then each table with its rows, then the end), and a SHA-256.
import { createHash } from 'node:crypto'

import { z } from 'zod'

/** The first bytes inside. */
export const mark = Buffer.from('tengrand backup\n')
/** Of everything inside that comes before it. */
export const digestBytes = 32
export const formatVersion = 1

/** One byte of kind, four of length, and the payload. */
export const frameHeadBytes = 5
const payloadBytesMax = 64 * 1024 * 1024

const kinds = { header: 'H', table: 'T', rows: 'R', end: 'E' } as const
type Kind = keyof typeof kinds

export interface Frame {
  readonly kind: Kind
  readonly payload: Buffer
}

/** All names are quoted and have their schema, as SQL wants them. */
const tableSchema = z.object({
  name: z.string(),
  schema: z.string(),
  /** Those that are written; the database computes the others. */
  columns: z.array(z.string()),
  /** Only for a table that no migration makes: how to make it, and what to do when its rows are there. */
  make: z.array(z.string()),
  finish: z.array(z.string()),
  /** References to other tables, to be made when all have their rows. */
  references: z.array(z.string()),
})

export type BackupTable = z.infer<typeof tableSchema>

/** The table as COPY names it, with the columns in their order; there are tables without any. */
export const copied = ({ name, columns }: BackupTable): string =>
  columns.length === 0 ? name : `${name} (${columns.join(', ')})`

const headerSchema = z.object({
  format: z.literal(formatVersion),
  /** The moment of which everything is, by the clock of the database. */
  at: z.string(),
  /** The migrations that the database had, in order; the last is the version of its schema. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
})

export type BackupHeader = z.infer<typeof headerSchema>

const endSchema = z.object({
  /** In the order of the tables. */
  rows: z.array(z.number()),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})

export type BackupEnd = z.infer<typeof endSchema>

export const parseHeader = ({ payload }: Frame): BackupHeader =>
  headerSchema.parse(JSON.parse(payload.toString()))

export const parseEnd = ({ payload }: Frame): BackupEnd =>
  endSchema.parse(JSON.parse(payload.toString()))

/** The format of a header that may be of a later version. */
export function formatOf({ payload }: Frame): number {
  return z.object({ format: z.number() }).parse(JSON.parse(payload.toString())).format
}

export const headerFrame = (header: BackupHeader): Buffer[] =>
  frameOf('header', Buffer.from(JSON.stringify(header)))

/** Says that the rows of the next table follow. */
export const tableFrame = (): Buffer[] => frameOf('table', Buffer.alloc(0))

export const endFrame = (end: BackupEnd): Buffer[] =>
  frameOf('end', Buffer.from(JSON.stringify(end)))

/** In two parts, so that rows are not copied. */
export function frameOf(kind: Kind, payload: Buffer): Buffer[] {
  const head = Buffer.alloc(frameHeadBytes)
  head.write(kinds[kind], 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return [head, payload]
}

/** The frames of what was unpacked; the mark before and the digest behind them were looked at already. */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const bytes = new Bytes(chunks[Symbol.asyncIterator]())
  await bytes.take(mark.length)
  for (;;) {
    const head = await bytes.take(frameHeadBytes)
    const kind = kindOf(head)
    const length = head.readUInt32BE(1)
    if (length > payloadBytesMax) throw new RangeError('A frame is too long.')
    // Rows are handed on as they come, in pieces that need not be copied.
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

/** A stream of chunks, taken in pieces of wanted lengths. */
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

  /** So many bytes, in as many pieces as they come in. */
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

/** Hands everything on, and the digest of it at the end. */
export async function* withDigest(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

/** Whether the last bytes are the digest of all that are before them. */
export async function isDigestRight(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  const hash = createHash('sha256')
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const ends = Buffer.concat([tail, chunk.subarray(-digestBytes)])
    // What is followed by as many bytes as a digest has is not part of it.
    const sure = Math.max(0, tail.length + chunk.length - digestBytes)
    hash.update(tail.subarray(0, sure))
    hash.update(chunk.subarray(0, Math.max(0, chunk.length - digestBytes)))
    tail = ends.subarray(-digestBytes)
  }
  return tail.equals(hash.digest())
}
