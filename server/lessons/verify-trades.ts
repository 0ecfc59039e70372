// Computes the trades of a proof again: their ticks, prices, quantities and the cash after each of them.
import type { LessonProof, ProofTrade } from '@tengrand/contract/lesson-proof.ts'
import { marketAt, tickerOfSymbol } from '@tengrand/core/lesson.ts'
import { cents, formatMoney, formatQuantity, times, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'

import { lessonMarket } from '../market/simulated/lesson.ts'

/** What the trades of a row come to. */
export interface Result {
  readonly value: Cents
  readonly firstTrade: number | null
}

interface Holdings {
  cash: Cents
  readonly shares: Map<string, number>
  firstTrade: number | null
}

/** Takes the trades in the order of the proof. */
export function openBook(proof: LessonProof, pausedTicks: ReadonlySet<number>) {
  const { lesson, board, trades, last_tick: lastTick } = proof
  const pricesAt = openPrices(lesson)
  const rows = board.map((): Holdings => {
    return { cash: cents(lesson.starting_cash), shares: new Map(), firstTrade: null }
  })
  return {
    /** The fault of the trade, or null. */
    add: (trade: ProofTrade, index: number): string | null => {
      const { place, tick, symbol } = trade
      const before = trades[index - 1]?.tick ?? 0
      const [row, holdings] = [board[place - 1], rows[place - 1]]
      if (tick < before) return `tick ${tick} comes after tick ${before}.`
      if (tick < 1) return 'no order fills before tick 1.'
      if (tick >= lastTick) return `no order fills at tick ${tick}, as tick ${lastTick} is the end.`
      // An order that waits when a pause begins is refused. After the pause everybody knows the price of its tick.
      if (pausedTicks.has(tick)) return `the lesson was paused at tick ${tick}.`
      if (!row || !holdings) return `the board has no row ${place}.`
      if (row.is_deleted) return `row ${place} is a deleted member, whose trades are gone.`
      // An order fills at a later tick than it was sent in.
      if (tick <= row.joined_tick)
        return `row ${place} joined at tick ${row.joined_tick}, too late.`
      holdings.firstTrade ??= index
      return faultOfFill(trade, holdings, pricesAt(symbol, tick))
    },
    /** Of the rows of the board. */
    results: (): Result[] =>
      rows.map(({ cash, shares, firstTrade }) => {
        let value = cash
        for (const [symbol, held] of shares)
          value = cents(value + times(pricesAt(symbol, lastTick).price, held))
        return { value, firstTrade }
      }),
  }
}

function openPrices(lesson: LessonProof['lesson']): (symbol: string, tick: number) => Prices {
  const terms = { ...lesson, opensAt: Date.parse(lesson.opens_at) }
  const market = lessonMarket({
    ...terms,
    secret: Buffer.from(lesson.secret, 'hex'),
    startingPrices: lesson.starting_prices.map(cents),
  })
  return (symbol, tick) => {
    const ticker = tickerOfSymbol(symbol)
    if (ticker === null) throw new RangeError(`There is no stock ${symbol}.`)
    return market.pricesAt(ticker, marketAt(terms, tick))
  }
}

/** Writes the trade into the holdings. */
function faultOfFill(trade: ProofTrade, holdings: Holdings, { bid, ask }: Prices): string | null {
  const { place, tick, type, symbol, asked, quantity } = trade
  const isBuy = type === 'BUY'
  const price = isBuy ? ask : bid
  if (trade.price !== price) {
    const [words, claim] = [isBuy ? 'cost' : 'sold for', formatMoney(cents(trade.price))]
    return `stock ${symbol} ${words} ${formatMoney(price)} at tick ${tick}, not ${claim}.`
  }
  // An order takes what it asked for, or all that the cash covers or that is held. So neither is ever negative.
  const held = holdings.shares.get(symbol) ?? 0
  const most = isBuy ? Math.floor(holdings.cash / price) : held
  if (quantity !== Math.min(asked, most)) {
    const limit = `${isBuy ? 'the cash covered' : 'the row held'} ${formatQuantity(most)}`
    const [wish, claim] = [formatQuantity(asked), formatQuantity(quantity)]
    return `the order asked for ${wish} of stock ${symbol} and ${limit}, so it did not fill ${claim}.`
  }
  const bought = isBuy ? quantity : -quantity
  holdings.cash = cents(holdings.cash - times(price, bought))
  holdings.shares.set(symbol, held + bought)
  if (holdings.cash === trade.cash) return null
  const [truth, claim] = [formatMoney(holdings.cash), formatMoney(cents(trade.cash))]
  return `the cash of row ${place} is ${truth} after it, not ${claim}.`
}
