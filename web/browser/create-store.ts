// A value outside React with listeners, and the hook that reads it.
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly get: () => T
  /** Notifies all listeners, also of a value that is the same: React compares snapshots itself. */
  readonly set: (next: T) => void
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

/** `start` runs with the first subscription, what it returns with the end of the last one. */
export function createStore<T>(value: T, start?: () => () => void): Store<T> {
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      // A function of its own: the same listener may subscribe several times, and unsubscribe one by one.
      const own = (): void => listener()
      listeners.add(own)
      if (listeners.size === 1) stop = start?.()
      return () => {
        if (listeners.delete(own) && listeners.size === 0) stop?.()
      }
    },
  }
}

/** The server snapshot is for the build, which renders the sign-in screen. */
export const useStore = <T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get, get)
