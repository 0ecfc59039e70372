// The layout of the screens before the sign-in: logo, heading and form on one side, what Tengrand is on the other.
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { openStartingWords } from '@tengrand/core/contest.ts'

import { Link } from '../browser/link.tsx'
import { replacePrerendered } from '../ui/prerendered-sign-in.ts'
import { Logo } from '../ui/logo.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Triangle, Icon } from '../ui/icons.tsx'
import type { MarketSource } from '../session/session-store.ts'
import { nameOf, SmallPrint, useMarketSource } from '../session/price-source.tsx'

interface FrameProps {
  /** The title of the tab. */
  readonly title: string
  readonly heading: string
  readonly sentence?: string
  /** Describes the heading for screen readers. */
  readonly notice?: Pick<ComponentProps<typeof Notice>, 'tone' | 'children'> | undefined
  /** False until the height of the form is known; hides what stands below it on a phone. */
  readonly isSettled?: boolean
  readonly children: ReactNode
}

export function Frame(props: FrameProps) {
  const { title, heading, sentence, notice, isSettled = true, children } = props
  const noticeId = useId()
  const column = useRef<HTMLDivElement>(null)
  const seen = useRef(heading)
  const next = notice ? 'h1' : 'input'

  useLayoutEffect(() => {
    if (isSettled) replacePrerendered()
  }, [isSettled])

  // A change of forms focuses the first input, or the heading where there is a notice. The first render moves no focus.
  useEffect(() => {
    if (seen.current === heading) return
    seen.current = heading
    column.current?.querySelector<HTMLElement>(next)?.focus()
  }, [heading, next])

  return (
    <main className="grid min-h-dvh lg:grid-cols-2">
      <div className="px-6 pt-8 pb-10 lg:px-12 lg:pb-8">
        <div className="mx-auto w-full max-w-lg lg:max-w-none">
          <Logo size="large" />
        </div>
        {/* Starts at a fixed height, so that a longer form or an error does not move the heading. */}
        <div ref={column} className="mx-auto w-full max-w-lg pt-12 lg:max-w-96 lg:pt-[12vh]">
          <PageHeading
            title={title}
            describedBy={notice && noticeId}
            className="text-30 font-semibold tracking-tight"
          >
            {heading}
          </PageHeading>
          {sentence && <p className="mt-2 text-16 text-muted">{sentence}</p>}
          <div className="mt-8 flex flex-col gap-4">
            {notice && <Notice {...notice} id={noticeId} />}
            {children}
          </div>
        </div>
      </div>
      <div
        className={`border-line bg-surface px-6 py-14 max-lg:border-t lg:border-l lg:px-12 lg:py-0 ${isSettled ? '' : 'max-lg:invisible'}`}
      >
        <div className="mx-auto w-full max-w-lg lg:sticky lg:top-0 lg:flex lg:min-h-dvh lg:flex-col lg:justify-center lg:py-8">
          {example}
          <Tiles />
          <div className="mt-10 text-12 text-muted">
            <SmallPrint />
          </div>
        </div>
      </div>
    </main>
  )
}

const line = 'M0 104l31-6 32 5 33-18 34 6 35-21 34 8 33-17 34 5 33-24 34 11 33-19 36 4 29-20 31-7'

/** A link to another page, where nothing is left to do on this one. */
export const WayOn = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-10 items-center self-start rounded-sm font-medium text-accent underline-offset-4 hover:underline"
  >
    {children}
  </Link>
)

/** An example portfolio with a gain, labeled as an example. */
const example = (
  <figure className="rounded-card border border-line bg-bg p-6 max-lg:hidden">
    <figcaption className="flex items-center justify-between text-14 text-muted">
      Portfolio value
      <span className="rounded-full border border-line bg-surface px-2.5 py-0.5 text-12">
        Example
      </span>
    </figcaption>
    <p className="text-30 leading-10 font-semibold tracking-tight tabular-nums">$12,486.32</p>
    <p className="flex items-center gap-1.5 font-medium text-gain tabular-nums">
      <Triangle up />
      +$2,486.32 (+24.86%)
    </p>
    <svg aria-hidden="true" viewBox="0 0 462 124" className="mt-6 w-full text-gain">
      <path d={`${line}V124H0z`} className="fill-current opacity-10" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  </figure>
)

const others = [
  {
    title: 'Virtual Trading',
    sentence: `Start with ${openStartingWords} that costs you nothing.`,
    icon: 'dollar',
  },
  {
    title: 'Portfolio Analytics',
    sentence: 'See which stocks made or lost you money.',
    icon: 'bars',
  },
  {
    title: 'Secure & Private',
    sentence: 'You appear only under your display name.',
    icon: 'shield',
  },
] as const

export function Tiles() {
  const source = useMarketSource()
  const first = { title: 'Real-time Data', sentence: pricesOf(source), icon: 'trend' } as const
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:mt-8">
      {[first, ...others].map(({ title, sentence, icon }) => (
        <li key={title}>
          <Icon name={icon} className="size-[1.375rem] text-accent" />
          <h2 className="mt-2.5 text-14 font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{sentence}</p>
        </li>
      ))}
    </ul>
  )
}

/** Sentences of about the same length, so that nothing moves when the source is known. */
function pricesOf(source: MarketSource | null): string {
  if (source === null) return 'Prices refreshed through the trading day.'
  const { market, hours } = source
  if (market === 'alpaca') return `${nameOf(market)}, new every 15 seconds.`
  if (market === 'yahoo') return `${nameOf(market)}, new every 5 minutes.`
  return `${nameOf(market)} ${hours === 'always' ? 'that move day and night.' : 'through the trading day.'}`
}
