// Stands beside a page that is broken, and loads everything again when a lost connection is back.
import { useEffect, useRef } from 'react'

import { connectionDoubt, useConnectionLost } from './connection-state.ts'

/** Not every browser fetches code anew that it once failed to get. Only a return is a reason, so this cannot go round. */
export function ReloadWhenBack() {
  const lost = useConnectionLost()
  const wasLost = useRef(false)
  useEffect(() => void window.dispatchEvent(new Event(connectionDoubt)), [])
  useEffect(() => {
    if (!lost && wasLost.current) window.location.reload()
    wasLost.current = lost
  }, [lost])
  return null
}
