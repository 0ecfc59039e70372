// The moves of announced reports. Each is independent of all earlier prices and has an expected return of zero, so the
// date of a report gives no edge.
import { memoize } from '../../bounded-map.ts'
import type { Reports } from './earnings.ts'
import type { Rhythm } from './rhythm.ts'
import type { DayEnds } from './slot-tree.ts'

interface AnnouncedReports {
  reports: Reports
  rhythm: Rhythm
  // The first day on which a report is an announced one. Prices before it stay as they are.
  fromDay: number
  // The day as the day tree has it, without the moves of this file.
  endsOf: (dayIndex: number) => DayEnds
}

interface Move {
  dayIndex: number
  // Added to the log price, because the return of a random move without it would be positive on average.
  drift: number
  // The change of the log price on the day of the report.
  whole: number
  // By how much that differs from the change in the day tree.
  excess: number
}

// A stock forgets a report over this many quarters. Otherwise the reports of decades would add up, and the drifts too.
const quartersKept = 64

export function announcedMoves({ reports, rhythm, fromDay, endsOf }: AnnouncedReports) {
  const daysKept = quartersKept * rhythm.earningsEveryDays

  const moveIn = memoize(4 * quartersKept, (season: number): Move | null => {
    const { dayIndex, variance, normal } = reports.inSeason(season)
    if (dayIndex < fromDay) return null
    const day = endsOf(dayIndex)
    const drift = -variance / 2
    const whole = drift + Math.sqrt(day.variance + variance) * normal
    return { dayIndex, drift, whole, excess: whole - (day.close - day.lastClose) }
  })

  // What earlier reports add to the day tree at the beginning of a day, and how that changes until its end.
  const earlierOn = memoize(64, (dayIndex: number) => {
    let start = 0
    let change = 0
    const season = reports.seasonOf(dayIndex)
    for (let one = season - quartersKept - 1; one <= season; one += 1) {
      const move = moveIn(one)
      const days = dayIndex - 1 - (move?.dayIndex ?? dayIndex)
      if (!move || days < 0 || days >= daysKept) continue
      start += move.excess * (1 - days / daysKept)
      change -= move.excess / daysKept
    }
    return { start, change }
  })

  return {
    endsOf: (dayIndex: number): DayEnds => {
      const day = endsOf(dayIndex)
      const move = day.earningsVariance > 0 ? moveIn(reports.seasonOf(dayIndex)) : null
      if (!move) return day
      // The bridge spreads the drift over the day as it does the variance. A night has nearly all of both, so there
      // the drift comes first.
      const lastClose = rhythm.hasNights ? day.lastClose + move.drift : day.lastClose
      return { ...day, lastClose, close: day.lastClose + move.whole }
    },
    // `part` is the part of the day that is over.
    earlierAt: (dayIndex: number, part: number): number => {
      if (dayIndex < fromDay) return 0
      const { start, change } = earlierOn(dayIndex)
      return start + change * part
    },
  }
}
