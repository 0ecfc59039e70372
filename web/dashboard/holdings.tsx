// The card of holdings on the dashboard: one line for each stock, and the open orders as lines below them.
import { formatMoney, formatQuantity, fromDollars } from '@tengrand/core/money.ts'
import { companyName, isTicker } from '@tengrand/core/tickers.ts'
import { memo } from 'react'

import { useLogError } from '../browser/log.ts'
import { MarketLink } from '../market/search.tsx'
import { TodayChange } from '../market/quotes/quote-marks.tsx'
import { OpenOrders } from '../orders/open-orders.tsx'
import { holdingsView } from '../portfolio/holdings-table.tsx'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import type { Holding, Portfolio } from '../portfolio/queries.ts'
import { useNextStep } from '../portfolio/scope.tsx'
import { Card } from '../ui/card.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { StockLink } from '../portfolio/stock-link.tsx'
import { shortName } from './market.tsx'
import { RowTable } from './row-table.tsx'

/** A newcomer has the way to the market in another card. */
export function Holdings({ isNewcomer }: { isNewcomer: boolean }) {
  const portfolio = useLivePortfolio()
  const next = useNextStep('Start trading to build your portfolio!')
  useLogError('The portfolio could not be loaded.', portfolio.error)
  return (
    <Card title="Holdings" aside={<Cash {...portfolio.data} />}>
      <div className="-mt-2 -mb-3 md:-mb-4">
        <QueryView
          view={holdingsView(portfolio)}
          loading="Loading portfolio..."
          empty={['No holdings yet.', next]}
          whenEmpty={!isNewcomer && <MarketLink />}
          rows={4}
        >
          {({ holdings }) => (
            <RowTable label="Holdings" heads={heads} headLook="max-md:hidden">
              {holdings.map((holding) => (
                <tr
                  key={holding.ticker}
                  className="h-9 cursor-pointer border-t border-line hover:bg-sunken/60 max-md:grid max-md:h-auto max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:gap-x-1 max-md:px-5 max-md:py-2"
                >
                  <Stock ticker={holding.ticker} />
                  <Worth holding={holding} />
                </tr>
              ))}
            </RowTable>
          )}
        </QueryView>
        <OpenOrders isPart />
      </div>
    </Card>
  )
}

function Cash({ cash_balance: cash, free_cash: free = cash }: Partial<Portfolio>) {
  return (
    <span className="text-muted">
      Cash Balance{' '}
      <span className="font-semibold text-ink">
        {cash === undefined ? '—' : <Money amount={fromDollars(cash)} />}
      </span>
      {free !== cash && free !== undefined && ` · ${formatMoney(fromDollars(free))} to spend`}
    </span>
  )
}

const heads = ['Stock', 'Shares', 'Price', 'Today', 'Value', 'Gain/Loss']

/** Memoized, as it does not depend on prices. */
const Stock = memo(({ ticker }: { ticker: string }) => (
  <th
    scope="row"
    className="w-full max-w-0 truncate text-left font-normal max-md:col-span-3 max-md:w-auto max-md:max-w-none max-md:p-0 md:pl-6"
  >
    <StockLink ticker={ticker} className="inline-block min-w-14" />
    <span className="ml-1 text-muted lg:max-xl:hidden">
      <span className="xl:hidden">{isTicker(ticker) && shortName(ticker)}</span>
      <span className="max-xl:hidden">{isTicker(ticker) && companyName(ticker)}</span>
    </span>
  </th>
))

function Worth({ holding }: { holding: Holding }) {
  const { ticker, quantity, gain_loss, gain_loss_percent } = holding
  return (
    <>
      <td className={`${cell} ${second}`}>
        {formatQuantity(quantity)}
        <span className="md:hidden"> {quantity === 1 ? 'share' : 'shares'} at</span>
      </td>
      <td className={`${cell} ${second}`}>
        <Money amount={fromDollars(holding.current_price)} />
      </td>
      <td
        className={`${cell} ${second} md:min-w-24 max-md:pl-1 max-[23.4rem]:col-start-4 max-[23.4rem]:row-start-3 min-[23.4rem]:max-md:text-left`}
      >
        <TodayChange ticker={ticker} />
      </td>
      <td className={`${cell} font-medium max-md:col-start-4 max-md:row-start-1`}>
        <Money amount={fromDollars(holding.market_value)} />
      </td>
      <td className={`${cell} max-md:col-start-4 max-md:row-start-2 max-md:text-12 md:pr-6`}>
        <Gain amount={fromDollars(gain_loss)} percent={gain_loss_percent} />
      </td>
    </>
  )
}

const cell = 'text-right align-middle whitespace-nowrap tabular-nums max-md:p-0 md:pl-4'
/** The second line of a row on a phone. */
const second = 'max-md:row-start-2 max-md:text-12 max-md:text-muted max-[23.4rem]:tracking-tight'
