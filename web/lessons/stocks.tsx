// The stocks of a lesson: price, change since the start, a small line and the shares that are held; and one that is opened, with
// its chart and the actions.
import { formatMoney, formatShares, times, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import { memo } from 'react'

import type { LessonMarket } from '../leagues/lesson-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { day, makeScale, padPrice, pathOf } from '../ui/line-chart-scale.ts'
import { LineChart, Plot, Stroke } from '../ui/line-chart.tsx'
import { GainPercent, Missing, Money } from '../ui/money.tsx'
import { isLoss, type Line as Points } from './lines.ts'
import type { Played } from './played.ts'
import { TradeActions, type TradeActionsProps } from './trade-actions.tsx'

interface StockListProps extends Pick<LessonMarket, 'listing'> {
  readonly played: Played
  /** Called with the symbol; does not change. */
  readonly onOpen: (symbol: string) => void
}

/** The id of the button that opens a stock. */
export const openerId = (symbol: string): string => `open-${symbol}`

export const StockList = ({ listing, played, onOpen }: StockListProps) => (
  <ul aria-label="Stocks" className="lg:grid lg:grid-cols-2 lg:gap-x-10">
    {listing.map(({ symbol, name }) => (
      <Row
        key={symbol}
        symbol={symbol}
        name={name}
        price={played.quotes.get(symbol)?.price}
        line={played.lines.get(symbol)}
        shares={played.position?.shares[symbol] ?? 0}
        onOpen={onOpen}
      />
    ))}
  </ul>
)

interface RowProps extends Pick<StockListProps, 'onOpen'> {
  readonly symbol: string
  readonly name: string
  readonly price: Cents | undefined
  readonly line: Points | undefined
  readonly shares: number
}

/** Memoized, so that an order or a pause does not draw all rows again. The button covers its whole row. */
const Row = memo(({ symbol, name, price, line, shares, onOpen }: RowProps) => (
  <li className="relative flex min-h-16 items-center gap-3 border-t border-line hover:bg-sunken/60">
    <span
      aria-hidden="true"
      className="flex size-9 items-center justify-center rounded-control bg-sunken font-semibold"
    >
      {symbol}
    </span>
    <span className="min-w-0 flex-1">
      <button
        type="button"
        id={openerId(symbol)}
        aria-haspopup="dialog"
        onClick={() => onOpen(symbol)}
        className="block text-15 font-medium after:absolute after:inset-0 after:rounded-control"
      >
        {name}
      </button>
      <span className="block min-h-4 text-12 text-muted tabular-nums">
        {shares > 0 && formatShares(shares)}
      </span>
    </span>
    <span className="relative block h-9 w-18">
      {line && line.length > 1 && <Line points={line} />}
    </span>
    <span className="w-24 shrink-0 text-right">
      <span className="block text-15 font-medium">
        <Money amount={price} />
      </span>
      <span className="block min-h-4 text-12">
        <SinceStart price={price} start={line?.[0]?.value} />
      </span>
    </span>
  </li>
))

/** Memoized: it changes every few ticks, the price with every tick. */
const Line = memo(({ points }: { points: Points }) => (
  <Plot className={`pointer-events-none ${isLoss(points) ? 'text-loss' : 'text-gain'}`}>
    <Stroke path={pathOf(points, makeScale(points, padPrice))} strokeWidth="1.5" />
  </Plot>
))

type SinceStartProps = Readonly<Record<'price' | 'start', Cents | undefined>>

function SinceStart({ price, start }: SinceStartProps) {
  if (price === undefined || start === undefined) return <Missing />
  const { amount, percent } = returnSince(start, price)
  return <GainPercent value={percent} amount={amount} digits={1} />
}

interface StockSheetProps extends TradeActionsProps {
  readonly name: string
  readonly onClose: () => void
}

export function StockSheet({ name, onClose, ...trading }: StockSheetProps) {
  const { symbol, played } = trading
  const { quotes, position, linesNow } = played
  const price = quotes.get(symbol)?.price
  const shares = position?.shares[symbol] ?? 0
  const line = linesNow.get(symbol) ?? []
  return (
    <Dialog title={name} onCancel={onClose}>
      {/* At the height of the title, so that it is not between the price and the chart. */}
      <Button kind="secondary" onClick={onClose} className="absolute top-2 right-3">
        Close
      </Button>
      <p className="mt-2 flex items-baseline gap-x-3 overflow-hidden whitespace-nowrap">
        <span className="text-24 font-semibold tracking-tight">
          <Money amount={price} />
        </span>
        <span className="flex items-baseline gap-x-1.5 text-muted">
          <SinceStart price={price} start={line[0]?.value} /> since the start
        </span>
      </p>
      <div className="-mt-5 min-h-48">
        {line.length > 0 && (
          <LineChart
            label={`${name} since the start`}
            points={line}
            padding={padPrice}
            tone={isLoss(line) ? 'loss' : 'gain'}
            when={(at) => day.format(at)}
            height="h-[16dvh]"
          />
        )}
      </div>
      <p className="mt-3 grid min-h-10 justify-between gap-x-4 tabular-nums sm:flex">
        {position && (
          <>
            <span>
              {shares === 0 ? 'You own none' : `You own ${formatShares(shares)}`}
              {price !== undefined && shares > 0 && `, ${formatMoney(times(price, shares))}`}
            </span>
            <span>Cash {formatMoney(position.cash)}</span>
          </>
        )}
      </p>
      <TradeActions {...trading} />
    </Dialog>
  )
}
