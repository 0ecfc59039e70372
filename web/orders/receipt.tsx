// What an order has come to: what, how many, at which price, what is left, and what a sale has gained.
import { formatMoney, formatShares, fromDollars } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import type { Receipt } from './send-trade.ts'
import { Gain } from '../ui/money.tsx'

export function TradeReceipt({ trade, cash_balance }: Receipt) {
  const { type, ticker, quantity, price, total, realized_gain, realized_gain_percent } = trade
  return (
    <div role="group" aria-label="Receipt">
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 px-4 tabular-nums">
        <Row name={type === 'BUY' ? 'Bought' : 'Sold'}>
          {ticker}, {formatShares(quantity)}
        </Row>
        <Row name="Price">{formatMoney(fromDollars(price))}</Row>
        <Row name="Total">{formatMoney(fromDollars(total))}</Row>
        <Row name="Cash now">{formatMoney(fromDollars(cash_balance))}</Row>
        {realized_gain !== null && (
          <Row name={realized_gain < 0 ? 'Realized loss' : 'Realized gain'}>
            <Gain
              amount={fromDollars(realized_gain)}
              {...(realized_gain_percent === null ? {} : { percent: realized_gain_percent })}
            />
          </Row>
        )}
      </dl>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </>
  )
}
