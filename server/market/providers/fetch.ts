// The one way to ask a provider, and the only place that decides whether to ask again.
import { setTimeout as sleep } from 'node:timers/promises'

import type { ZodMiniType } from 'zod/mini'

import type { Asked, Failure, Surroundings } from './provider.ts'
import { request, type Answer } from './request.ts'

export type Ask = <T>(
  path: string,
  query: Record<string, string>,
  schema: ZodMiniType<T>,
  /** For requests that their caller repeats at its own pace. */
  manner?: 'once',
) => Promise<Asked<T>>

export interface Manners {
  readonly name: string
  readonly headers: Record<string, string>
  readonly explain: (status: number, text: string) => Failure | null
}

const retriesMax = 2
const timeLimitMs = 5_000
const backoffMs = 400
// A person waits for some of the answers; a longer pause is left to the next refresh.
const pauseMaxMs = 5_000

export function createAsk(manners: Manners, surroundings: Surroundings): Ask {
  const { now, random, log, wait = sleep } = surroundings
  const root = surroundings.baseUrl.replace(/\/+$/, '')
  const circuit = createCircuit(now)
  const options = { timeLimitMs, ...surroundings, ...manners }

  async function attempt(url: string, retries: number): Promise<Attempt> {
    const begun = circuit.begin()
    const answer = await request(url, options)
    surroundings.onCall?.(resultOf[answer.kind])
    if (answer.kind === 'refused') {
      const retryAt = circuit.refused(begun, answer.retryAt)
      return { asked: rateLimited(retryAt), retryInMs: pauseMs(retryAt, now(), random()) }
    }
    // After a lost connection or an overloaded server it is unknown whether the limit would have held.
    if (answer.kind === 'json' || !answer.mayPass) circuit.answered(begun)
    return read(answer, retries, now(), random())
  }

  async function fetchJson(path: string, url: string, retriesAllowed: number) {
    for (let retries = 0; ; retries += 1) {
      const quietUntil = circuit.quietUntil()
      // Not logged: the refusal that began the silence was.
      if (quietUntil !== null) return rateLimited(quietUntil)
      const { asked, retryInMs } = await attempt(url, retries)
      if (asked.ok) return asked
      if (retryInMs === null || retries === retriesAllowed) return logged(path, asked)
      await wait(retryInMs)
    }
  }

  function logged<T extends { ok: false; failure: Failure }>(path: string, asked: T): T {
    // What is not permitted may be asked for in another way; the caller that does so logs the outcome.
    if (asked.failure.kind !== 'not_permitted') {
      log.warn({ provider: manners.name, path, ...asked.failure }, 'no prices from the provider')
    }
    return asked
  }

  return async (path, query, schema, manner) => {
    const url = `${root}${path}?${new URLSearchParams(query).toString()}`
    const asked = await fetchJson(path, url, manner === 'once' ? 0 : retriesMax)
    if (!asked.ok) return asked
    const parsed = schema.safeParse(asked.value)
    if (parsed.success) return { ok: true, value: parsed.data }
    const place = parsed.error.issues[0]?.path.join('.').slice(0, 80) ?? ''
    return logged(path, failed({ kind: 'bad_data', reason: `not as expected at ${place}` }))
  }
}

const resultOf = { json: 'answered', refused: 'refused', failed: 'failed' } as const

/** What one request led to; null means that asking again at once is of no use. */
interface Attempt {
  readonly asked: Asked<unknown>
  readonly retryInMs: number | null
}

function read(
  answer: Exclude<Answer, { kind: 'refused' }>,
  retries: number,
  now: number,
  dice: number,
): Attempt {
  if (answer.kind === 'json') return { asked: { ok: true, value: answer.json }, retryInMs: null }
  const asked = failed(answer.failure)
  if (!answer.mayPass) return { asked, retryInMs: null }
  if (answer.retryAt !== null) return { asked, retryInMs: pauseMs(answer.retryAt, now, dice) }
  return { asked, retryInMs: backoffMs * 2 ** retries * (0.5 + dice / 2) }
}

// A little later than told, because timers may be a little early.
function pauseMs(retryAt: number, now: number, dice: number): number | null {
  const pause = Math.max(0, retryAt - now)
  return pause <= pauseMaxMs ? pause + 10 + 240 * dice : null
}

function rateLimited(retryAt: number): { ok: false; failure: Failure } {
  return failed({ kind: 'rate_limited', retryAt, reason: 'answered 429' })
}

function failed(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure }
}

/** Remembers that a provider asked for quiet, so that no request is made too early. */
interface Circuit {
  /** Null when it may be asked. */
  quietUntil(): number | null
  /** To be called before each request; what it gives is handed back with the outcome. */
  begin(): number
  /** A 429, with the time that the provider named; gives the time to ask again. */
  refused(begun: number, toldRetryAt: number | null): number
  /** Any other answer, which shows that the provider lets us through. */
  answered(begun: number): void
}

const refusalsMax = 3
const openMs = 15 * 60_000
// Limits are counted by the minute where they are documented at all.
const untoldMs = 60_000
// A wrong header must not silence us for years.
const toldMaxMs = 3_600_000

function createCircuit(now: () => number): Circuit {
  let until = 0
  let refusalsInRow = 0
  // A few requests are under way at once. When the limit is reached all of them are refused, and
  // that is one refusal, so only requests that began after the last one are counted.
  let generation = 0
  return {
    quietUntil: () => (now() < until ? until : null),
    begin: () => generation,
    refused: (begun, toldRetryAt) => {
      const told = Math.min(toldRetryAt ?? now() + untoldMs, now() + toldMaxMs)
      if (begun === generation) {
        generation += 1
        refusalsInRow += 1
      }
      until = Math.max(until, told, refusalsInRow >= refusalsMax ? now() + openMs : 0)
      return until
    },
    answered: (begun) => {
      if (begun === generation) refusalsInRow = 0
    },
  }
}
