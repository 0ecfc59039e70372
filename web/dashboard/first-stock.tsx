// The card of first steps for a learner who has not traded yet, and whether the learner is such a newcomer.
import { useEffect, useEffectEvent } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { transactionsShown, useLatestTransactions } from '../portfolio/queries.ts'
import { useTradedBefore } from '../portfolio/traded-before.ts'

const stepsOf = (paths: ReturnType<typeof usePaths>) => [
  {
    title: 'Pick a company',
    to: paths.market,
    sentence: 'Sixteen stocks that most people have heard of.',
  },
  {
    title: 'Buy a few shares',
    to: paths.stock('AAPL'),
    sentence: 'Of Apple, for example, paid for with virtual cash.',
  },
  {
    title: 'See what happens',
    to: paths.portfolio,
    sentence: 'Your value and your gains, live and day by day.',
  },
]

export function FirstSteps({ className }: { className: string }) {
  const paths = usePaths()
  return (
    <Card title="Your first steps" className={className}>
      <ol className="-mx-3 grid gap-2 sm:grid-cols-3">
        {stepsOf(paths).map(({ title, to, sentence }, index) => (
          <li key={title}>
            <Link
              to={to}
              className="flex h-full gap-3 rounded-control p-3 transition-colors duration-100 hover:bg-sunken"
            >
              <span
                aria-hidden="true"
                className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent"
              >
                {index + 1}
              </span>
              <span>
                <span className="font-semibold text-accent">{title}</span>
                <span className="mt-1 block text-muted">{sentence}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-muted">
        A mistake costs nothing here.{' '}
        <Link to={paths.basics} className="font-medium text-accent underline">
          Read Investment Basics first
        </Link>{' '}
        if you like.
      </p>
    </Card>
  )
}

/** Whether the portfolio has no trade yet; undefined while that is loading and no answer is stored. */
export function useIsNewcomer(): boolean | undefined {
  const { rememberNewcomer, wasNewcomer } = useTradedBefore()
  const { data, isError, isFetching } = useLatestTransactions(transactionsShown)
  const isEmpty = data && data.transactions.length === 0
  const remember = useEffectEvent(rememberNewcomer)
  useEffect(() => {
    if (isEmpty !== undefined && !isFetching) remember(isEmpty)
  }, [isEmpty, isFetching])
  // During a refetch, an empty list in the cache may predate the first trade.
  if (isEmpty === undefined || (isEmpty && isFetching)) {
    return isError ? false : (wasNewcomer() ?? isEmpty)
  }
  return isEmpty
}
