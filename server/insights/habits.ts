// How somebody invests, from the values at daily closes and the trades themselves.
import { stakesAt } from '@tengrand/core/contributions.ts'
import { averageCash, effectiveNumber, perMonth, worstFallOf } from '@tengrand/core/habits.ts'
import { stakeValue, walkBack } from '@tengrand/core/history.ts'
import { realizedGain } from '@tengrand/core/ledger.ts'
import { cents, percent, roundTo, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { PortfolioHead } from '../portfolio/find.ts'
import { benchmarkAt, type HistoryDeps, type NotKnown } from '../portfolio/history.ts'
import { dateOnWire } from '../portfolio/line-wire.ts'
import { readCourse, type Course } from './course.ts'

export async function readHabits(deps: HistoryDeps, head: PortfolioHead) {
  const read = await readCourse(deps, head, 'all')
  if ('refusal' in read) return read satisfies NotKnown
  const { entries, until } = read
  const trades = entries.filter(({ type }) => type !== 'SPLIT')
  const gains = entries.flatMap((entry) =>
    entry.type === 'SELL' ? (realizedGain(entry) ?? []) : [],
  )
  return {
    worst_fall: worstFall(read, head),
    ...spread(read),
    cash_percent: averageCash(cashOver(read)),
    trades_per_month: perMonth(trades.length, until - head.openedAt),
    sales: {
      gains: gains.filter((gain) => gain > 0).length,
      losses: gains.filter((gain) => gain < 0).length,
    },
  }
}

function worstFall(read: Course, head: PortfolioHead) {
  const { instants, until, points, course } = read
  const fall = worstFallOf(points)
  if (fall === null) return null
  const wanted = { instants, startingCash: head.startingCash, ...course }
  const market = benchmarkAt(points, wanted)
  const dateOf = dateOnWire({ from: instants[0] ?? until, now: until }, 'all')
  return {
    percent: fall.percent,
    from: dateOf(fall.from),
    to: dateOf(fall.to),
    market_percent: market.length === 0 ? null : (worstFallOf(market)?.percent ?? 0),
  }
}

/** How what is held at the end is spread, and how equal parts of all stocks would be by then. */
function spread({ facts, points, instants, course }: Course) {
  const last = instants.length - 1
  const values = new Map<Ticker, Cents>()
  for (const [ticker, stake] of stakesAt(facts, last)) {
    values.set(ticker, stakeValue(stake, last) ?? cents(0))
  }
  const [largest] = [...values].toSorted(([, a], [, b]) => b - a)
  const total = points.at(-1)?.value ?? cents(0)
  const market = marketParts(course)
  const all = market.reduce((sum, part) => sum + part, 0)
  return {
    largest:
      largest === undefined || largest[1] === 0
        ? null
        : {
            ticker: largest[0],
            percent: percent(largest[1], total),
            market_percent: all === 0 ? null : roundTo((Math.max(...market) / all) * 100, 4),
          },
    effective_stocks: effectiveNumber([...values.values()]),
    market_effective_stocks: effectiveNumber(market),
  }
}

/** Of what equal parts of all stocks have become; none where a price is not known. */
function marketParts({ opening, ends }: Course['course']): number[] {
  const parts = tickers.map((ticker) => (ends.get(ticker) ?? NaN) / (opening.get(ticker) ?? NaN))
  return parts.some((part) => Number.isNaN(part)) ? [] : parts
}

function cashOver({ facts, points }: Course) {
  const values = new Map(points.map(({ at, value }) => [at, value]))
  return [...walkBack(facts)].flatMap(({ at, cash }) => {
    const value = values.get(at)
    return value === undefined ? [] : [{ cash, value }]
  })
}
