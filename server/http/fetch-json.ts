// Sends requests to other servers, with a time-out and a limit of the response size.

const timeLimitMs = 5_000
const bytesMax = 256 * 1024

export interface Answered {
  readonly status: number
  readonly json: unknown
}

const json = { 'content-type': 'application/json' }

/** Posts the body as JSON, or gets the document without one. Throws where the response is no JSON. */
export async function fetchJson(
  url: string,
  { signal = null, body }: { readonly signal?: AbortSignal | null; readonly body?: object },
): Promise<Answered> {
  const post = body && { method: 'POST', body: JSON.stringify(body), headers: json }
  const response = await fetchWithin(url, { ...post, signal })
  return { status: response.status, json: await response.json() }
}

/** Reads the whole body. Does not follow redirects. */
export async function fetchWithin(url: string, options: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs)
  const response = await fetch(url, {
    ...options,
    redirect: 'manual',
    // The time limit includes reading the body.
    signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
  })
  const body = await readBody(response, bytesMax)
  if (body === null) throw new Error(`The answer has more than ${bytesMax} bytes.`)
  const { status, headers } = response
  // Response refuses a body for some statuses, such as 204.
  return new Response(body.length === 0 ? null : body, { status, headers })
}

/** Null where the body is longer than the limit. */
export async function readBody(
  response: Response,
  bytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let left = bytes
  // Counts decompressed bytes; leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    left -= chunk.length
    if (left < 0) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
