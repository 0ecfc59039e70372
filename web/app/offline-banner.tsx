// The banner of a lost connection, and the watcher behind it: finds out that the server cannot be reached, retries, and
// invalidates all queries when it is back.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as healthCalls from '@tengrand/contract/health.ts'
import { useEffect } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { connectionDoubt, setConnectionLost, useConnectionLost } from '../browser/connection.ts'
import { Icon } from '../ui/icons.tsx'
import { Toast, Toasts } from '../ui/toast.tsx'

/** Lies over the page, so that nothing moves when it comes and goes. */
export function OfflineBanner() {
  const client = useQueryClient()
  const lost = useConnectionLost()
  useEffect(() => {
    // An earlier watcher may have ended while the connection was lost.
    setConnectionLost(false)
    return watchConnection(client)
  }, [client])
  return (
    <Toasts>
      {lost && (
        <Toast className="flex items-center gap-2.5 px-4 py-2.5">
          <Icon name="info" className="size-4 text-muted" />
          <p>You are offline. What you see may be old; it will be refreshed when you are back.</p>
        </Toast>
      )}
    </Toasts>
  )
}

const pauseMs = { first: 2_000, longest: 30_000 }

/** Returns the function that stops the watcher. */
function watchConnection(client: QueryClient): () => void {
  let lost = false
  /** Whether cached responses may be outdated. */
  let mayBeOld = false
  let pause = pauseMs.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined

  const set = (next: boolean): void => {
    if (next !== lost) setConnectionLost(next)
    lost = next
    mayBeOld ||= lost
    if (lost || !mayBeOld) return
    mayBeOld = false
    void client.invalidateQueries()
  }
  // The browser's online and offline events are only hints: the server may be on this machine, or behind a dead router.
  const check = async (): Promise<void> => {
    clearTimeout(timer)
    request?.abort()
    const mine = new AbortController()
    request = mine
    const reached = await isReached(mine.signal)
    if (mine.signal.aborted) return
    request = undefined
    set(!reached)
    if (!reached) timer = setTimeout(check, pause)
    pause = reached ? pauseMs.first : Math.min(2 * pause, pauseMs.longest)
  }
  const checkNow = (): void => void check()
  // The network may have been lost and restored between two requests, so cached responses may be outdated.
  const checkWhenBack = (): void => {
    mayBeOld = true
    checkNow()
  }
  const checkWhenSeen = (): void => {
    if (lost && document.visibilityState === 'visible') checkNow()
  }
  const checkInDoubt = (): void => (lost || request ? undefined : checkNow())
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
    request?.abort()
  }
}

/** Calls back when a query has failed with an error that a lost connection may have caused. */
const watchFailures = (client: QueryClient, onFailure: () => void): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return
    if (mayBeTheConnection(event.action.error)) onFailure()
  })

/** Whether the server answers. Any response, also a refusal, means that there is a connection. */
async function isReached(signal: AbortSignal): Promise<boolean> {
  try {
    await call(healthCalls.health, {}, { signal })
    return true
  } catch (error) {
    return error instanceof ApiProblem && error.status !== 0
  }
}

/** Includes 503, which is the error of a call without a token: a lost connection prevents the renewal of the token. */
const mayBeTheConnection = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 503)
