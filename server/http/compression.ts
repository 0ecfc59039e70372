// Compression of answers: its levels, and long JSON answers whose cached pieces are compressed once.
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const level = 3

/** The options of @fastify/compress. Its default levels take three times as long for a tenth of the bytes. */
export const compression = {
  threshold: 1024,
  // Without event streams: compression would delay their messages.
  customTypes: /^(application\/(problem\+)?json|text\/(html|css|csv|plain))\b/,
  globalDecompression: false,
  zlibOptions: { level },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
}

/** Whether a request with this `accept-encoding` takes the encoding. */
export const accepts = (accepted: string, encoding: string): boolean =>
  new RegExp(String.raw`\b${encoding}\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))`).test(accepted)

const deflate = promisify(deflateRaw)

/** A piece of a JSON text. It is compressed when the first answer needs it, and that result is kept. */
export class JsonPiece {
  readonly text: Buffer
  #deflated: Promise<Buffer> | undefined

  constructor(json: string) {
    this.text = Buffer.from(json)
  }

  /** Ends at a byte boundary without a last block, so that other pieces can follow. */
  deflated(): Promise<Buffer> {
    this.#deflated ??= deflate(this.text, { level, finishFlush: constants.Z_SYNC_FLUSH })
    return this.#deflated
  }
}

/** An answer as JSON. Not parsed: the contract checks only its type. */
export class SerializedAnswer {
  readonly #pieces: readonly JsonPiece[]

  constructor(...pieces: readonly JsonPiece[]) {
    this.#pieces = pieces
  }

  text(): Buffer {
    return Buffer.concat(this.#pieces.map(({ text }) => text))
  }

  /** The format of RFC 1952 around the compressed pieces. */
  async gzip(): Promise<Buffer> {
    const blocks = await Promise.all(this.#pieces.map((piece) => piece.deflated()))
    const tail = Buffer.alloc(8)
    tail.writeUInt32LE(this.#pieces.reduce((sum, { text }) => crc32(text, sum), 0))
    tail.writeUInt32LE(
      this.#pieces.reduce((length, { text }) => length + text.length, 0),
      4,
    )
    return Buffer.concat([gzipHead, ...blocks, emptyLastBlock, tail])
  }
}

/** Deflate, without a name, a time and a system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const emptyLastBlock = Buffer.from([3, 0])
