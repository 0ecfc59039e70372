// Says quietly that there is no connection. It lies over the page, so that nothing moves when it comes and goes.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { setConnectionLost, useConnectionLost } from '../browser/connection-state.ts'
import { Icon } from '../ui/icons.tsx'
import { watchConnection } from './connection.ts'

export function OfflineBanner() {
  const client = useQueryClient()
  const lost = useConnectionLost()
  useEffect(() => {
    // An earlier watcher may have gone while there was no connection.
    setConnectionLost(false)
    return watchConnection(client, setConnectionLost)
  }, [client])
  return (
    <div
      id="notices"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-10 flex flex-col items-center max-md:bottom-[calc(var(--bar)+var(--second-bar,0px)+0.75rem)]"
    >
      {lost && (
        <p className="flex items-center gap-2.5 rounded-control border border-line bg-surface px-4 py-2.5 shadow-popup">
          <Icon name="info" className="size-4 text-muted" />
          You are offline. What you see may be old; it will be refreshed when you are back.
        </p>
      )}
    </div>
  )
}
