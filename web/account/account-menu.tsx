// The account corner of the header: the email, which opens the account menu, and the logout button. The panel is loaded later.
import { useEffect, useId, useRef, useState } from 'react'

import { useChapterBroadcast } from '../portfolio/chapter-broadcast.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { useTheme } from '../browser/theme.ts'
import { useSession } from '../session/session.tsx'
import { Icon } from '../ui/icons.tsx'
import { useDismiss } from '../ui/tip.tsx'

export function Account() {
  const { identity, state } = useSession()
  if (state.kind !== 'signed-in') return null
  return (
    <div className="flex min-w-0 items-center justify-end gap-2 max-md:relative max-md:col-start-3 max-md:row-start-1 max-md:-mr-2.5 max-md:ml-1 max-md:gap-0">
      <AccountMenu email={state.email} />
      <button
        type="button"
        onClick={() => void identity.signOut()}
        className="flex min-h-10 min-w-10 shrink-0 items-center justify-center gap-2 rounded-control border border-line text-14 font-medium transition-colors duration-100 hover:bg-sunken max-md:border-transparent max-md:text-muted lg:px-3.5"
      >
        <Icon name="leave" className="size-4 max-md:size-5" />
        <span className="max-lg:sr-only">Logout</span>
      </button>
    </div>
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
    <div ref={menu} className="min-w-0 md:relative">
      <button
        ref={button}
        type="button"
        aria-label={email === null ? 'Account' : `Account ${email}`}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="flex h-10 max-w-full min-w-10 items-center justify-center gap-2 rounded-control px-2 text-muted transition-colors duration-100 hover:bg-sunken hover:text-ink max-md:text-12 md:px-2.5"
      >
        <Icon name="person" className={email === null ? 'size-5' : 'size-5 max-md:hidden'} />
        {email !== null && (
          <span title={email} className="truncate md:max-w-28 lg:max-w-52">
            {email}
          </span>
        )}
      </button>
      {open && (
        <div
          id={panelId}
          className="absolute top-full right-0 z-20 mt-2 rounded-card border border-line bg-surface p-3 shadow-popup"
        >
          <div className="grid w-[min(19rem,calc(100vw-4rem))] gap-3 p-1">
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
      We couldn't load this. Reload the page.
    </p>
  ),
})
