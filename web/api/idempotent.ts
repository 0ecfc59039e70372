// Requests that must not be carried out twice: the Idempotency-Key, which makes a retry safe, the retries themselves, and which
// errors end them.
import { ApiProblem } from './problem.ts'

/** A random UUID. The browser's own way to one is there only with encryption. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/**
 * Whether it is certain that the request was not carried out. The rate limit answers 429 before the key is looked up, so it
 * says nothing about an earlier try of the same request.
 */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  error.code !== 'misunderstood' &&
  error.status !== 429 &&
  (refusedLate.has(error.code) || (error.status >= 200 && error.status < 500))

/** Final refusals with a status of 500 or more. */
const refusedLate: ReadonlySet<string> = new Set(['no_price', 'price_stale'])

const retriesMax = 2
const pauseMs = 1200
/** A longer Retry-After is an error to show: nobody watches a busy button for so long. */
const patienceSeconds = 10

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

/** The pause before a retry; null where none would help, or not soon. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ApiProblem)) return null
  // The request or its answer was lost.
  if (error.code === 'network') return pauseMs
  const { status, retryAfterSeconds = Infinity } = error
  return status === 429 && retryAfterSeconds <= patienceSeconds ? retryAfterSeconds * 1000 : null
}
