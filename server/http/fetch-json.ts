// Asks another server for something, within limits of time and size.

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

/** Throws where no JSON comes back. */
export async function fetchJson(url: string, { signal, body }: Asking = {}): Promise<Answered> {
  const response = await fetchWithin(url, {
    ...(body === undefined ? {} : posted(body)),
    signal: signal ?? null,
  })
  return { status: response.status, json: await response.json() }
}

const posted = (body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

/** With all of its body; an address that sends elsewhere is not followed. */
export async function fetchWithin(url: string, options: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs)
  const response = await fetch(url, {
    ...options,
    redirect: 'manual',
    // Stands for the body as well.
    signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
  })
  const body = await readBody(response, bytesMax)
  if (body === null) throw new Error(`The answer has more than ${bytesMax} bytes.`)
  const { status, headers } = response
  // Some answers, such as 204, may have none at all.
  return new Response(body.length === 0 ? null : body, { status, headers })
}

/** Null where it is longer than that. */
export async function readBody(
  response: Response,
  bytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let left = bytes
  // Counted after decompression; leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    left -= chunk.length
    if (left < 0) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
