// The menu of the account. What is in it comes after the page, which does not wait for what few people open.
import { useEffect } from 'react'

import { useChapterNews } from '../portfolio/chapter-news.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { useTheme } from '../browser/theme.ts'
import { Icon } from '../ui/icons.tsx'
import { Popup } from '../ui/popup.tsx'

/** By then the page itself is there. */
const idleMs = 1_500

export function AccountMenu({ email }: { email: string | null }) {
  // What is chosen in another tab holds here as well, also while this is closed.
  useTheme()
  useChapterNews()
  useEffect(() => {
    const timer = setTimeout(() => Panel.load().catch(() => {}), idleMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Popup label="Account" face={<Icon name="person" />} className="md:relative">
      <div className="grid w-[min(19rem,calc(100vw-4rem))] gap-4 p-1">
        <Panel email={email} />
      </div>
    </Popup>
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
