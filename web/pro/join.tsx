// The button that opens the form of the waitlist in a new tab, and what it says afterwards.
import { useEffect, useRef, useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useConfig } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

/** By then the other tab is open. */
const confirmAfterMs = 500

export function Join() {
  const [state, setState] = useState<'initial' | 'opening' | 'confirmed'>('initial')
  useEffect(() => {
    if (state !== 'opening') return
    const timer = setTimeout(() => setState('confirmed'), confirmAfterMs)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <div className="mt-5 flex min-h-22 items-center max-sm:min-h-42 rounded-card border border-pro-line bg-pro-soft px-5 py-5 text-pro md:px-6">
      {state === 'confirmed' ? (
        <Confirmed />
      ) : (
        <JoinButton opening={state === 'opening'} onOpen={() => setState('opening')} />
      )}
    </div>
  )
}

function JoinButton({ opening, onOpen }: { opening: boolean; onOpen: () => void }) {
  const { data, error, refetch } = useConfig()
  const open = (): void => {
    // The form may be somebody else's, and must not reach back to this page.
    window.open(data?.proWaitlistUrl, '_blank', 'noopener,noreferrer')
    onOpen()
  }
  if (error && !data) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p role="alert" className="line-clamp-3 wrap-anywhere">
          {error.message}
        </p>
        <Button kind="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-1 flex-wrap items-center justify-between gap-4">
      <p className="min-w-0 text-15">
        <span className="block font-semibold">Be among the first</span>
        The form opens in a new tab and asks for an email.
      </p>
      <Button disabled={!data || opening} onClick={open}>
        <Icon name="spark" className="size-4" />
        {opening ? 'Opening...' : 'Join the waitlist'}
      </Button>
    </div>
  )
}

/** Takes the focus of the button, which is gone. */
function Confirmed() {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div
      ref={words}
      role="status"
      tabIndex={-1}
      className="flex flex-1 flex-wrap items-center justify-between gap-4 outline-none"
    >
      <div className="flex gap-3 text-15">
        <Icon name="check" />
        <div>
          <p className="font-semibold">You're on the list!</p>
          <p>Finish in the tab we opened.</p>
        </div>
      </div>
      <Link to={paths.front} className="font-medium underline">
        Back to the dashboard
      </Link>
    </div>
  )
}
