// The state of the connection to the server, which the offline banner sets, and the reload of a broken page when it is back.
import { useEffect, useRef } from 'react'

import { createStore, useStore } from './create-store.ts'

/** A window event: a load has failed, perhaps because the connection is lost. */
export const connectionDoubt = 'connection-doubt'

/** 'offline': the browser has no network. 'unreachable': it has one, but the server does not answer. */
export type Connection = 'there' | 'offline' | 'unreachable'

const connection = createStore<Connection>('there')

export const setConnection = connection.set

export const useConnection = (): Connection => useStore(connection)

export const useConnectionLost = (): boolean => useConnection() !== 'there'

/**
 * Reloads a broken page when a lost connection is back: not every browser imports a module again after a failure. Only a
 * connection that was lost is a reason, so this cannot loop.
 */
export function ReloadWhenBack() {
  const isLost = useConnectionLost()
  const wasLost = useRef(false)
  useEffect(() => void window.dispatchEvent(new Event(connectionDoubt)), [])
  useEffect(() => {
    if (!isLost && wasLost.current) window.location.reload()
    wasLost.current = isLost
  }, [isLost])
  return null
}
