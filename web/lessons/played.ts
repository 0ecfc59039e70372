// What the page on which a lesson is played shows: the learner's value, and the lines up to the present. These are what the
// server knew when the page was opened, and the ticks since then.
import { netWorthHistory } from '@tengrand/contract/portfolio.ts'
import { cents, fromDollars, times, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { useMemo, useState } from 'react'

import type { Lesson } from '../leagues/lesson-words.ts'
import { placed } from '../portfolio/value-line.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import { marketLine, usePriceLines, type Line, type Lines } from './lines.ts'
import type { LiveLesson } from './live.ts'
import type { Position } from './position.ts'

/** What the page showed at a tick. */
interface Mark extends Pick<LiveLesson, 'quotes'> {
  readonly tick: number
  /** The market instant. */
  readonly at: number
  /** The learner's value. */
  readonly value: Cents | null
}

export type Played = ReturnType<typeof usePlayed>

export function usePlayed(lesson: Lesson, live: LiveLesson, position: Position | undefined) {
  const { portfolio, starting_cash } = lesson
  const now = markOf(live, position)
  const { trail, marks } = useTrail(now)
  const known = usePriceLines(lesson)
  /** They change every few ticks, the prices beside them with every tick. */
  const lines = useMemo(() => withPrices(known, trail), [known, trail])
  const linesNow = withPrices(lines, marks)
  const asked = { params: { range: 'all' }, query: { portfolio } }
  const key = [portfolio, 'net-worth-history', 'all']
  const { data, error } = useLearnerQuery(netWorthHistory, asked, key)
  const past = useMemo(() => (data ? placed(data.data) : error ? [] : null), [data, error])
  return {
    quotes: live.quotes,
    position,
    value: now?.value ?? null,
    lines,
    linesNow,
    /** Empty while the past is loading. */
    own: past ? followed(past, marks, ({ value }) => value) : [],
    market: marketLine(linesNow, fromDollars(starting_cash)),
  }
}

/** Null before the first prices. */
function markOf({ tick, now, quotes }: LiveLesson, position: Position | undefined): Mark | null {
  if (tick === null || now === null) return null
  return { tick, at: now, quotes, value: position ? valueOf(position, quotes) : null }
}

/** Null while a price is missing. */
function valueOf({ cash, shares }: Position, quotes: ReadonlyMap<string, Prices>): Cents | null {
  let value: Cents = cash
  for (const [symbol, count] of Object.entries(shares)) {
    const price = quotes.get(symbol)?.price
    if (price === undefined && count > 0) return null
    value = cents(value + times(price ?? cents(0), count))
  }
  return value
}

/** Keeps what the page has shown: every tick at first, and ever fewer of them later. The marks have the present one too. */
function useTrail(now: Mark | null) {
  const [trail, setTrail] = useState<readonly Mark[]>([])
  if (now === null || now.tick <= (trail.at(-1)?.tick ?? -1)) return { trail, marks: trail }
  const marks = [...trail, now]
  const next = thinned(marks)
  if (next.at(-1) === now) setTrail(next)
  return { trail, marks }
}

/** About so many points has a line, here and in the answer of the server. */
const linePoints = 120

/** The first mark of each step; the steps are powers of two, as those of the server are. */
function thinned(marks: readonly Mark[]): readonly Mark[] {
  const ticks = Math.max(1, marks.at(-1)?.tick ?? 1)
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(ticks / linePoints)))
  const stepOf = (mark: Mark | undefined) => mark && (mark.tick - (mark.tick % step)) / step
  return marks.filter((mark, index) => stepOf(mark) !== stepOf(marks[index - 1]))
}

const withPrices = (lines: Lines, marks: readonly Mark[]): Lines =>
  new Map(
    [...lines].map(([symbol, line]) => [
      symbol,
      followed(line, marks, ({ quotes }) => quotes.get(symbol)?.price ?? null),
    ]),
  )

/** The line, and the later marks. */
function followed(line: Line, marks: readonly Mark[], valueAt: (mark: Mark) => Cents | null): Line {
  const last = line.at(-1)?.at ?? -Infinity
  return [
    ...line,
    ...marks.flatMap((mark) => {
      const value = valueAt(mark)
      return value === null || mark.at <= last ? [] : { at: mark.at, value }
    }),
  ]
}
