// The table of holdings, which can be sorted by each column, with its loading and empty states; on a phone three lines each.
import { formatQuantity, fromDollars } from '@tengrand/core/money.ts'
import { memo, useState, type ReactNode } from 'react'

import { openingRows } from '../browser/opening-rows.ts'
import { TodayChange } from '../market/quotes/quote-marks.tsx'
import { Gain, GainPercent, Money } from '../ui/money.tsx'
import { QueryView, viewOf, type View } from '../ui/query-view.tsx'
import { StockLink } from './stock-link.tsx'
import { useIsMasked, useStockName } from './stock-names.ts'
import { firstOrder, HoldingsHead, HoldingsSort, inOrder } from './holdings-sort.tsx'
import type { Holding, Portfolio } from './queries.ts'
import { useNextStep } from './scope.tsx'

export const holdingsView = (query: Parameters<typeof viewOf<Portfolio>>[0]): View<Portfolio> =>
  viewOf(query, {
    isEmpty: ({ holdings }) => holdings.length === 0,
    what: 'portfolio',
  })

interface LiveHoldingsProps {
  readonly view: View<Portfolio>
  readonly rows: number
  readonly whenEmpty?: ReactNode
}

/** The holdings of an open portfolio. */
export function LiveHoldings(props: LiveHoldingsProps) {
  const step = useIsMasked()
    ? 'Buy your first stock on the page Play.'
    : 'Start trading to build your portfolio!'
  return (
    <QueryView
      {...props}
      loading="Loading portfolio..."
      empty={['No holdings yet.', useNextStep(step)]}
    >
      {({ holdings }) => <HoldingsTable holdings={holdings} />}
    </QueryView>
  )
}

interface HoldingsTableProps {
  readonly holdings: readonly Holding[]
  /** A closed chapter has closing prices, and no change today. */
  readonly isClosed?: boolean
}

/** The table reaches to the edges of its card. */
export function HoldingsTable({ holdings, isClosed = false }: HoldingsTableProps) {
  const [order, setOrder] = useState(firstOrder)
  return (
    <div className="-mx-5 -mb-5 md:-mx-6 md:-mb-6">
      {holdings.length > 1 && (
        <HoldingsSort isClosed={isClosed} order={order} onChange={setOrder} />
      )}
      <table ref={openingRows} aria-label="Holdings" className="w-full max-md:block">
        <HoldingsHead isClosed={isClosed} order={order} onChange={setOrder} />
        <tbody className="max-md:block">
          {inOrder(holdings, order).map((holding) => (
            <tr
              key={holding.ticker}
              className="cursor-pointer border-t border-line hover:bg-sunken/60 max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-1.5 max-md:px-5 max-md:py-3"
            >
              <Held
                ticker={holding.ticker}
                quantity={holding.quantity}
                averagePrice={holding.avg_price}
              />
              <Worth holding={holding} isClosed={isClosed} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeldProps = { ticker: string; quantity: number; averagePrice: number }

/** The cells without a live price; memo keeps price changes from drawing them again. */
const Held = memo(({ ticker, quantity, averagePrice }: HeldProps) => (
  <>
    <th
      scope="row"
      className="py-2.5 pl-6 text-left font-normal max-md:col-span-2 max-md:flex max-md:items-baseline max-md:gap-x-2 max-md:p-0"
    >
      <StockLink ticker={ticker} />
      <span className="block text-12 text-muted">{useStockName()(ticker)}</span>
    </th>
    <td className={`${cell} ${line} max-md:row-start-2 max-md:text-muted`}>
      {formatQuantity(quantity)}
      <span className="md:hidden">{quantity === 1 ? ' share' : ' shares'} ·</span>
    </td>
    <td className={`${cell} ${line} max-md:row-start-2 max-md:text-left max-md:text-muted`}>
      <span className="md:hidden">avg </span>
      <Money amount={fromDollars(averagePrice)} />
    </td>
  </>
))

/** The cells that move with the price. */
function Worth({ holding, isClosed }: { holding: Holding; isClosed: boolean }) {
  const price = fromDollars(holding.current_price)
  const value = fromDollars(holding.market_value)
  const gain = fromDollars(holding.gain_loss)
  // A day of a lesson passes within seconds.
  const isMasked = useIsMasked()
  return (
    <>
      <td
        className={`${cell} ${line} max-md:col-span-2 max-md:row-start-3 max-md:flex max-md:items-baseline max-md:gap-x-1.5 max-md:text-muted`}
      >
        <span className="md:block">
          <span className={isClosed ? 'md:hidden' : 'sr-only md:hidden'}>
            {isClosed ? 'at the end ' : 'now '}
          </span>
          <Money amount={price} />
        </span>
        {!isClosed && !isMasked && (
          <span className={`flex h-4 gap-1 text-12 text-muted md:justify-end ${line}`}>
            <span className="min-w-15 text-right">
              <TodayChange ticker={holding.ticker} />
            </span>
            today
          </span>
        )}
      </td>
      <td className={`${cell} font-medium max-md:col-start-3 max-md:row-start-1`}>
        <Money amount={value} />
      </td>
      <td className={`${gainCell} max-md:row-start-2`}>
        <Gain amount={gain} />
      </td>
      <td className={`${gainCell} pr-6 max-md:row-start-3`}>
        <GainPercent value={holding.gain_loss_percent} amount={gain} />
      </td>
    </>
  )
}

const cell = 'py-2.5 pl-3 text-right align-middle tabular-nums max-md:p-0'

/** The second and third line of a row on a phone; 14 pixels need a screen of 374. */
const line = 'max-md:text-[clamp(0.75rem,3.75vw,0.875rem)]'

/** A gain of zero has no triangle, which would make its line higher; the height is that of a line without one. */
const gainCell = `${cell} ${line} h-5 max-md:col-start-3`
