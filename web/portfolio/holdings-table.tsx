// The stocks that a learner holds, as a table that can be put in order by each column; on a phone three lines for each.
import { formatQuantity, fromDollars } from '@tengrand/core/money.ts'
import { companyName, isTicker } from '@tengrand/core/tickers.ts'
import { memo, useState, type ComponentType } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { firstOrder, HoldingsHead, HoldingsSort, inOrder } from './holdings-sort.tsx'
import type { Holding } from './queries.ts'
import { Gain, GainPercent, Money } from '../ui/money.tsx'

type Today = ComponentType<{ ticker: string }>

interface HoldingsTableProps {
  readonly holdings: readonly Holding[]
  /** How the price of a stock has changed today: the `TodayChange` of the live quotes; nothing where the chapter is over. */
  readonly today?: Today | undefined
}

/** Stands in a card and reaches to its edges. */
export function HoldingsTable({ holdings, today }: HoldingsTableProps) {
  const [order, setOrder] = useState(firstOrder)
  return (
    <div className="-mx-5 -mb-5 md:-mx-6 md:-mb-6">
      {holdings.length > 1 && <HoldingsSort isClosed={!today} order={order} onChange={setOrder} />}
      <table aria-label="Holdings" className="w-full max-md:block">
        <HoldingsHead isClosed={!today} order={order} onChange={setOrder} />
        <tbody className="max-md:block">
          {inOrder(holdings, order).map((holding) => (
            <Row key={holding.ticker} holding={holding} today={today} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly holding: Holding
  readonly today: Today | undefined
}

function Row({ holding, today }: RowProps) {
  return (
    <tr className="relative border-t border-line hover:bg-sunken/60 max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-1.5 max-md:px-5 max-md:py-3">
      <Held ticker={holding.ticker} quantity={holding.quantity} averagePrice={holding.avg_price} />
      <Worth holding={holding} today={today} />
    </tr>
  )
}

interface HeldProps {
  readonly ticker: string
  readonly quantity: number
  readonly averagePrice: number
}

/** What stays while prices change, and is not drawn again for them. */
const Held = memo(({ ticker, quantity, averagePrice }: HeldProps) => {
  const paths = usePaths()
  return (
    <>
      <th
        scope="row"
        className="py-2.5 pl-6 text-left font-normal max-md:col-span-2 max-md:flex max-md:min-w-0 max-md:items-baseline max-md:gap-2 max-md:p-0"
      >
        <Link to={paths.stock(ticker)} className={tickerLink}>
          {ticker}
        </Link>
        <span className="block text-12 text-muted">{isTicker(ticker) && companyName(ticker)}</span>
      </th>
      <td className={`${cell} max-md:row-start-2 max-md:-mr-0.5 max-md:text-12 max-md:text-muted`}>
        {formatQuantity(quantity)}
        <span className="md:hidden">{quantity === 1 ? ' share' : ' shares'} ·</span>
      </td>
      <td
        className={`${cell} max-md:row-start-2 max-md:text-left max-md:text-12 max-md:text-muted`}
      >
        <span className="md:hidden">avg </span>
        <Money amount={fromDollars(averagePrice)} />
      </td>
    </>
  )
})

/** What moves with the price. */
function Worth({ holding, today: Change }: RowProps) {
  const price = fromDollars(holding.current_price)
  const value = fromDollars(holding.market_value)
  const gain = fromDollars(holding.gain_loss)
  return (
    <>
      <td
        className={`${cell} max-md:col-span-2 max-md:row-start-3 max-md:flex max-md:flex-wrap max-md:gap-x-1.5 max-md:text-12 max-md:text-muted`}
      >
        <span className="md:block">
          <span className="md:hidden">{Change ? 'now ' : 'at the end '}</span>
          <Money amount={price} />
        </span>
        {Change && (
          <span className="flex h-4 gap-1 text-12 text-muted md:justify-end">
            <span className="min-w-15 text-right">
              <Change ticker={holding.ticker} />
            </span>
            today
          </span>
        )}
      </td>
      <td className={`${cell} font-medium max-md:col-start-3 max-md:row-start-1`}>
        <Money amount={value} />
      </td>
      <td className={`${cell} max-md:col-start-3 max-md:row-start-2 max-md:text-12`}>
        <Gain amount={gain} />
      </td>
      <td className={`${cell} pr-6 max-md:col-start-3 max-md:row-start-3 max-md:text-12`}>
        <GainPercent value={holding.gain_loss_percent} amount={gain} />
      </td>
    </>
  )
}

const cell = 'py-2.5 pl-3 text-right align-middle whitespace-nowrap tabular-nums max-md:p-0'

/** On a phone the whole row leads to the stock: a finger needs the room. */
const tickerLink =
  'rounded-sm font-semibold hover:text-accent hover:underline max-md:after:absolute max-md:after:inset-0'
