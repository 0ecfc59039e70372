// The arithmetic of a line chart: where a point stands, and which values and days stand beside the axes.
import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'

export interface ChartPoint {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly value: Cents
}

/** How much room is left below the lowest value and above the highest, in cents. */
export type Padding = (low: number, high: number) => number

interface Times {
  /** From 0 at the left to 1 at the right. */
  readonly x: (at: number) => number
  /** Where the data begins, and some days after it. */
  readonly days: readonly number[]
}

export interface Scale extends Times {
  /** From 0 at the top to 1 at the bottom. */
  readonly y: (value: number) => number
  readonly values: readonly Cents[]
  /** Whether a value lies between the ends of its axis. */
  readonly has: (value: number) => boolean
}

export function makeScale(points: readonly ChartPoint[], padding: Padding): Scale {
  const { low, high } = extent(points.map(({ value }) => value))
  const { low: from, high: to } = extent(points.map(({ at }) => at))
  const room = padding(low, high)
  const bottom = low - room
  const height = high + room - bottom
  const times = makeTimes(from, to)
  return {
    x: times.x,
    y: (value) => 1 - (value - bottom) / height,
    // Here and below: looked for where they are wanted.
    get values() {
      return niceValues(bottom, bottom + height)
    },
    get days() {
      return times.days
    },
    has: (value) => value >= bottom && value <= bottom + height,
  }
}

export const makeTimes = (from: number, to: number): Times => ({
  // A single point stands in the middle.
  x: (at) => (from === to ? 0.5 : (at - from) / (to - from)),
  get days() {
    return from === to ? [] : niceDays(from, to)
  },
})

/** In proportion, because some stocks cost fifteen dollars and others seven hundred; a quiet week stays quiet. */
export const padPrice: Padding = (low, high) =>
  Math.max((high - low) * 0.1, high * 0.005, paddingCentsMin)

const paddingCentsMin = 10

/** A part of the width or of the height, as styles have it. */
export const asPercent = (part: number): string => `${(part * 100).toFixed(2)}%`

function extent(numbers: readonly number[]): { low: number; high: number } {
  return { low: Math.min(...numbers), high: Math.max(...numbers) }
}

const valuesMin = 3
const valuesMax = 5
/** Round steps first; the others are for the few spans in which no round one fits. */
const steps = [5, 2.5, 2, 1, 4, 1.5, 3, 8]

/** Three to five values, none of them below a whole cent. */
export function niceValues(bottom: number, top: number): Cents[] {
  const magnitude = 10 ** Math.floor(Math.log10((top - bottom) / valuesMin))
  for (const step of steps.flatMap((one) => [one * magnitude, (one * magnitude) / 10])) {
    const first = Math.ceil(bottom / step)
    const length = Math.floor(top / step) - first + 1
    if (Number.isInteger(step) && length >= valuesMin && length <= valuesMax)
      return Array.from({ length }, (_, index) => cents((first + index) * step))
  }
  return []
}

const daysMax = 5

/** From here on a line is read by months. */
const monthsFromMs = 100 * 86_400_000

/** The name of the beginning needs this part of the width. */
const firstRoom = 0.12

/**
 * The beginning, and the first instants of some days or months in New York, counted back from the last; within one day,
 * its two ends.
 */
function niceDays(from: number, to: number): number[] {
  const isLong = isReadByMonths(from, to)
  const soonest = from + (to - from) * firstRoom
  const begins: number[] = []
  for (let day = dayOf(to); startOfDay(day) >= soonest; day = addDays(day, -1))
    if (!isLong || day.endsWith('-01')) begins.unshift(startOfDay(day))
  if (begins.length === 0) return [from, to]
  const every = Math.ceil(begins.length / (daysMax - 1))
  return [from, ...begins.filter((_, index) => (begins.length - 1 - index) % every === 0)]
}

const isReadByMonths = (from: number, to: number): boolean => to - from > monthsFromMs

const timeZone = 'America/New_York'

export const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
const toTheMinute = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone,
} as const
export const hour = new Intl.DateTimeFormat('en-US', toTheMinute)
export const hourOfYear = new Intl.DateTimeFormat('en-US', { ...toTheMinute, year: 'numeric' })
const dayAndMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone })

/** What stands under a line between two instants: days without a year, where there is only one. */
export function ticksBetween(from: number, to: number): (at: number) => string {
  const isOneYear = yearOf(from) === yearOf(to)
  const several = isReadByMonths(from, to) ? month : day
  return (at) => (isOneYear ? dayAndMonth : several).format(at)
}

const yearOf = (at: number): string => dayOf(at).slice(0, 4)
