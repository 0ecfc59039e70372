// No simple rule profits from the ticks of a lesson: an order fills at the tick after the one that it has seen, and the
// spread costs more than any pattern brings.
import { dayMs, startOfDay } from '@tengrand/core/day.ts'
import { lessonSpans, marketAt, stepOf, ticksOf, type LessonTerms } from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { isLong } from '../../testing/effort.ts'
import { lessonMarket } from './lesson.ts'
import { firstDay, lessonSeedOf } from './testing/lesson-seed.ts'
import { pool } from './testing/rules.ts'

type Speed = Pick<LessonTerms, 'span' | 'minutes'>

const spans = Object.keys(lessonSpans) as Speed['span'][]
const speeds: readonly Speed[] = isLong
  ? spans.flatMap((span) => [10, 20, 40, 60, 90].map((minutes) => ({ span, minutes })))
  : [
      { span: 'year', minutes: 20 },
      { span: 'quarter', minutes: 10 },
    ]
const secretsMany = isLong ? 40 : 8
const stocks = isLong ? tickers : tickers.slice(0, 3)
const others = 3
const errorsMax = 4
const daysBack = [30, 180, 360]

/** The prices of a stock at each tick, from so many ticks before the start on. */
interface Path {
  readonly shown: Int32Array
  readonly bids: Int32Array
  readonly asks: Int32Array
}

function pathsOf(words: string, terms: LessonTerms, before: number): Path[] {
  const market = lessonMarket(lessonSeedOf(words))
  const length = before + ticksOf(terms)
  return stocks.map((ticker) => {
    const path = {
      shown: new Int32Array(length),
      bids: new Int32Array(length),
      asks: new Int32Array(length),
    }
    for (let n = 0; n < length; n += 1) {
      const { price, bid, ask } = market.pricesAt(ticker, marketAt(terms, n - before))
      path.shown[n] = price
      path.bids[n] = bid
      path.asks[n] = ask
    }
    return path
  })
}

interface Rule {
  readonly kind: 'reversion' | 'momentum'
  readonly ticks: number
}

/** Bought and sold at the ticks after the ones that were seen. */
type Held = readonly [buy: number, sell: number]

/** Buys and sells everything at each signal, as fast as ticks come. */
function tradesOf({ kind, ticks }: Rule, { shown }: Path, before: number): Held[] {
  const trades: Held[] = []
  let bought: number | null = null
  for (let n = before; n < shown.length - 1; n += 1) {
    const change = (shown[n] ?? 0) - (shown[n - ticks] ?? 0)
    if (change === 0) continue
    const isBuy = change < 0 === (kind === 'reversion')
    if (isBuy && bought === null) bought = n + 1
    else if (!isBuy && bought !== null) {
      trades.push([bought, n + 1])
      bought = null
    }
  }
  return trades
}

const gainOf = ([buy, sell]: Held, { bids, asks }: Path): number =>
  Math.log((bids[sell] ?? 0) / (asks[buy] ?? 1))

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length

test.each(speeds)('in a $span of $minutes minutes', (speed) => {
  const terms = { ...speed, opensAt: startOfDay(firstDay) }
  const ticksBack = daysBack.map((days) => Math.round((days * dayMs) / stepOf(terms)))
  const before = Math.max(600, ...ticksBack)
  const markets = Array.from({ length: secretsMany }, (_, n) =>
    pathsOf(`ticks ${n}`, terms, before),
  )
  for (const ticks of [1, 5, 60, 600, ...ticksBack]) {
    for (const kind of ['reversion', 'momentum'] as const) {
      // The same trades at the prices of other secrets: another interval of the same stock would not be fair.
      const extras = markets.flatMap((paths, n) => {
        const gains = paths.flatMap((path, stock) => {
          const elsewhere = Array.from(
            { length: others },
            (_, other) => markets[(n + 1 + other) % markets.length]?.[stock] ?? path,
          )
          return tradesOf({ kind, ticks }, path, before).map(
            (held) => gainOf(held, path) - meanOf(elsewhere.map((one) => gainOf(held, one))),
          )
        })
        return gains.length === 0 ? [] : [meanOf(gains)]
      })
      const { mean, standardError } = pool(extras)
      expect([kind, ticks, mean / standardError < errorsMax]).toEqual([kind, ticks, true])
    }
  }
})
