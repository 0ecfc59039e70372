// Forecasts: the closes between which one is measured, whether it came true, and how well the numbers of many fit.
import { addDays, dayOf, minuteMs, type Day } from './day.ts'
import { roundTo } from './money.ts'
import type { MarketHours } from './quote.ts'
import { sessionOn } from './trading-day.ts'
import type { OrderSide } from './waiting-order.ts'

/** How sure a learner can be, in percent. */
export const confidences = [50, 60, 70, 80, 90] as const
export type Confidence = (typeof confidences)[number]

export const noteLengthMax = 280
/** How long after its order a note can be changed. */
export const noteEditMs = 10 * minuteMs

/** The calendar days between the two closes of a forecast. */
export const termDays = 30
/** A portfolio that ends earlier scores a forecast only after so many closes. */
const closesMin = 5

export type Scored = 'right' | 'wrong' | 'even'
export type Outcome = Scored | 'lapsed'

export interface Term {
  /** The days of the two closes. */
  readonly from: Day
  readonly to: Day
  readonly dueAt: number
  /** Whether the portfolio ends too early for a result. */
  readonly lapses: boolean
}

/** From the close of the fill's day to the first one at least 30 days later, or to the last one before the end. */
export function termOf(filledAt: number, hours: MarketHours, endsAt: number | null): Term {
  let from = closeFrom(dayOf(filledAt), hours)
  if (from.at <= filledAt) from = closeFrom(addDays(from.day, 1), hours)
  const due = closeFrom(addDays(from.day, termDays), hours)
  if (endsAt === null || due.at <= endsAt) {
    return { from: from.day, to: due.day, dueAt: due.at, lapses: false }
  }
  let [closes, to] = [0, from.day]
  for (let close = from; close.at <= endsAt; close = closeFrom(addDays(to, 1), hours)) {
    closes += 1
    to = close.day
  }
  return { from: from.day, to, dueAt: endsAt, lapses: closes < closesMin }
}

/** The first close on the day or later. */
function closeFrom(day: Day, hours: MarketHours): { readonly day: Day; readonly at: number } {
  for (let next = day; ; next = addDays(next, 1)) {
    const session = sessionOn(next, hours)
    if (session !== null) return { day: next, at: session.close }
  }
}

/** In percentage points. */
const evenWithin = 0.05

/** Compares two returns in percent. A purchase says that the stock does better than the market, a sale that it does worse. */
export function scoreOf(side: OrderSide, stock: number, market: number): Scored {
  // The difference of two percentages has binary noise behind the ninth decimal.
  const ahead = roundTo(side === 'BUY' ? stock - market : market - stock, 9)
  if (Math.abs(ahead) <= evenWithin) return 'even'
  return ahead > 0 ? 'right' : 'wrong'
}

export interface Forecast {
  readonly confidence: Confidence
  readonly outcome: Scored
}

/** An even result counts half. */
const worth: Readonly<Record<Scored, number>> = { right: 1, even: 0.5, wrong: 0 }

/** The forecasts of one number. */
export interface Level {
  readonly confidence: Confidence
  readonly forecasts: number
  readonly right: number
  /** How often it came true in percent, and the interval in which the true rate lies 9 times in 10. */
  readonly percent: number
  readonly low: number
  readonly high: number
}

/** Without numbers that were never said. */
export function levelsOf(forecasts: readonly Forecast[]): Level[] {
  return confidences.flatMap((confidence) => {
    const own = forecasts.filter((forecast) => forecast.confidence === confidence)
    if (own.length === 0) return []
    const right = own.reduce((sum, { outcome }) => sum + worth[outcome], 0)
    const { low, high } = wilson(right, own.length)
    const percent = inPercent(right / own.length)
    return [{ confidence, forecasts: own.length, right, percent, low, high }]
  })
}

/** The standard normal quantile of 95 %: the interval leaves 5 % on each side. */
const z = 1.6448536269514722

/** Wilson's score interval of a proportion, in percent. */
export function wilson(right: number, of: number): { readonly low: number; readonly high: number } {
  const share = right / of
  const center = share + z ** 2 / (2 * of)
  const reach = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  const scale = 1 + z ** 2 / of
  return { low: inPercent((center - reach) / scale), high: inPercent((center + reach) / scale) }
}

const inPercent = (share: number): number => roundTo(Math.min(1, Math.max(0, share)) * 100, 4)

/** The Brier score of always saying 50 %, unless results are even. Lower is better. */
export const brierOfHalf = 0.25

/** The mean squared distance of the numbers from what happened; null without forecasts. */
export function brierOf(forecasts: readonly Forecast[]): number | null {
  if (forecasts.length === 0) return null
  const sum = forecasts.reduce(
    (all, { confidence, outcome }) => all + (confidence / 100 - worth[outcome]) ** 2,
    0,
  )
  return roundTo(sum / forecasts.length, 4)
}
