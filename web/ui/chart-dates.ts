// How a chart names its days and hours: those of New York, and the hours say so.
import { dayOf } from '@tengrand/core/day.ts'

import { isReadByMonths } from './line-chart-scale.ts'

const timeZone = 'America/New_York'

export const day = lazily({ dateStyle: 'medium' })
const toTheMinute = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
export const hour = lazily(toTheMinute)
export const hourOfYear = lazily({ ...toTheMinute, year: 'numeric' })
const dayAndMonth = lazily({ month: 'short', day: 'numeric' })
const month = lazily({ month: 'short', year: 'numeric' })

/** Made when it is wanted: each takes milliseconds, and most charts want one of them. */
function lazily(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined
  const format = (at: number): string => {
    made ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    return made.format(at)
  }
  return { format }
}

/** What stands under a line between two instants: days without a year, where there is only one. */
export function ticksBetween(from: number, to: number): (at: number) => string {
  const isOneYear = yearOf(from) === yearOf(to)
  const several = isReadByMonths(from, to) ? month : day
  return (at) => (isOneYear ? dayAndMonth : several).format(at)
}

const yearOf = (at: number): string => dayOf(at).slice(0, 4)
