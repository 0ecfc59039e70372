// The section 'Learn & Improve' of the portfolio page: four links, and a tip about this portfolio.
import { useId } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Portfolio } from './queries.ts'
import { QuickTip } from './quick-tip.tsx'
import { useScope } from './scope.tsx'

/** Only the guides first: a screen of a league shows these alone. */
const steps = [
  {
    to: paths.guides,
    title: 'New to Investing?',
    sentence: 'Three short guides, from what a share is to your first trade.',
    action: 'Start Learning',
    icon: 'learn',
  },
  {
    to: paths.strategies,
    title: 'Trading Strategies',
    sentence: 'How to choose, spread and hold, and what it costs to trade often.',
    action: 'Read the Guide',
    icon: 'trend',
  },
  {
    to: paths.pro,
    title: 'Unlock Pro Features',
    sentence: 'AI-powered insights and advanced analytics are on their way.',
    action: 'Join Waitlist',
    icon: 'spark',
  },
  {
    to: paths.leaderboard,
    title: 'Top Performers',
    sentence: 'See who has made the most of the same ten grand.',
    action: 'View Leaderboard',
    icon: 'leaderboard',
  },
] as const

export function Learn({ portfolio }: { portfolio: Portfolio | undefined }) {
  const titleId = useId()
  const isMain = useScope().contest === null
  return (
    <section aria-labelledby={titleId} className="grid gap-4 print:hidden">
      <h2 id={titleId} className="text-16 font-semibold tracking-tight">
        Learn & Improve
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 md:gap-5 xl:grid-cols-4">
        {(isMain ? steps : steps.slice(0, 2)).map((step) => (
          <li key={step.to} className="grid">
            <StepCard step={step} />
          </li>
        ))}
      </ul>
      <QuickTip portfolio={portfolio} />
    </section>
  )
}

/** The link at its end covers the whole card. */
function StepCard({ step }: { step: (typeof steps)[number] }) {
  const { to, title, sentence, action, icon } = step
  const isPro = to === paths.pro
  return (
    <Card className="relative flex flex-col transition-colors duration-100 hover:border-control">
      <div className="flex items-center gap-3">
        <span
          className={`flex size-9 shrink-0 items-center justify-center rounded-control ${isPro ? 'border border-pro-line bg-pro-soft text-pro' : 'bg-accent-soft text-accent'}`}
        >
          <Icon name={icon} />
        </span>
        <h3 className="text-15 font-semibold tracking-tight">{title}</h3>
      </div>
      <p className="mt-3 mb-4 text-muted">{sentence}</p>
      <Link
        to={to}
        className={`mt-auto inline-flex items-center gap-1 self-start rounded-sm font-medium after:absolute after:inset-0 after:rounded-card hover:underline ${isPro ? 'text-pro' : 'text-accent'}`}
      >
        {action}
        <Icon name="chevron" className="size-4" />
      </Link>
    </Card>
  )
}
