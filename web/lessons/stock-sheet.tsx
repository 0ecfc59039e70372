// A stock of a lesson, opened: its chart since the start, what the learner has of it, and the actions.
import { formatMoney, formatShares, times } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'

import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { day, padPrice, type ChartPoint } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { Missing, Money } from '../ui/money.tsx'
import type { LiveLesson } from './live.ts'
import type { Position } from './position.ts'
import { SinceStart } from './stock-list.tsx'
import { TradeActions, type TradeActionsProps } from './trade-actions.tsx'
import type { Lines } from './trail.ts'

interface StockSheetProps extends Omit<TradeActionsProps, 'has' | 'prices'> {
  readonly symbol: string
  readonly name: string
  readonly quotes: LiveLesson['quotes']
  readonly lines: Lines
  readonly position: Position | undefined
  /** The market instant. */
  readonly now: number | null
  readonly onClose: () => void
}

export function StockSheet(props: StockSheetProps) {
  const { name, symbol, quotes, lines, position, now, onClose, ...trading } = props
  const prices = quotes.get(symbol)
  const line = lines.get(symbol)
  const price = prices?.price
  const has = position ? { cash: position.cash, shares: position.shares[symbol] ?? 0 } : null
  return (
    <Dialog title={name} onCancel={onClose}>
      {/* At the height of the title, so that it is not between the price and the chart. */}
      <Button kind="secondary" onClick={onClose} className="absolute top-2 right-3">
        Close
      </Button>
      <p className="mt-2 flex items-baseline gap-x-3 overflow-hidden whitespace-nowrap">
        <span className="text-24 font-semibold tracking-tight">
          {price === undefined ? <Missing /> : <Money amount={price} />}
        </span>
        <span className="flex items-baseline gap-x-1.5 text-muted">
          <SinceStart price={price} start={line?.[0]?.value} /> since the start
        </span>
      </p>
      <div className="-mt-5 min-h-48">
        {line && line.length > 0 && <Chart label={name} line={line} price={price} now={now} />}
      </div>
      <p className="mt-3 grid min-h-10 justify-between gap-x-4 tabular-nums sm:flex">
        {has && (
          <>
            <span>
              {has.shares === 0 ? 'You own none' : `You own ${formatShares(has.shares)}`}
              {price !== undefined &&
                has.shares > 0 &&
                `, ${formatMoney(times(price, has.shares))}`}
            </span>
            <span>Cash {formatMoney(has.cash)}</span>
          </>
        )}
      </p>
      <TradeActions prices={prices} has={has} {...trading} />
    </Dialog>
  )
}

const dayWords = (at: number): string => day.format(at)

interface ChartProps extends Pick<StockSheetProps, 'now'> {
  readonly label: string
  readonly line: readonly ChartPoint[]
  readonly price: Prices['price'] | undefined
}

function Chart({ label, line, price, now }: ChartProps) {
  const isNew = now !== null && now > (line.at(-1)?.at ?? 0)
  const points = price !== undefined && isNew ? [...line, { at: now, value: price }] : line
  const isLoss = (points.at(-1)?.value ?? 0) < (points[0]?.value ?? 0)
  return (
    <LineChart
      label={`${label} since the start`}
      points={points}
      padding={padPrice}
      tone={isLoss ? 'loss' : 'gain'}
      when={dayWords}
      height="h-[16dvh]"
    />
  )
}
