// Requests that must not be executed twice: their Idempotency-Key, their retries, and the refusals that are final.
import { ApiProblem } from './problem.ts'

/** A random UUID; `crypto.randomUUID` exists only over https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/**
 * Whether the request was certainly not executed. Some refusals do not prove that: the server checks the token and the rate
 * limit before the key, so an earlier try may have been executed, and a page of a proxy says nothing about the server.
 */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  error.code !== 'misunderstood' &&
  error.code !== 'unexpected' &&
  !refusedBeforeKey.has(error.status) &&
  (refusedLate.has(error.code) || (error.status >= 200 && error.status < 500))

const refusedBeforeKey: ReadonlySet<number> = new Set([401, 403, 408, 425, 429])

/** The codes of final refusals with a status of 500 or more. */
const refusedLate: ReadonlySet<string> = new Set(['no_price', 'price_stale'])

const retriesMax = 2
const pauseMs = 1200
/** After a longer Retry-After the error is shown instead. */
const retryAfterSecondsMax = 10

/** Rejects with the last error. */
export async function sendWithRetry<T>(send: () => Promise<T>, retries = retriesMax): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const pause = pauseAfter(error)
    if (retries === 0 || pause === null) throw error
    await new Promise<void>((done) => {
      const endPause = (): void => done()
      setTimeout(endPause, pause)
    })
    return sendWithRetry(send, retries - 1)
  }
}

/** The pause before a retry in ms; null where no retry is useful. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ApiProblem)) return null
  // The request or its answer was lost.
  if (error.code === 'network') return pauseMs
  const { status, retryAfterSeconds = Infinity } = error
  return status === 429 && retryAfterSeconds <= retryAfterSecondsMax
    ? retryAfterSeconds * 1000
    : null
}
