// Whether the server can be reached, as the shell has found out, for whatever is shown differently when it cannot.
import { useSyncExternalStore } from 'react'

/** An event of the window: something could not be loaded, and the connection may be why. */
export const connectionDoubt = 'connection-doubt'

let lost = false
const listeners = new Set<() => void>()

export function setConnectionLost(next: boolean): void {
  lost = next
  for (const listener of listeners) listener()
}

export const useConnectionLost = (): boolean => useSyncExternalStore(watch, isLost)

const isLost = (): boolean => lost

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
