// The banner of a lost connection or an unreachable server, and the watcher behind it: finds out which of them it is,
// retries, and invalidates all queries when the server answers again.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as healthCalls from '@tengrand/contract/health.ts'
import { useEffect } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem, isGateway } from '../api/problem.ts'
import {
  connectionDoubt,
  setConnection,
  useConnection,
  type Connection,
} from '../browser/connection.ts'
import { Icon } from '../ui/icons.tsx'
import { Toast, Toasts } from '../ui/toast.tsx'

/** Lies over the page, so that nothing moves when it comes and goes. */
export function OfflineBanner() {
  const client = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    // An earlier watcher may have ended while the connection was lost.
    setConnection('there')
    return watchConnection(client)
  }, [client])
  return (
    <Toasts>
      {connection !== 'there' && (
        <Toast className="flex items-center gap-2.5 px-4 py-2.5">
          <Icon name="info" className="size-4 text-muted" />
          <p>{words[connection]}</p>
        </Toast>
      )}
    </Toasts>
  )
}

const words = {
  offline: "You're offline. Numbers may be old until you're back.",
  unreachable: "Tengrand can't be reached. Numbers may be old until it's back.",
}

const pauseMs = { first: 2_000, longest: 30_000 }

/** Returns the function that stops the watcher. */
function watchConnection(client: QueryClient): () => void {
  let now: Connection = 'there'
  /** Whether cached responses may be outdated. */
  let mayBeOld = false
  let pause = pauseMs.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined

  const set = (next: Connection): void => {
    setConnection(next)
    now = next
    mayBeOld ||= now !== 'there'
    if (now !== 'there' || !mayBeOld) return
    mayBeOld = false
    void client.invalidateQueries()
  }
  // The browser's online and offline events are only hints: the server may be on this machine, or behind a dead router.
  const check = async (): Promise<void> => {
    clearTimeout(timer)
    request?.abort()
    const mine = new AbortController()
    request = mine
    const isThere = await isReached(mine.signal)
    if (mine.signal.aborted) return
    request = undefined
    set(isThere ? 'there' : navigator.onLine ? 'unreachable' : 'offline')
    if (!isThere) timer = setTimeout(check, pause)
    pause = isThere ? pauseMs.first : Math.min(2 * pause, pauseMs.longest)
  }
  const checkNow = (): void => void check()
  // The network may have been lost and restored between two requests, so cached responses may be outdated.
  const checkWhenBack = (): void => {
    mayBeOld = true
    checkNow()
  }
  const checkWhenSeen = (): void => {
    if (now !== 'there' && document.visibilityState === 'visible') checkNow()
  }
  const checkInDoubt = (): void => (now !== 'there' || request ? undefined : checkNow())
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
    // 'failed' precedes a retry, 'error' is the end.
    if (event.type !== 'updated' || !/^(failed|error)$/.test(event.action.type)) return
    if (mayBeTheConnection(event.query.state.fetchFailureReason)) onFailure()
  })

/** Whether the server answers, also with a refusal. A page that a network puts in between is no answer. */
async function isReached(signal: AbortSignal): Promise<boolean> {
  try {
    await call(healthCalls.health, {}, { signal })
    return true
  } catch (error) {
    return (
      error instanceof ApiProblem &&
      error.status !== 0 &&
      error.code !== 'misunderstood' &&
      !isGateway(error)
    )
  }
}

/** Includes 503, which is the error of a call without a token: a lost connection prevents the renewal of the token. */
const mayBeTheConnection = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 503 || isGateway(error))
