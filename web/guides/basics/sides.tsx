// The two prices that a share has at any moment, and what the gap between them costs.
import { cents, formatMoney, times } from '@tengrand/core/money.ts'

import { glossary } from '../../ui/glossary.ts'
import { daily, prices, RoundTrips } from '../figures/round-trips.tsx'

const { price, bid, ask } = prices
const shares = 100
const lessAtOnce = times(cents(ask - price), shares)
const lessAfterSale = times(cents(ask - bid), shares)

export function Sides() {
  return (
    <>
      <p>
        At any moment a share has two prices. {glossary.bid} {glossary.ask} The gap between them is
        the <strong>spread</strong>: it pays those who always stand ready to trade. Here it is one
        cent, or two on real prices.
      </p>
      <p>
        Say a share is worth {formatMoney(price)}, sells at {formatMoney(bid)} and buys at{' '}
        {formatMoney(ask)}. If you buy {shares}, you are at once {formatMoney(lessAtOnce)} behind.
        If you sell them again, {formatMoney(lessAfterSale)} is gone, although no price has moved.
      </p>
      <RoundTrips />
      <p>
        Whoever holds pays the spread once. Whoever trades back and forth pays it every time, in our
        example {formatMoney(daily)} in a year of daily trades, and so loses unless prices move
        further than the spread.
      </p>
    </>
  )
}
