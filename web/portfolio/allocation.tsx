// The allocation card: the share of each stock or sector and of the cash in the total value, as a bar and a list.
import { bySector, sharesOf, type Held } from '@tengrand/core/diversification.ts'
import { formatPercent, fromDollars, type Cents } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Money } from '../ui/money.tsx'
import { Ranges } from '../ui/ranges.tsx'
import type { Portfolio } from './queries.ts'
import { useIsMasked, useStockName } from './stock-names.ts'

const splits = [
  { value: 'stock', label: 'Stock' },
  { value: 'sector', label: 'Sector' },
] as const

type Split = (typeof splits)[number]['value']

/** Parts are not distinguished by color alone: each has its own line in the list, and the cash is striped. */
export function Allocation({ portfolio }: { portfolio: Portfolio }) {
  const [split, setSplit] = useState<Split>('stock')
  const parts = partsOf(portfolio, split)
  // The stocks of a lesson have no sectors.
  const isMasked = useIsMasked()
  return (
    <Card
      title={<Explained term="allocation">Allocation</Explained>}
      aside={
        portfolio.holdings.length > 0 &&
        !isMasked && (
          <Ranges label="Share of total by" choices={splits} value={split} onChange={setSplit} />
        )
      }
    >
      {parts.length > 1 && <Whole parts={parts} />}
      <ul className="grid grid-cols-1 gap-3">
        {parts.map((part) => (
          <AllocationRow key={part.of} {...{ part, split }} />
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
          <div key={line} className="skeleton min-h-5" />
        ))}
      </div>
    </Card>
  )
}

/** All parts side by side, in the order of the list below. */
function Whole({ parts }: { parts: readonly Part[] }) {
  return (
    <div aria-hidden="true" className="mb-5 flex h-3 gap-0.5 overflow-hidden rounded-full">
      {parts.map((part) => (
        <span
          key={part.of}
          className={`basis-0 ${fillOf(part)}`}
          style={{ flexGrow: part.share }}
        />
      ))}
    </div>
  )
}

function AllocationRow({ part, split }: { part: Part; split: Split }) {
  return (
    <li>
      {split === 'stock' ? <InOneLine part={part} /> : <InTwoLines part={part} />}
      <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${fillOf(part)}`}
          style={{ width: `${part.share}%` }}
        />
      </div>
    </li>
  )
}

function InOneLine({ part: { of, value, share } }: { part: Part }) {
  const nameOf = useStockName()
  return (
    <div className="flex items-baseline gap-2">
      <span className="font-semibold">{of ?? 'Cash'}</span>
      <span className="min-w-0 flex-1 text-12 text-muted">{of !== null && nameOf(of)}</span>
      <span className="text-muted">
        <Money amount={value} />
      </span>
      <span className="min-w-11 text-right font-medium tabular-nums">{inWords(share)}</span>
    </div>
  )
}

/** The name of a sector is long, and so may be the list of its stocks. */
function InTwoLines({ part: { of, note, value, share } }: { part: Part }) {
  return (
    <>
      <div className="flex gap-2">
        <span className="flex-1 font-semibold">{of ?? 'Cash'}</span>
        <span className="font-medium tabular-nums">{inWords(share)}</span>
      </div>
      <div className="flex items-baseline gap-2 text-muted">
        <span className="flex-1 text-12">{note}</span>
        <Money amount={value} />
      </div>
    </>
  )
}

/** The percentage without a sign, because a share is neither a gain nor a loss. */
const inWords = (share: number): string => formatPercent(share, 1).slice(1)

const fillOf = ({ of }: Part): string =>
  of === null
    ? 'bg-[repeating-linear-gradient(135deg,var(--color-control)_0_2px,transparent_2px_5px)]'
    : 'bg-accent'

interface Part {
  /** The ticker or the sector; null for the cash. */
  readonly of: string | null
  /** The stocks of a sector. */
  readonly note: string
  readonly value: Cents
  /** In percent of the total value. */
  readonly share: number
}

/** The parts, with the largest first and the cash last. */
export function partsOf(portfolio: Portfolio, split: Split): Part[] {
  const parts = [
    ...(split === 'stock' ? stocksOf(portfolio) : sectorsOf(heldIn(portfolio))),
    { of: null, note: '', value: fromDollars(portfolio.cash_balance) },
  ]
  const shares = sharesOf(parts.map(({ value }) => value))
  return parts.map(({ of, note, value }, index) => ({ of, note, value, share: shares[index] ?? 0 }))
}

const stocksOf = ({ holdings }: Portfolio) =>
  holdings
    .map(({ ticker, market_value }) => ({ of: ticker, note: '', value: fromDollars(market_value) }))
    .toSorted((one, next) => next.value - one.value)

const sectorsOf = (held: readonly Held[]) =>
  bySector(held).map(({ sector, value, tickers }) => ({
    of: sector,
    note: tickers.join(', '),
    value,
  }))

export const heldIn = ({ holdings }: Portfolio): Held[] =>
  holdings.flatMap(({ ticker, market_value }) =>
    isTicker(ticker) ? [{ ticker, value: fromDollars(market_value) }] : [],
  )
