// Habits of investing, computed from the values at daily closes and the trades themselves.
import { averageCash, effectiveNumber, perMonth, worstFallOf } from '@tengrand/core/habits.ts'
import { stakeValue, walkBack } from '@tengrand/core/history.ts'
import { realizedGain, type Entry } from '@tengrand/core/ledger.ts'
import { cents, percent, roundTo, times, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { benchmarkAt, dateOnWire } from '../portfolio/history.ts'
import { forEachInChunks, yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { InsightsAnswer, PerformanceFacts } from './performance.ts'

export async function habitsIn(
  head: Pick<PortfolioRow, 'openedAt' | 'startingCash'>,
  facts: PerformanceFacts,
): Promise<InsightsAnswer['habits']> {
  const { trades, gains, losses, atCost } = await countTrades(facts.entries)
  const { held, cash, atEnd } = walked(facts)
  await yieldToEventLoop()
  return {
    worst_fall: worstFall(facts, head),
    ...spread(facts, held, atEnd),
    cash_percent: averageCash(cash),
    trades_per_month: perMonth(trades, facts.until - head.openedAt),
    sales: { gains, losses },
    sales_at_cost: atCost,
  }
}

async function countTrades(entries: readonly Entry[]) {
  let [trades, gains, losses, atCost] = [0, 0, 0, 0]
  await forEachInChunks(entries, (entry) => {
    if (entry.type === 'SPLIT') return
    trades += 1
    const gain = realizedGain(entry)
    if (gain === null) return
    if (gain > 0) gains += 1
    else if (gain < 0) losses += 1
    else atCost += 1
  })
  return { trades, gains, losses, atCost }
}

/** The value of each stock and the cash at the end, and the cash and total value at each instant after the start. */
function walked({ facts, points, instants, past: { closing } }: PerformanceFacts) {
  const values = new Map(points.map(({ at, value }) => [at, value]))
  const held = new Map<Ticker, Cents>()
  const cash: { cash: Cents; value: Cents }[] = []
  let atEnd = cents(0)
  for (const step of walkBack(facts)) {
    const value = values.get(step.at)
    // The start is left out: all is cash then, and on the first day it would be half of the average.
    if (value !== undefined && step.index > 0) cash.push({ cash: step.cash, value })
    if (step.index !== instants.length - 1) continue
    atEnd = step.cash
    for (const [ticker, stake] of step.stakes) {
      // The closing prices of an ended chapter are per share of that time, so later splits change nothing.
      const price = closing?.get(ticker)
      const worth =
        price === undefined ? stakeValue(stake, step.index) : times(price, stake.quantity)
      held.set(ticker, worth ?? cents(0))
    }
  }
  return { held, cash, atEnd }
}

function worstFall(
  { instants, until, points, past }: PerformanceFacts,
  { startingCash }: Pick<PortfolioRow, 'startingCash'>,
) {
  const fall = worstFallOf(points)
  if (fall === null) return null
  const market = benchmarkAt(points, { instants, startingCash, ...past })
  const dateOf = dateOnWire({ from: instants[0] ?? until, now: until }, 'all')
  return {
    percent: fall.percent,
    from: dateOf(fall.from),
    to: dateOf(fall.to),
    market_percent: market.length === 0 ? null : (worstFallOf(market)?.percent ?? 0),
  }
}

/** The spread of the holdings at the end, and for comparison that of equal investments in all stocks at the start. */
function spread(
  { past, symbolOf }: Pick<PerformanceFacts, 'past' | 'symbolOf'>,
  values: ReadonlyMap<Ticker, Cents>,
  cash: Cents,
) {
  const [largest] = [...values].toSorted(([, a], [, b]) => b - a)
  const total = [...values.values()].reduce((sum, value) => cents(sum + value), cash)
  const market = marketParts(past)
  const all = market.reduce((sum, part) => sum + part, 0)
  return {
    largest:
      largest === undefined || largest[1] === 0
        ? null
        : {
            ticker: symbolOf(largest[0]),
            percent: percent(largest[1], total),
            market_percent: all === 0 ? null : roundTo((Math.max(...market) / all) * 100, 4),
          },
    effective_stocks: effectiveNumber([...values.values()]),
    market_effective_stocks: effectiveNumber(market),
  }
}

/** The growth of equal investments in all stocks from the start to the end; empty where a price is unknown. */
function marketParts({ opening, ends }: PerformanceFacts['past']): number[] {
  const parts = tickers.map((ticker) => (ends.get(ticker) ?? NaN) / (opening.get(ticker) ?? NaN))
  return parts.some((part) => Number.isNaN(part)) ? [] : parts
}
