// Creates a store, a value outside React with listeners; `useStore` reads it in a component.
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly get: () => T
  /** Notifies all listeners, also of a value that is the same: React compares snapshots itself. */
  readonly set: (next: T) => void
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

/** `start` runs at the first subscription; the function that it returns runs when the last subscription ends. */
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
      // A new function for each subscription, because the same listener may subscribe several times.
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
