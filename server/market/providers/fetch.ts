// Fetches JSON from a provider: validates it, retries, and pauses after a rate limit. No other code retries.
import { setTimeout as sleep } from 'node:timers/promises'

import type { ZodMiniType } from 'zod/mini'

import type { Failure, Fetched, ProviderContext } from './provider.ts'
import { request, type Answer } from './request.ts'

export type FetchJson = <T>(
  path: string,
  query: Record<string, string>,
  schema: ZodMiniType<T>,
  /** For callers that repeat the request at their own pace. */
  retries?: 'none',
) => Promise<Fetched<T>>

export interface ProviderHttp {
  readonly name: string
  readonly headers: Record<string, string>
  readonly explain: (status: number, text: string) => Failure | null
}

const retriesMax = 2
const timeLimitMs = 5_000
const backoffMs = 400
// People wait for some of these answers, so a longer pause is left to the next refresh.
const pauseMaxMs = 5_000

export function createFetch(http: ProviderHttp, context: ProviderContext): FetchJson {
  const { now, random, log, wait = sleep } = context
  const root = context.baseUrl.replace(/\/+$/, '')
  const circuit = createCircuit(now)
  const options = { timeLimitMs, ...context, ...http }

  async function attempt(url: string, retries: number): Promise<Attempt> {
    const begun = circuit.begin()
    const answer = await request(url, options)
    context.onCall?.(resultOf[answer.kind])
    if (answer.kind === 'refused') {
      const retryAt = circuit.refused(begun, answer.retryAt)
      return { fetched: rateLimited(retryAt), retryInMs: pauseMs(retryAt, now(), random()) }
    }
    // Other failures, such as a lost connection, do not show whether the rate limit still applies.
    if (answer.kind === 'json' || !answer.mayPass) circuit.answered(begun)
    return read(answer, retries, now(), random())
  }

  async function fetchWithRetries(path: string, url: string, retriesAllowed: number) {
    for (let retries = 0; ; retries += 1) {
      const quietUntil = circuit.quietUntil()
      // Not logged: the refusal that opened the circuit was.
      if (quietUntil !== null) return rateLimited(quietUntil)
      const { fetched, retryInMs } = await attempt(url, retries)
      if (fetched.ok) return fetched
      if (retryInMs === null || retries === retriesAllowed) return logged(path, fetched)
      await wait(retryInMs)
    }
  }

  function logged<T extends { ok: false; failure: Failure }>(path: string, fetched: T): T {
    // After 'not_permitted' the caller may try another feed, and logs the outcome itself.
    if (fetched.failure.kind !== 'not_permitted') {
      log.warn({ provider: http.name, path, ...fetched.failure }, 'no prices from the provider')
    }
    return fetched
  }

  return async (path, query, schema, retries) => {
    const url = `${root}${path}?${new URLSearchParams(query).toString()}`
    const fetched = await fetchWithRetries(path, url, retries === 'none' ? 0 : retriesMax)
    if (!fetched.ok) return fetched
    const parsed = schema.safeParse(fetched.value)
    if (parsed.success) return { ok: true, value: parsed.data }
    const field = parsed.error.issues[0]?.path.join('.').slice(0, 80) ?? ''
    return logged(path, failed({ kind: 'bad_data', reason: `not as expected at ${field}` }))
  }
}

const resultOf = { json: 'answered', refused: 'refused', failed: 'failed' } as const

interface Attempt {
  readonly fetched: Fetched<unknown>
  /** Null where a retry is of no use. */
  readonly retryInMs: number | null
}

function read(
  answer: Exclude<Answer, { kind: 'refused' }>,
  retries: number,
  now: number,
  dice: number,
): Attempt {
  if (answer.kind === 'json') return { fetched: { ok: true, value: answer.json }, retryInMs: null }
  const fetched = failed(answer.failure)
  if (!answer.mayPass) return { fetched, retryInMs: null }
  if (answer.retryAt !== null) return { fetched, retryInMs: pauseMs(answer.retryAt, now, dice) }
  return { fetched, retryInMs: backoffMs * 2 ** retries * (0.5 + dice / 2) }
}

// Slightly later than the requested time, because timers may fire a little early.
function pauseMs(retryAt: number, now: number, dice: number): number | null {
  const pause = Math.max(0, retryAt - now)
  return pause <= pauseMaxMs ? pause + 10 + 240 * dice : null
}

const rateLimited = (retryAt: number) =>
  failed({ kind: 'rate_limited', retryAt, reason: 'answered 429' })

const failed = (failure: Failure) => ({ ok: false, failure }) as const

const refusalsMax = 3
const openMs = 15 * 60_000
// Where providers document their limit at all, it is per minute.
const defaultPauseMs = 60_000
// A wrong header must not stop all requests for years.
const namedPauseMaxMs = 3_600_000

/** A circuit breaker: no request starts before the time in the provider's 429 response. */
function createCircuit(now: () => number) {
  let until = 0
  let refusalsInRow = 0
  // Several requests may be under way when the limit is reached, and all of them are refused. These count as one
  // refusal, so only requests that began after the last one are counted.
  let generation = 0
  return {
    quietUntil: (): number | null => (now() < until ? until : null),
    /** Called before each request; `refused` and `answered` expect the returned number. */
    begin: (): number => generation,
    /** Records a 429 and returns the time of the next request. */
    refused: (begun: number, namedRetryAt: number | null): number => {
      const retryAt = Math.min(namedRetryAt ?? now() + defaultPauseMs, now() + namedPauseMaxMs)
      if (begun === generation) {
        generation += 1
        refusalsInRow += 1
      }
      until = Math.max(until, retryAt, refusalsInRow >= refusalsMax ? now() + openMs : 0)
      return until
    },
    /** Records any other answer, which shows that the limit is not reached. */
    answered: (begun: number): void => {
      if (begun === generation) refusalsInRow = 0
    },
  }
}
