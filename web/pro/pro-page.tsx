// The page of the paid tier: what is planned, and the button to its waitlist.
import { useEffect, useRef, useState } from 'react'

import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useConfig } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'

export default function ProPage() {
  return (
    <>
      <PageHeading />
      <p className="mt-1 max-w-prose text-15 text-muted">
        Pro is planned as a premium subscription with AI-powered insights. Join the waitlist and
        we'll tell you when it opens.
      </p>
      <Join />
      <h2 className="mt-8 text-16 font-semibold tracking-tight">What is planned</h2>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ title, sentence, icon }) => (
          <li key={title} className="grid">
            <Card>
              <span className="inline-flex size-9 items-center justify-center rounded-control border border-pro-line bg-pro-soft text-pro">
                <Icon name={icon} />
              </span>
              <h3 className="mt-4 text-16 font-semibold tracking-tight">{title}</h3>
              <p className="mt-1 text-muted">{sentence}</p>
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

const features = [
  {
    title: 'AI-Powered Insights',
    sentence: 'Ask anything about your portfolio in your own words, and get a clear answer.',
    icon: 'spark',
  },
  {
    title: 'Advanced Analytics',
    sentence: 'See which stocks move together, and which ones add the most risk.',
    icon: 'bars',
  },
  {
    title: 'Custom Strategy Builder',
    sentence: 'Write down your own trading rules and test them on past prices.',
    icon: 'trend',
  },
  {
    title: 'Portfolio Optimization',
    sentence: 'Find the mix of stocks that fits the risk you want to take.',
    icon: 'portfolio',
  },
  {
    title: 'Real-time Alerts',
    sentence: 'Get notified when a stock hits your price.',
    icon: 'bell',
  },
  {
    title: 'Advanced Screening',
    sentence: 'Find stocks by size, growth or how much they move.',
    icon: 'search',
  },
] as const

/** The delay of the confirmation, until the other tab has opened. */
const confirmAfterMs = 500

/** Opens the form of the waitlist in a new tab, and confirms that afterwards. */
function Join() {
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
    // 'noopener', because the form may be on another site, which must not get access to this page.
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
        The form opens in a new tab and asks for your email.
      </p>
      <Button disabled={!data || opening} onClick={open}>
        <Icon name="spark" className="size-4" />
        {opening ? 'Opening...' : 'Join the waitlist'}
      </Button>
    </div>
  )
}

/** Takes the focus, because the pressed button is gone. */
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
