// What the learner holds of a stock, and what it has gained: on paper, by sales, and both together.
import { cents, formatQuantity, fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { ReactNode } from 'react'

import type { Holding } from '../portfolio/queries.ts'
import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/explained.tsx'
import { Flash } from '../ui/flash.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'

interface PositionProps {
  readonly ticker: Ticker
  readonly position: View<Holding>
  readonly hasTraded: boolean
  /** By sales and splits; null where there was none. */
  readonly realized: Cents | null
}

export function Position({ ticker, position, hasTraded, realized }: PositionProps) {
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
          {(holding) => <Figures holding={holding} realized={realized} />}
        </QueryView>
        {position.state === 'empty' && realized !== null && (
          <dl className="border-t border-line pt-3 tabular-nums">
            <Realized gain={realized} />
          </dl>
        )}
      </div>
    </Card>
  )
}

interface FiguresProps {
  readonly holding: Holding
  readonly realized: Cents | null
}

function Figures({ holding, realized }: FiguresProps) {
  const value = fromDollars(holding.market_value)
  const gain = fromDollars(holding.gain_loss)
  return (
    <dl className="grid gap-y-2 tabular-nums">
      <Figure name="Quantity">{formatQuantity(holding.quantity)}</Figure>
      <Figure name={<Explained term="average price">Avg. Price</Explained>}>
        <Money amount={fromDollars(holding.avg_price)} />
      </Figure>
      <Figure name="Cost">
        <Money amount={cents(value - gain)} />
      </Figure>
      <Figure name={<Explained term="market value">Market Value</Explained>}>
        <Flash value={value}>
          <Money amount={value} />
        </Flash>
      </Figure>
      <Figure name={realized === null ? 'Gain/Loss' : onPaper}>
        <Gain amount={gain} percent={holding.gain_loss_percent} />
      </Figure>
      {realized !== null && (
        <>
          <Realized gain={realized} />
          <Figure name="Both together">
            <Gain amount={cents(realized + gain)} />
          </Figure>
        </>
      )}
    </dl>
  )
}

const onPaper = <Explained term="on paper">Gain/Loss on paper</Explained>

function Realized({ gain }: { gain: Cents }) {
  return (
    <Figure
      name={<Explained term="realized gain">Realized {gain < 0 ? 'loss' : 'gain'}</Explained>}
    >
      <Gain amount={gain} />
    </Figure>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
