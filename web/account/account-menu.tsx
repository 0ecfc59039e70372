// The account corner of the header: the email, the account menu, whose panel is loaded later, and the logout button.
import { useEffect, useId, useRef, useState } from 'react'

import { useChapterBroadcast } from '../portfolio/chapter-broadcast.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { useTheme } from '../browser/theme.ts'
import { useSession } from '../session/session.tsx'
import { Icon } from '../ui/icons.tsx'
import { useDismiss } from '../ui/tip.tsx'

/** On a phone the email stands under the name of the product. */
export function Account() {
  const { identity, state } = useSession()
  if (state.kind !== 'signed-in') return null
  const { email } = state
  return (
    <>
      {email !== null && (
        <span
          title={email}
          className="min-w-0 truncate text-muted max-md:col-start-2 max-md:row-start-1 max-md:mb-0.5 max-md:self-end max-md:text-11 max-[22.4rem]:hidden md:max-w-32 lg:max-w-56"
        >
          {email}
        </span>
      )}
      <div className="flex shrink-0 items-center gap-2 max-md:relative max-md:col-start-4 max-md:row-start-1 max-md:-mr-2.5 max-md:ml-1 max-md:gap-0">
        <AccountMenu email={email} />
        <button
          type="button"
          onClick={() => void identity.signOut()}
          className="flex min-h-10 min-w-10 items-center justify-center gap-2 rounded-control border border-line text-14 font-medium transition-colors duration-100 hover:bg-sunken max-md:border-transparent max-md:text-muted lg:px-3.5"
        >
          <Icon name="leave" className="size-4 max-md:size-5" />
          <span className="max-lg:sr-only">Logout</span>
        </button>
      </div>
    </>
  )
}

/** The panel is preloaded after this delay, when the page itself has loaded. */
const preloadAfterMs = 1_500

export function AccountMenu({ email }: { email: string | null }) {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useDismiss(open, menu, (by) => {
    setOpen(false)
    if (by === 'keydown') button.current?.focus()
  })
  // These subscriptions last while the menu is closed too: another tab can change the theme or end the chapter.
  useTheme()
  useChapterBroadcast()
  useEffect(() => {
    const timer = setTimeout(() => Panel.load().catch(() => {}), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={menu} className="md:relative">
      <button
        ref={button}
        type="button"
        aria-label="Account"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="flex size-10 items-center justify-center rounded-control text-muted transition-colors duration-100 hover:bg-sunken hover:text-ink"
      >
        <Icon name="person" />
      </button>
      {open && (
        <div
          id={panelId}
          className="absolute top-full right-0 z-20 mt-2 rounded-card border border-line bg-surface p-3 shadow-popup"
        >
          <div className="grid w-[min(19rem,calc(100vw-4rem))] gap-4 p-1">
            <Panel email={email} />
          </div>
        </div>
      )}
    </div>
  )
}

const Panel = lazyComponent(() => import('./account-panel.tsx'), {
  loading: () => (
    <p role="status" className="min-h-48 text-muted">
      Loading...
    </p>
  ),
  failed: () => (
    <p role="alert" className="text-loss">
      This could not be loaded. Please reload the page.
    </p>
  ),
})
