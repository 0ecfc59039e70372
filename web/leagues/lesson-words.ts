// What tells a lesson from other leagues, and the words for its market time and its length.
import { formatCount } from '@tengrand/core/money.ts'

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

/** 'a market year in 20 minutes'. */
export const planWords = ({ span, minutes }: LessonMarket): string =>
  `${spanWords[span].toLowerCase().replace(' ', ' market ')} in ${formatCount(minutes, 'minute')}`
