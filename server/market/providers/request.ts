// Sends one request to a provider, with a time limit and a size limit, and returns every failure as a value.
import { errorCode } from '../../errors.ts'
import { readBody } from '../../http/fetch-json.ts'
import type { Failure } from './provider.ts'

export type Answer =
  | { readonly kind: 'json'; readonly json: unknown }
  | { readonly kind: 'refused'; readonly retryAt: number | null }
  | {
      readonly kind: 'failed'
      readonly failure: Failure
      readonly mayPass: boolean
      readonly retryAt: number | null
    }

export interface RequestOptions {
  readonly headers: Record<string, string>
  readonly timeLimitMs: number
  readonly now: () => number
  /** Maps a status that has a special meaning at this provider to a failure; null for all others. */
  readonly explain: (status: number, text: string) => Failure | null
}

const bytesMax = 10_000_000

export async function request(url: string, options: RequestOptions): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: options.headers,
      // API keys are sent in custom headers, which fetch would forward to the host of a redirect.
      redirect: 'manual',
      // Limits the reading of the body as well.
      signal: AbortSignal.timeout(options.timeLimitMs),
    })
    const retryAt = retryTime(response.headers, options.now())
    if (response.status === 429) {
      await response.body?.cancel()
      return { kind: 'refused', retryAt }
    }
    const text = (await readBody(response, bytesMax))?.toString('utf8')
    if (text === undefined) return failed('bad_data', `more than ${bytesMax} bytes`)
    if (response.ok) return readJson(text)
    return readProblem(response.status, text, retryAt, options)
  } catch (error) {
    return failed('unavailable', describe(error), true)
  }
}

function readProblem(
  status: number,
  text: string,
  retryAt: number | null,
  { explain }: RequestOptions,
): Answer {
  const failure = explain(status, text)
  if (failure) return { kind: 'failed', failure, mayPass: false, retryAt: null }
  return failed('unavailable', `answered ${status}`, status === 408 || status >= 500, retryAt)
}

function readJson(text: string): Answer {
  try {
    return { kind: 'json', json: JSON.parse(text) }
  } catch {
    const isPage = text.trimStart().startsWith('<')
    return failed('bad_data', isPage ? 'a web page instead of JSON' : 'broken JSON')
  }
}

function retryTime(headers: Headers, now: number): number | null {
  const after = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(after)) return now + Number(after) * 1000
  const date = Date.parse(after)
  if (!Number.isNaN(date)) return date
  const reset = headers.get('x-ratelimit-reset')?.trim() ?? ''
  return /^\d{1,11}$/.test(reset) ? Number(reset) * 1000 : null
}

function failed(
  kind: 'unavailable' | 'bad_data',
  reason: string,
  mayPass = false,
  retryAt: number | null = null,
): Answer {
  return { kind: 'failed', failure: { kind, reason }, mayPass, retryAt }
}

/** Uses only the name and code of the error: its message may quote an invalid header, and so the API key. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  if (error.name === 'TimeoutError') return 'no whole answer within the time limit'
  const code = errorCode(error.cause)
  return /^[A-Z_]{2,40}$/.test(code) ? `the connection failed: ${code}` : 'the request failed'
}
