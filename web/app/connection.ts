// Notices that the server cannot be reached, tries until it can, and then has everything on the screen asked for again.
import type { QueryClient } from '@tanstack/react-query'
import * as healthCalls from '@tengrand/contract/health.ts'

import { ApiProblem } from '../api/problem.ts'
import { call } from '../api/client.ts'
import { connectionDoubt } from '../browser/connection-state.ts'

const pauseMs = { first: 2_000, longest: 30_000 }

export function watchConnection(client: QueryClient, onLost: (lost: boolean) => void): () => void {
  let lost = false
  /** Something may have been missed since it was asked for. */
  let mayBeOld = false
  let pause = pauseMs.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  const set = (next: boolean): void => {
    if (next !== lost) onLost(next)
    lost = next
    mayBeOld ||= lost
    if (lost || !mayBeOld) return
    mayBeOld = false
    void client.invalidateQueries()
  }
  // What the browser says of the network is only a hint: the server may be on this machine, or behind a dead router.
  const check = async (): Promise<void> => {
    clearTimeout(timer)
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    const reached = await isReached(mine.signal)
    if (mine.signal.aborted) return
    asking = undefined
    set(!reached)
    if (!reached) timer = setTimeout(check, pause)
    pause = reached ? pauseMs.first : Math.min(2 * pause, pauseMs.longest)
  }
  const checkNow = (): void => void check()
  // A network can be gone and back before anybody has noticed.
  const checkWhenBack = (): void => {
    mayBeOld = true
    checkNow()
  }
  const checkWhenSeen = (): void => {
    if (lost && document.visibilityState === 'visible') checkNow()
  }
  const checkInDoubt = (): void => (lost || asking ? undefined : checkNow())
  const unsubscribe = watchFailures(client, checkInDoubt)
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('online', checkWhenBack, { signal })
  window.addEventListener('offline', checkNow, { signal })
  window.addEventListener(connectionDoubt, checkInDoubt, { signal })
  document.addEventListener('visibilitychange', checkWhenSeen, { signal })
  return () => {
    unsubscribe()
    listening.abort()
    clearTimeout(timer)
    asking?.abort()
  }
}

/** Of questions that may have failed for want of a connection. */
const watchFailures = (client: QueryClient, onFailure: () => void): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return
    if (mayBeTheConnection(event.action.error)) onFailure()
  })

/** Whatever is answered, there is a connection. */
async function isReached(signal: AbortSignal): Promise<boolean> {
  try {
    await call(healthCalls.health, {}, { signal })
    return true
  } catch (error) {
    return error instanceof ApiProblem && error.status !== 0
  }
}

/** Without a connection there is also no fresh token, which is told as a service that is not available. */
const mayBeTheConnection = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 503)
