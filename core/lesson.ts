// The time of a lesson: its market's year in ticks of a second of real time, without its pauses.
import { dayMs, minuteMs } from './day.ts'
import { fromDollars, type Cents } from './money.ts'
import { tickers, type Ticker } from './tickers.ts'

/** The days of market time that a lesson can have. */
export const lessonSpans = { quarter: 91, year: 365, five_years: 1_826 } as const
export type LessonSpan = keyof typeof lessonSpans

export const tickMs = 1_000
/** The time between the press of Start and the first tick. */
export const countdownMs = 10_000
/** Whatever the number of pauses; then the lesson ends. */
export const pausedMsMax = 14 * dayMs
/** A lobby that is not started is over after this time. */
export const lobbyMsMax = 7 * dayMs

export interface LessonTerms {
  /** The market instant of tick 0. */
  readonly opensAt: number
  readonly span: LessonSpan
  /** The length in real time. */
  readonly minutes: number
}

export const ticksOf = ({ minutes }: Pick<LessonTerms, 'minutes'>): number =>
  (minutes * minuteMs) / tickMs

/** Market time from one tick to the next, in whole milliseconds. */
export const stepOf = (terms: Pick<LessonTerms, 'span' | 'minutes'>): number =>
  Math.floor((lessonSpans[terms.span] * dayMs) / ticksOf(terms))

/** The market instant of a tick. */
export const marketAt = (terms: LessonTerms, tick: number): number =>
  terms.opensAt + tick * stepOf(terms)

/** In real time. Both ends are beginnings of a tick or seconds after one. */
export interface Pause {
  readonly from: number
  /** Null while it lasts. */
  readonly to: number | null
}

/** What has happened to the clock of a lesson, in real time; the pauses in order, without overlaps. */
export interface LessonClock {
  readonly createdAt: number
  /** Null in the lobby. */
  readonly startsAt: number | null
  readonly pauses: readonly Pause[]
  /** The tick that values everything: the last one, or an earlier one. */
  readonly endTick: number
}

type LessonState = 'lobby' | 'countdown' | 'running' | 'paused' | 'over'

/** Real milliseconds of pause up to an instant. */
export const pausedMs = (pauses: readonly Pause[], at: number): number =>
  pauses.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to ?? at, at) - from), 0)

export interface LessonMoment {
  readonly state: LessonState
  readonly tick: number
}

/** The state and the tick at a real instant. A lesson that is paused for too long is over, and stays at its tick. */
export function momentOf(clock: LessonClock, at: number): LessonMoment {
  const { createdAt, startsAt, pauses, endTick } = clock
  if (startsAt === null) {
    return { state: at - createdAt >= lobbyMsMax ? 'over' : 'lobby', tick: 0 }
  }
  if (at < startsAt) return { state: 'countdown', tick: 0 }
  const paused = pausedMs(pauses, at)
  const tick = Math.min(Math.floor((at - startsAt - paused) / tickMs), endTick)
  if (tick === endTick || paused >= pausedMsMax) return { state: 'over', tick }
  // At its end a pause does not last.
  const isPaused = pauses.some(({ from, to }) => from <= at && at < (to ?? Infinity))
  return { state: isPaused ? 'paused' : 'running', tick }
}

/** The ticks at which the lesson stands still: everybody knows their prices when it goes on. */
export const pausedTicks = (clock: LessonClock): ReadonlySet<number> =>
  new Set(clock.pauses.map(({ from }) => momentOf(clock, from).tick))

/**
 * The real instant at which the next tick begins, or would begin without a pause that lasts. A pause that is ordered now
 * begins then, so that every node has heard of it before it would show another one.
 */
export function nextTickAt({ startsAt, pauses }: LessonClock, at: number): number {
  if (startsAt === null || at < startsAt) return startsAt ?? Infinity
  return at + tickMs - ((at - startsAt - pausedMs(pauses, at)) % tickMs)
}

/** When a pause that is to end now ends: later than now, and a whole number of seconds after its beginning. */
export const pauseTo = (from: number, at: number): number =>
  from + Math.max(1, Math.floor((at - from) / tickMs) + 1) * tickMs

/** The tick of an end that is ordered now: the next one, or the one at which the lesson is paused. */
export function endTickAt(clock: LessonClock, at: number): number {
  const { state, tick } = momentOf(clock, at)
  return state === 'running' ? tick + 1 : tick
}

/** The first real instant at which the lesson is over, as far as its clock says so now. */
export function endOf({ createdAt, startsAt, pauses, endTick }: LessonClock): number {
  if (startsAt === null) return createdAt + lobbyMsMax
  const unpaused = startsAt + endTick * tickMs
  let end = unpaused
  for (const { from, to } of pauses) {
    if (from >= end) break
    const left = pausedMsMax - (end - unpaused)
    const length = (to ?? Infinity) - from
    if (length >= left) return from + left
    end += length
  }
  return end
}

/** What has ended a lesson that was started. */
export function endedBy(terms: Pick<LessonTerms, 'minutes'>, clock: LessonClock, endedAt: number) {
  if (pausedMs(clock.pauses, endedAt) >= pausedMsMax) return 'pause'
  return clock.endTick === ticksOf(terms) ? 'plan' : 'organiser'
}

/** Members who join up to this tick are ranked; a later one would have seen the prices. */
export const lastRankedTick = (terms: Pick<LessonTerms, 'minutes'>): number => ticksOf(terms) / 10

/** At this tick the door closes by itself. */
export const doorClosesAtTick = (terms: Pick<LessonTerms, 'minutes'>): number =>
  Math.ceil(ticksOf(terms) / 4)

const letters = 'ABCDEFGHIJKLMNOP'

/** How a lesson names its stocks: the stock with the number n by the n-th letter. */
export const symbolOf = (ticker: Ticker): string => letters.charAt(tickers.indexOf(ticker))

/** ASCII only, because toUpperCase turns a Turkish letter into I. */
export const tickerOfSymbol = (symbol: string): Ticker | null =>
  (/^[a-p]$/i.test(symbol) && tickers[letters.indexOf(symbol.toUpperCase())]) || null

const dollarsMin = 20
const priceRatio = 20

/** A starting price between $20 and $400, evenly spread in log price; `part` is from 0 to 1. */
export const startingPriceAt = (part: number): Cents => fromDollars(dollarsMin * priceRatio ** part)
