// Keeps the screen on while a lesson runs.
import { useEffect } from 'react'

/** The browser lets go of the lock when the page is hidden. Without a lock the screen goes off as usual. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    const request = (): void => {
      if (document.visibilityState === 'visible')
        lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      document.removeEventListener('visibilitychange', request)
      void lock?.then((held) => held?.release())
    }
  }, [isWanted])
}
