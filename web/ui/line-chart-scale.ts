// The scale of a line chart: positions of points, values and days at the axes, and the formats of dates.
import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'

import { toTheMinute } from './instant.ts'

export interface ChartPoint {
  /** The time in milliseconds since 1970. */
  readonly at: number
  readonly value: Cents
}

/** The space below the lowest value and above the highest, in cents. */
export type Padding = (low: number, high: number) => number

export interface Scale {
  /** From 0 at the left to 1 at the right. */
  readonly x: (at: number) => number
  /** From 0 at the top to 1 at the bottom. */
  readonly y: (value: number) => number
  /** The values named at the axis. */
  readonly values: readonly Cents[]
  /** Whether a value lies inside the axis. */
  readonly has: (value: number) => boolean
}

export function makeScale(points: readonly ChartPoint[], padding: Padding): Scale {
  const { low, high } = extent(points.map(({ value }) => value))
  const { low: from, high: to } = extent(points.map(({ at }) => at))
  const room = padding(low, high)
  const bottom = low - room
  const height = high + room - bottom
  return {
    x: xBetween(from, to),
    y: (value) => 1 - (value - bottom) / height,
    values: niceValues(bottom, bottom + height),
    has: (value) => value >= bottom && value <= bottom + height,
  }
}

/** Maps times to positions; a single point is in the middle. */
export const xBetween =
  (from: number, to: number): Scale['x'] =>
  (at) =>
    from === to ? 0.5 : (at - from) / (to - from)

/** Proportional to the price, so that the line of a quiet week stays flat. */
export const padPrice: Padding = (low, high) =>
  Math.max((high - low) * 0.1, high * 0.005, paddingCentsMin)

const paddingCentsMin = 10

/** A fraction of the width or height, for SVG coordinates from 0 to 100. */
export const hundredths = (part: number): string => (part * 100).toFixed(2)
/** The same for styles. */
export const asPercent = (part: number): string => `${hundredths(part)}%`

export const pathOf = (points: readonly ChartPoint[], { x, y }: Scale): string =>
  `M${points.map(({ at, value }) => `${hundredths(x(at))} ${hundredths(y(value))}`).join('L')}`

function extent(numbers: readonly number[]): { low: number; high: number } {
  return { low: Math.min(...numbers), high: Math.max(...numbers) }
}

const valuesMin = 3
const valuesMax = 5
/** Round steps come first; the others are for the few ranges that no round step fits. */
const steps = [5, 2.5, 2, 1, 4, 1.5, 3, 8]

/** Returns three to five values for the axis, in whole cents. */
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

/** Longer lines are labeled by months. */
const monthsFromMs = 100 * 86_400_000

/** The label of the first day takes this part of the width. */
const firstRoom = 0.12

/**
 * The start of the line and the starts of some days or months in New York, counted back from its end; the two ends
 * within one day; none for a single point.
 */
export function niceDays(from: number, to: number): number[] {
  if (from === to) return []
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

/** Charts name the days and hours of New York. */
const timeZone = 'America/New_York'

export const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
export const hour = new Intl.DateTimeFormat('en-US', { ...toTheMinute, timeZone })
export const hourOfYear = new Intl.DateTimeFormat('en-US', {
  ...toTheMinute,
  year: 'numeric',
  timeZone,
})
export const dayAndMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone,
})
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone })

/** The format of the days under a line: without the year where all are of one. */
export function ticksBetween(from: number, to: number): (at: number) => string {
  const isOneYear = yearOf(from) === yearOf(to)
  const several = isReadByMonths(from, to) ? month : day
  return (at) => (isOneYear ? dayAndMonth : several).format(at)
}

const yearOf = (at: number): string => dayOf(at).slice(0, 4)
