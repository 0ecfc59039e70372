// The figure of the yearly cost of buying and selling again, by frequency, at a price that does not move.
import { openStartingCash as start } from '@tengrand/core/contest.ts'
import { cents, formatMoney, times, type Cents } from '@tengrand/core/money.ts'
import { pricesAround, type Prices } from '@tengrand/core/quote.ts'

import { Bars } from './bars.tsx'
import { wholeDollars } from './figure.tsx'

/** The prices of a stock with the widest spread of the market. */
export const prices = pricesAround(cents(27_04))

const costOf = (rounds: number): Cents => cents(start - afterRounds(start, prices, rounds))

export const daily = costOf(252)

const bars = [
  { words: 'once', value: costOf(1) },
  { words: 'every month', value: costOf(12) },
  { words: 'every week', value: costOf(52) },
  { words: 'every trading day', value: daily },
].map(({ words, value }) => ({ words, value, shown: formatMoney(value) }))

export function RoundTrips() {
  return (
    <Bars
      title={`What buying and selling ${wholeDollars(start)} costs in a year`}
      caption={`Computed: bought at ${formatMoney(prices.ask)}, sold at ${formatMoney(prices.bid)}, and the price never moves.`}
      bars={bars}
    />
  )
}

/** The cash left after buying as many shares as possible and selling them again, `rounds` times. */
export function afterRounds(money: Cents, { bid, ask }: Prices, rounds: number): Cents {
  let cash = money
  for (let round = 0; round < rounds; round += 1) {
    const shares = Math.floor(cash / ask)
    cash = cents(cash - times(ask, shares) + times(bid, shares))
  }
  return cash
}
