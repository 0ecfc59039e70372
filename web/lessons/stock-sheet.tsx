// A stock of a lesson, opened: its chart since the start, what the learner has of it, and the actions.
import { formatMoney, formatShares, times } from '@tengrand/core/money.ts'

import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { day, padPrice } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { Missing, Money } from '../ui/money.tsx'
import { isLoss } from './lines.ts'
import { SinceStart } from './stock-list.tsx'
import { TradeActions, type TradeActionsProps } from './trade-actions.tsx'

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
          {price === undefined ? <Missing /> : <Money amount={price} />}
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
