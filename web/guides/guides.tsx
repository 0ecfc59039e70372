// The list of guides in reading order, which the overview and the articles are drawn from.
import { paths } from '../browser/paths.ts'

export interface Guide {
  readonly path: (typeof paths)['basics' | 'strategies' | 'platform']
  readonly title: string
  /** The reading time, with at most 200 words a minute; a test counts the words. */
  readonly minutes: number
  readonly level: 'Beginner' | 'Intermediate' | 'All levels'
  readonly sentence: string
}

export const basics: Guide = {
  path: paths.basics,
  title: 'Investment Basics',
  minutes: 5,
  level: 'Beginner',
  sentence: 'What a share is, why its price moves, and what risk means.',
}

export const strategies: Guide = {
  path: paths.strategies,
  title: 'Trading Strategies',
  minutes: 8,
  level: 'Intermediate',
  sentence: 'How to decide what to buy, how much of it, and when to sell.',
}

export const platform: Guide = {
  path: paths.platform,
  title: 'Using Tengrand',
  minutes: 6,
  level: 'All levels',
  sentence: 'Where to find things, and how prices, trades and rankings work here.',
}

export const guides: readonly Guide[] = [basics, strategies, platform]

/** How long a guide takes to read and whom it is for. */
export function ReadingTime({ guide: { minutes, level } }: { guide: Guide }) {
  return (
    <p className="flex items-center gap-2 text-12 font-medium">
      <span className="rounded-full bg-accent-soft px-2.5 py-1 text-accent">{level}</span>{' '}
      <span className="text-muted">{minutes} min read</span>
    </p>
  )
}
