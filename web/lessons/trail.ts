// The lines since the start of a lesson: what the server knew when the page was opened, and the ticks since then.
import type { Answer } from '@tengrand/contract/call.ts'
import { leaguePriceLines } from '@tengrand/contract/lessons.ts'
import { netWorthHistory } from '@tengrand/contract/portfolio.ts'
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { useMemo, useState } from 'react'

import type { Lesson, LessonMarket } from '../leagues/lesson-words.ts'
import { placed } from '../portfolio/value-line.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import type { ChartPoint } from '../ui/line-chart-scale.ts'
import type { LiveLesson } from './live.ts'
import { valueOf, type Position } from './position.ts'

/** What the page showed at a tick. */
export interface Mark {
  readonly tick: number
  /** The market instant. */
  readonly at: number
  readonly quotes: ReadonlyMap<string, Prices>
  /** The learner's value. */
  readonly value: Cents | null
}

/** About so many points has a line, here and in the answer of the server. */
const linePoints = 120

export const ticksOf = ({ minutes }: Pick<LessonMarket, 'minutes'>): number => minutes * 60

/** Keeps what the page has shown: every tick at first, and ever fewer of them later. */
export function useTrail(now: Mark | null): readonly Mark[] {
  const [trail, setTrail] = useState<readonly Mark[]>([])
  if (now !== null && now.tick > (trail.at(-1)?.tick ?? -1)) {
    const next = thinned([...trail, now])
    if (next.at(-1) === now) setTrail(next)
  }
  return trail
}

/** The first mark of each step; the steps are powers of two, as those of the server are. */
function thinned(marks: readonly Mark[]): readonly Mark[] {
  const ticks = Math.max(1, marks.at(-1)?.tick ?? 1)
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(ticks / linePoints)))
  const stepOf = (mark: Mark | undefined) => mark && (mark.tick - (mark.tick % step)) / step
  return marks.filter((mark, index) => stepOf(mark) !== stepOf(marks[index - 1]))
}

/** Null before the first prices. */
export function useMark(live: LiveLesson, position: Position | undefined): Mark | null {
  const { tick, now: at, quotes } = live
  return useMemo(() => {
    if (tick === null || at === null) return null
    return { tick, at, quotes, value: position ? valueOf(position, quotes) : null }
  }, [tick, at, quotes, position])
}

export type Lines = ReadonlyMap<string, readonly ChartPoint[]>

/** By symbol; empty before the first answer. The lines change every few ticks, the prices beside them with every tick. */
export function useStockLines({ id, market }: Lesson, trail: readonly Mark[]): Lines {
  const { data } = useLearnerQuery(leaguePriceLines, { params: { league: id } }, [
    'leagues',
    id,
    'price-lines',
  ])
  const past = useMemo(() => (data ? pastOf(data, market) : noLines), [data, market])
  const from = data?.ticks.at(-1) ?? -1
  return useMemo(() => {
    const later = trail.filter(({ tick }) => tick > from)
    return later.length === 0 ? past : followed(past, later)
  }, [past, trail, from])
}

const noLines: Lines = new Map()

function pastOf({ ticks, lines }: Answer<typeof leaguePriceLines>, market: LessonMarket): Lines {
  const opens = Date.parse(market.opens_at)
  const length = Date.parse(market.closes_at) - opens
  const times = ticks.map((tick) => opens + (length * tick) / ticksOf(market))
  return new Map(
    lines.map(({ ticker, prices }) => [
      ticker,
      prices.map((price, index) => ({ at: times[index] ?? opens, value: fromDollars(price) })),
    ]),
  )
}

const followed = (past: Lines, later: readonly Mark[]): Lines =>
  new Map(
    [...past].map(([symbol, line]) => {
      const since = later.flatMap(({ at, quotes }) => {
        const price = quotes.get(symbol)?.price
        return price === undefined ? [] : { at, value: price }
      })
      return [symbol, [...line, ...since]]
    }),
  )

/** The learner's own value. Undefined while the past is loading. */
export function useOwnLine(
  { portfolio }: Lesson,
  trail: readonly Mark[],
  now: Mark | null,
): readonly ChartPoint[] | undefined {
  const asked = { params: { range: 'all' }, query: { portfolio } }
  const key = [portfolio, 'net-worth-history', 'all']
  const { data, error } = useLearnerQuery(netWorthHistory, asked, key)
  const past = useMemo(() => (data ? placed(data.data) : error ? [] : undefined), [data, error])
  return useMemo(() => past && extended(past, now ? [...trail, now] : trail), [past, trail, now])
}

function extended(past: readonly ChartPoint[], trail: readonly Mark[]): readonly ChartPoint[] {
  let last = past.at(-1)?.at ?? -Infinity
  const later = trail.flatMap(({ at, value }) => {
    if (value === null || at <= last) return []
    last = at
    return { at, value }
  })
  return [...past, ...later]
}
