// Computes the trades of a proof again: their ticks, prices, quantities and the cash after each of them.
import type { LessonProof, ProofRow, ProofTrade } from '@tengrand/contract/lesson-proof.ts'
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
  readonly firstTrade: number
}

/** Takes the trades in the order of the proof. */
export function openBook(proof: LessonProof, pausedTicks: ReadonlySet<number>) {
  const { lesson, board } = proof
  const pricesAt = openPrices(lesson)
  const startingCash = cents(lesson.starting_cash)
  const rows = new Map<number, Holdings>()
  let [count, tickBefore] = [0, 0]

  const faultIn = (trade: ProofTrade): string | null => {
    const { place, tick, symbol } = trade
    const fault =
      (tick < tickBefore ? `tick ${tick} comes after tick ${tickBefore}.` : null) ??
      faultOfTick(proof, pausedTicks, trade) ??
      faultOfRow(board[place - 1], trade) ??
      faultOfPrice(trade, pricesAt(symbol, tick))
    if (fault !== null) return fault
    const start = { cash: startingCash, shares: new Map<string, number>(), firstTrade: count }
    const holdings = rows.get(place) ?? start
    rows.set(place, holdings)
    tickBefore = tick
    count += 1
    return faultOfQuantity(trade, holdings) ?? book(trade, holdings)
  }

  return {
    /** The fault of the trade, or null. */
    add: (trade: ProofTrade): string | null => {
      const number = formatQuantity(count + 1)
      const fault = faultIn(trade)
      return fault === null ? null : `Trade ${number}: ${fault}`
    },
    resultOf: (place: number, tick: number): Result => {
      const { cash, shares, firstTrade } = rows.get(place) ?? {
        cash: startingCash,
        shares: new Map<string, number>(),
        firstTrade: null,
      }
      const values = [...shares].map(([symbol, held]) => times(pricesAt(symbol, tick).price, held))
      return { value: cents(values.reduce<number>((sum, value) => sum + value, cash)), firstTrade }
    },
  }
}

function openPrices(lesson: LessonProof['lesson']): (symbol: string, tick: number) => Prices {
  const { secret, version, order, span, minutes } = lesson
  const terms = { opensAt: Date.parse(lesson.opens_at), span, minutes }
  const market = lessonMarket({
    secret: Buffer.from(secret, 'hex'),
    version,
    order,
    startingPrices: lesson.starting_prices.map(cents),
    opensAt: terms.opensAt,
  })
  return (symbol, tick) => {
    const ticker = tickerOfSymbol(symbol)
    if (ticker === null) throw new RangeError(`There is no stock ${symbol}.`)
    return market.pricesAt(ticker, marketAt(terms, tick))
  }
}

function faultOfRow(row: ProofRow | undefined, { place, tick }: ProofTrade): string | null {
  if (row === undefined) return `the board has no row ${place}.`
  if (row.is_deleted) return `row ${place} is a deleted member, whose trades are gone.`
  // An order fills at a later tick than it was sent in.
  if (tick <= row.joined_tick) return `row ${place} joined at tick ${row.joined_tick}, too late.`
  return null
}

/**
 * An order fills at a later tick than it was sent in, and an order that waits when a pause begins is refused. So nothing
 * fills at the tick at which the lesson stood still, not even after the pause: its price was known to everybody.
 */
function faultOfTick(
  { last_tick: lastTick }: LessonProof,
  pausedTicks: ReadonlySet<number>,
  { tick }: ProofTrade,
): string | null {
  if (tick < 1) return 'no order fills before tick 1.'
  if (tick >= lastTick) return `no order fills at tick ${tick}, as tick ${lastTick} is the end.`
  return pausedTicks.has(tick) ? `the lesson was paused at tick ${tick}.` : null
}

function faultOfPrice({ type, symbol, tick, price }: ProofTrade, { bid, ask }: Prices) {
  const right = type === 'BUY' ? ask : bid
  if (price === right) return null
  const words = type === 'BUY' ? 'cost' : 'sold for'
  const [truth, claim] = [formatMoney(right), formatMoney(cents(price))]
  return `stock ${symbol} ${words} ${truth} at tick ${tick}, not ${claim}.`
}

/** An order takes what it asked for, or all that the cash covers or that is held. So neither is ever negative. */
function faultOfQuantity(
  { type, symbol, asked, quantity, price }: ProofTrade,
  { cash, shares }: Holdings,
): string | null {
  const most = type === 'BUY' ? Math.floor(cash / price) : (shares.get(symbol) ?? 0)
  if (quantity === Math.min(asked, most)) return null
  const limit = `${type === 'BUY' ? 'the cash covered' : 'the row held'} ${formatQuantity(most)}`
  const [wish, claim] = [formatQuantity(asked), formatQuantity(quantity)]
  return `the order asked for ${wish} of stock ${symbol} and ${limit}, so it did not fill ${claim}.`
}

/** Writes the trade into the holdings; the fault of the cash that the proof says is there after it. */
function book(trade: ProofTrade, holdings: Holdings): string | null {
  const { type, symbol, quantity, place } = trade
  const sign = type === 'BUY' ? 1 : -1
  holdings.cash = cents(holdings.cash - sign * times(cents(trade.price), quantity))
  holdings.shares.set(symbol, (holdings.shares.get(symbol) ?? 0) + sign * quantity)
  if (holdings.cash === trade.cash) return null
  const [truth, claim] = [formatMoney(holdings.cash), formatMoney(cents(trade.cash))]
  return `the cash of row ${place} is ${truth} after it, not ${claim}.`
}
