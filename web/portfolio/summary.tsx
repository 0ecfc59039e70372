// The three figures at the head of a portfolio: cash balance, total value, and return with its realized and unrealized parts.
import { formatMoney, fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import type { ReactNode } from 'react'

import { usePaths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Flash } from '../ui/flash.tsx'
import { Gain, GainPercent, Missing, Money } from '../ui/money.tsx'
import type { Portfolio } from './queries.ts'
import { Today, useSinceStart, useStart, valueBefore } from './returns.tsx'
import { useIdInAddress } from './scope.tsx'

type MaybePortfolio = { readonly portfolio: Portfolio | undefined }

export function Summary({ portfolio, failed }: MaybePortfolio & { failed: boolean }) {
  const total = portfolio ? fromDollars(portfolio.total_value) : null
  const start = useStart(portfolio)
  const missing = failed ? <Missing /> : skeleton
  return (
    <dl className="grid gap-3 md:grid-cols-3 md:gap-5">
      <Figure name="Cash Balance" note={cashNote(portfolio)}>
        {portfolio ? <Amount amount={fromDollars(portfolio.cash_balance)} /> : missing}
      </Figure>
      <Figure
        name="Total Value"
        note="Cash and holdings"
        more={!portfolio?.closed_at && <Today now={total} before={valueBefore(portfolio)} />}
      >
        {total === null ? missing : <Amount amount={total} />}
      </Figure>
      <Figure
        name="Portfolio Return"
        beside={<Why portfolio={portfolio} />}
        note={useSinceStart(portfolio).replace(/^s/, 'S')}
        more={<Parts portfolio={portfolio} />}
        className="max-md:min-h-12"
      >
        {total === null ? missing : <Return {...returnSince(start, total)} />}
      </Figure>
    </dl>
  )
}

/** A placeholder as high as the number. */
const skeleton = (
  <span aria-hidden="true" className="skeleton inline-block h-[0.8lh] w-32 align-middle" />
)

/** The insights of a portfolio that was opened by its id have that id in their address. */
function Why({ portfolio }: MaybePortfolio) {
  const id = useIdInAddress()
  const { insights, insightsOf } = usePaths()
  return (
    <MoreLink to={portfolio && id !== null ? insightsOf(portfolio.portfolio) : insights}>
      Why?
    </MoreLink>
  )
}

/** The line under the cash: with open orders, a part of the cash is reserved and not free. */
function cashNote(portfolio: Portfolio | undefined): string {
  if (portfolio?.closed_at) return 'Not invested at the end'
  return portfolio && portfolio.free_cash < portfolio.cash_balance
    ? `${formatMoney(fromDollars(portfolio.free_cash))} to spend`
    : 'Ready to invest'
}

interface FigureProps {
  readonly name: string
  /** A link beside the name. */
  readonly beside?: ReactNode
  readonly note: string
  /** A line below the figure. */
  readonly more?: ReactNode
  /** The classes of the figure itself. */
  readonly className?: string
  readonly children: ReactNode
}

/** On a phone a figure takes one or two lines, so that the holdings are near. */
function Figure({ name, beside, note, more, className = '', children }: FigureProps) {
  return (
    <Card className="max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-2 max-md:py-3.5">
      <dt className="text-muted">
        {name} {beside}
        <span className="block text-12 md:hidden">{note}</span>
      </dt>
      <dd
        className={`text-20 font-semibold tracking-tight max-md:flex max-md:flex-1 max-md:items-center max-md:justify-end max-md:self-stretch md:mt-3 md:text-30 ${className}`}
      >
        {children}
      </dd>
      <dd className="mt-1 text-12 text-muted max-md:hidden">{note}</dd>
      {more && (
        <dd className="mt-2 min-h-5 text-muted max-md:flex max-md:w-full max-md:justify-end">
          {more}
        </dd>
      )}
    </Card>
  )
}

function Amount({ amount }: { amount: Cents }) {
  return (
    <Flash value={amount}>
      <Money amount={amount} />
    </Flash>
  )
}

function Return({ amount, percent }: { amount: Cents; percent: number }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 max-md:flex-col max-md:items-end">
      <Gain amount={amount} isZeroGain />
      <span className="text-15">
        <GainPercent value={percent} plain isZeroGain />
      </span>
    </span>
  )
}

/** The parts of the return: the realized and the unrealized gain. */
function Parts({ portfolio }: MaybePortfolio) {
  const part = (dollars: number | undefined): ReactNode =>
    dollars === undefined ? '—' : <Gain amount={fromDollars(dollars)} />
  return (
    <span className="grid w-full gap-x-4 gap-y-1 xl:grid-cols-2">
      <span className="max-md:flex max-md:justify-between">
        <Explained term="realized gain">Realized</Explained> {part(portfolio?.realized_gain)}
      </span>
      <span className="max-md:flex max-md:justify-between">
        <Explained term="unrealized gain">Unrealized</Explained> {part(portfolio?.unrealized_gain)}
      </span>
    </span>
  )
}
