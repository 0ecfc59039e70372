// Asks an identity provider for a document, within limits of time and size.

const timeLimitMs = 5_000
const bytesMax = 256 * 1024

export interface Asking {
  readonly signal?: AbortSignal
  /** Sent as JSON; without it the document is only read. */
  readonly body?: object
}

export interface Answered {
  readonly status: number
  readonly json: unknown
}

/** Throws where no JSON comes back; an address that sends elsewhere is not followed. */
export async function fetchJson(url: string, { signal, body }: Asking = {}): Promise<Answered> {
  const limit = AbortSignal.timeout(timeLimitMs)
  const response = await fetch(url, {
    ...(body === undefined ? {} : posted(body)),
    redirect: 'manual',
    // Stands for the body as well.
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  })
  return { status: response.status, json: JSON.parse(await readText(response)) }
}

const posted = (body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Counted after decompression; leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`The answer has more than ${bytesMax} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
