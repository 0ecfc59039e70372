// What the learner holds of a stock, and how it has done.
import { cents, formatQuantity, fromDollars } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { ReactNode } from 'react'

import type { Holding } from '../learner-queries.ts'
import { Card } from '../ui/card.tsx'
import { Flash } from '../ui/flash.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'

interface PositionProps {
  readonly ticker: Ticker
  readonly position: View<Holding>
  readonly hasTraded: boolean
}

export function Position({ ticker, position, hasTraded }: PositionProps) {
  return (
    <Card title="Your position">
      <div className="min-h-33">
        <QueryView
          view={position}
          loading="Loading portfolio..."
          empty={
            hasTraded
              ? [`You have no ${ticker} now.`, 'Buy a share to hold it again.']
              : [`You have no ${ticker} yet.`, 'Buy a share to begin with.']
          }
          rows={2}
        >
          {(holding) => <Figures holding={holding} />}
        </QueryView>
      </div>
    </Card>
  )
}

function Figures({ holding }: { holding: Holding }) {
  const value = fromDollars(holding.market_value)
  const gain = fromDollars(holding.gain_loss)
  return (
    <dl className="grid gap-y-2 tabular-nums">
      <Figure name="Quantity">{formatQuantity(holding.quantity)}</Figure>
      <Figure name="Avg. Price">
        <Money amount={fromDollars(holding.avg_price)} />
      </Figure>
      <Figure name="Cost">
        <Money amount={cents(value - gain)} />
      </Figure>
      <Figure name="Market Value">
        <Flash value={value}>
          <Money amount={value} />
        </Flash>
      </Figure>
      <Figure name="Gain/Loss">
        <Gain amount={gain} percent={holding.gain_loss_percent} />
      </Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
