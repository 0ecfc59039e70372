// The menu of the account. What is in it comes after the page, which does not wait for what few people open.
import { useEffect, useState, type ComponentType } from 'react'

import { useChapterNews } from '../portfolio/chapter-news.ts'
import { inTime } from '../browser/lazy.tsx'
import { useTheme } from '../browser/theme.ts'
import { Icon } from '../ui/icons.tsx'
import { Popup } from '../ui/popup.tsx'

/** By then the page itself is there. */
const idleMs = 1_500

interface PanelProps {
  readonly email: string | null
}

export function AccountMenu({ email }: PanelProps) {
  // What is chosen in another tab holds here as well, also while this is closed.
  useTheme()
  useChapterNews()
  useEffect(() => {
    const timer = setTimeout(load, idleMs)
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

let loaded: ComponentType<PanelProps> | undefined

async function load(): Promise<'there' | 'failed'> {
  try {
    const { AccountPanel } = await inTime(import('./account-panel.tsx'))
    loaded = AccountPanel
    return 'there'
  } catch {
    return 'failed'
  }
}

function Panel({ email }: PanelProps) {
  const [state, setState] = useState(loaded ? 'there' : 'waiting')
  useEffect(() => {
    if (state === 'waiting') void load().then(setState)
  }, [state])
  const Loaded = loaded
  if (Loaded) return <Loaded email={email} />
  return state === 'failed' ? (
    <p role="alert" className="text-loss">
      This could not be loaded. Please reload the page.
    </p>
  ) : (
    <p role="status" className="min-h-48 text-muted">
      Loading...
    </p>
  )
}
