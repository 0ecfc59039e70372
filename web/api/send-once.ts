// Sending what must not be done twice: under a key that makes it safe to send again, and again by itself where nothing was heard.
import { ApiProblem } from './problem.ts'

/** A random UUID. The browser's own way to one is there only with encryption. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/**
 * Whether it is certain that it was not done. Too many requests is said before anybody looks whether this one was
 * carried out already, so it says nothing about one that was sent before.
 */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  error.code !== 'misunderstood' &&
  error.status !== 429 &&
  (refusedLate.has(error.code) || (error.status >= 200 && error.status < 500))

/** Decided, although the status says that it is the server's fault. */
const refusedLate: ReadonlySet<string> = new Set(['no_price', 'price_stale'])

const retriesMax = 2
const pauseMs = 1200
/** Longer than this nobody looks at a button that turns. */
const patienceSeconds = 10

/** Rejects with what became of it. */
export async function sendPatiently<T>(send: () => Promise<T>, retries = retriesMax): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const pause = pauseAfter(error)
    if (retries === 0 || pause === null) throw error
    await new Promise<void>((done) => {
      const endPause = (): void => done()
      setTimeout(endPause, pause)
    })
    return sendPatiently(send, retries - 1)
  }
}

/** Before the same is sent again; null where that would not help, or not soon. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ApiProblem)) return null
  // It did not reach the server, or the answer did not reach us.
  if (error.code === 'network') return pauseMs
  const { status, retryAfterSeconds = Infinity } = error
  return status === 429 && retryAfterSeconds <= patienceSeconds ? retryAfterSeconds * 1000 : null
}
