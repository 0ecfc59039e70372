// The allocation card: the share of each stock and of the cash in the total value, as a bar and a list.
import { formatPercent, fromDollars, percent, type Cents } from '@tengrand/core/money.ts'
import { companyName, isTicker } from '@tengrand/core/tickers.ts'

import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Money } from '../ui/money.tsx'
import type { Portfolio } from './queries.ts'

/** Parts are not distinguished by color alone: each has its own line in the list, and the cash is striped. */
export function Allocation({ portfolio }: { portfolio: Portfolio }) {
  const parts = partsOf(portfolio)
  return (
    <Card
      title={<Explained term="allocation">Allocation</Explained>}
      aside={<span className="text-12 text-muted">Share of total</span>}
    >
      {parts.length > 1 && <Whole parts={parts} />}
      <ul className="grid grid-cols-1 gap-3.5">
        {parts.map((part) => (
          <AllocationRow key={part.ticker} part={part} />
        ))}
      </ul>
    </Card>
  )
}

/** The placeholder on wide screens, beside the holdings; below them it would move when they are loaded. */
export function AllocationLoading() {
  return (
    <Card title="Allocation" className="max-xl:hidden">
      <div aria-hidden="true" className="grid gap-5">
        {Array.from({ length: 6 }, (_, line) => (
          <div key={line} className="skeleton h-5" />
        ))}
      </div>
    </Card>
  )
}

/** All parts side by side, in the order of the list below. */
function Whole({ parts }: { parts: readonly Part[] }) {
  return (
    <div aria-hidden="true" className="mb-5 flex h-3 gap-0.5 overflow-hidden rounded-full">
      {parts.map(({ ticker, share }) => (
        <span key={ticker} className={`basis-0 ${fillOf(ticker)}`} style={{ flexGrow: share }} />
      ))}
    </div>
  )
}

function AllocationRow({ part: { ticker, value, share } }: { part: Part }) {
  return (
    <li>
      <div className="flex items-baseline gap-2">
        <span className="font-semibold">{ticker ?? 'Cash'}</span>
        <span className="min-w-0 flex-1 text-12 text-muted">
          {ticker !== null && isTicker(ticker) && companyName(ticker)}
        </span>
        <span className="text-12 text-muted">
          <Money amount={value} />
        </span>
        <span className="min-w-12 text-right font-medium tabular-nums">{inWords(share)}</span>
      </div>
      <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className={`h-full rounded-full ${fillOf(ticker)}`} style={{ width: `${share}%` }} />
      </div>
    </li>
  )
}

/** The percentage without a sign, because a share is neither a gain nor a loss. */
const inWords = (share: number): string => formatPercent(share, 1).slice(1)

const fillOf = (ticker: string | null): string =>
  ticker === null
    ? 'bg-[repeating-linear-gradient(135deg,var(--color-control)_0_2px,transparent_2px_5px)]'
    : 'bg-accent'

interface Part {
  /** Null for the cash. */
  readonly ticker: string | null
  readonly value: Cents
  /** In percent of the total value. */
  readonly share: number
}

/** The parts, with the largest first and the cash last. */
export function partsOf({ holdings, cash_balance, total_value }: Portfolio): Part[] {
  const total = fromDollars(total_value)
  const partOf = (ticker: string | null, dollars: number): Part => {
    const value = fromDollars(dollars)
    return { ticker, value, share: total === 0 ? 0 : percent(value, total) }
  }
  const stocks = holdings.map(({ ticker, market_value }) => partOf(ticker, market_value))
  return [...stocks.toSorted((a, b) => b.value - a.value), partOf(null, cash_balance)]
}
