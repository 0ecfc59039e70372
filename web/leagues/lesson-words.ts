// What tells a lesson from other leagues, and the words for its market time and its length.
import type { League } from './queries.ts'

export type LessonMarket = NonNullable<League['market']>
export type Lesson = League & { readonly market: LessonMarket }

export const isLesson = (league: League): league is Lesson => league.market !== undefined

/** The market time that a lesson covers. */
export const spanWords: Readonly<Record<LessonMarket['span'], string>> = {
  quarter: 'A quarter',
  year: 'A year',
  five_years: 'Five years',
}

const marketSpans: typeof spanWords = {
  quarter: 'A market quarter',
  year: 'A market year',
  five_years: 'Five market years',
}

type Plan = Pick<LessonMarket, 'span' | 'minutes'>

/** 'A market year in 20 minutes'. */
export const planWords = ({ span, minutes }: Plan): string =>
  `${marketSpans[span]} in ${minuteWords(minutes)}`

export const minuteWords = (minutes: number): string =>
  minutes === 1 ? '1 minute' : `${minutes} minutes`

interface MaybeLesson {
  readonly market?: LessonMarket | undefined
  readonly span?: Plan['span'] | undefined
  readonly minutes?: number | undefined
}

/** Of a lesson, also for those who are not in it yet; null for other leagues. */
export function planOf({ market, span, minutes }: MaybeLesson): Plan | null {
  if (market) return market
  return span && minutes ? { span, minutes } : null
}
