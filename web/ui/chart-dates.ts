// How a chart names its days and hours: those of New York, and the hours say so.
import { dayOf } from '@tengrand/core/day.ts'

import { isReadByMonths } from './line-chart-scale.ts'

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
