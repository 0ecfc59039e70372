// The insights page: explains the result of a run by the market, its stocks, what-if scenarios, luck and habits.
// The server computes every figure; live prices change nothing here.
import type { Range } from '@tengrand/core/day.ts'
import { formatMoney } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { ChapterNotFound, isUnknownChapter } from '../portfolio/chapter-not-found.tsx'
import {
  useIsClosed,
  useNetWorthHistory,
  usePortfolio,
  type Portfolio,
} from '../portfolio/queries.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { RunHeading } from '../portfolio/run-heading.tsx'
import { useNextStep, useScope } from '../portfolio/scope.tsx'
import { useStart } from '../portfolio/returns.tsx'
import { Card } from '../ui/card.tsx'
import { MarketLink } from '../market/search.tsx'
import { SkeletonRows } from '../ui/loading.tsx'
import { Compared } from './compared.tsx'
import { Earned } from './contributions.tsx'
import { Habits } from './habits.tsx'
import { GuideLink } from './insight-card.tsx'
import { useContestWord, useInsights, useInsightsOf } from './insights.ts'
import { useVerdict } from './verdict.ts'
import { Luck } from './luck.tsx'

export default function InsightsPage() {
  const { data, error } = usePortfolio()
  const [range, setRange] = useState<Range>('all')
  // Starts the query of the first card in parallel with the portfolio's, so that their totals hardly differ in time.
  useNetWorthHistory(range)
  const insights = useInsights(range)
  const start = useStart(data)
  const isClosed = useIsClosed()
  /** A lesson has no journal. */
  const isLesson = useScope().contest?.listing !== undefined
  if (!data && isUnknownChapter(error)) return <ChapterNotFound />
  const stocks = data ? stocksOf(data) : stocksAssumed
  const props = { isClosed, insights, range, onRange: setRange, stocks, start }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading portfolio={data} />
      {stocks === 0 && <NoTrades isClosed={isClosed} />}
      {!data && !error && <Loading />}
      {(data ?? error) && stocks > 0 && (
        <>
          <Verdict isShort={range !== 'all'} />
          <Compared {...props} />
          <Earned {...props} />
          <div className="grid gap-5 *:min-w-0 lg:grid-cols-2">
            <Luck {...props} />
            <Habits {...props} />
          </div>
          {!isLesson && <Calibration />}
          <p className="text-12 text-muted">
            Days follow New York time.
            {!isClosed && ' Live prices may make figures differ by a few cents.'}
          </p>
        </>
      )}
    </div>
  )
}

const Calibration = lazyComponent(() => import('./calibration.tsx'), {
  loading: () => <Card className="min-h-30">{null}</Card>,
})

/** The sentence of the whole result, also in a shorter range. Its height is kept while it loads. */
function Verdict({ isShort }: { isShort: boolean }) {
  const words = useVerdict()
  const { error } = useInsightsOf('all')
  if (words === null && error) return null
  return (
    <p className="-mt-2 min-h-21 text-20 font-medium sm:min-h-14 lg:min-h-7">
      {words}{' '}
      {words && isShort && (
        <span className="text-15 font-normal text-muted">Since you started.</span>
      )}
    </p>
  )
}

/** The number of stocks ever traded: each of them is held, or was sold or split. */
const stocksOf = ({ holdings, realized }: Portfolio): number =>
  new Set([...holdings, ...realized].map(({ ticker }) => ticker)).size

/** Sizes the skeletons where the portfolio could not be loaded. */
const stocksAssumed = 4

/** A placeholder as high as the window, because the height of the cards is unknown and none of them should move. */
const Loading = () => (
  <Card className="min-h-dvh">
    <SkeletonRows words="Loading your result..." rows={8} />
  </Card>
)

function Heading({ portfolio }: { portfolio: Portfolio | undefined }) {
  const start = formatMoney(useStart(portfolio)).replace(/\.00$/, '')
  return (
    <RunHeading title="Insights" portfolio={portfolio}>
      <p className="mt-1 text-15 text-muted">
        How your {start} did, what drove it, and how much was luck.
      </p>
    </RunHeading>
  )
}

function NoTrades({ isClosed }: { isClosed: boolean }) {
  const contest = useContestWord()
  const next = useNextStep('Make your first trade to see your results here.')
  if (isClosed)
    return (
      <Card className="text-center">
        <p className="py-10 text-15 font-medium">You made no trades in this {contest}.</p>
      </Card>
    )
  return (
    <Card className="py-10 text-center">
      <p className="text-15 font-medium">{next}</p>
      <p className="mx-auto mt-1 max-w-lg text-muted">
        You'll see what each stock earned or cost you, and how you did against the market. Not sure
        what to buy? Read <GuideLink section="choosing">how people choose</GuideLink>.
      </p>
      <MarketLink />
    </Card>
  )
}
