// The unmasking after the end: whose ups and downs each stock had, how it moved, and its line. It must not mislead.
import { returnSince } from '@tengrand/core/valuation.ts'

import type { Lesson, LessonMarket } from '../leagues/lesson-words.ts'
import { GainPercent } from '../ui/money.tsx'
import { LessonLine } from './lesson-line.tsx'
import { usePriceLines } from './lines.ts'

export function Unmask({ league }: { league: Lesson }) {
  const { market } = league
  const lines = usePriceLines(league)
  return (
    <ul
      aria-label="What the stocks were"
      className="grid min-h-0 flex-1 grid-cols-1 gap-2 *:min-w-0 sm:grid-cols-2 lg:grid-cols-4"
    >
      {market.listing.map(({ symbol, name, company }) => {
        const points = lines.get(symbol) ?? []
        const [first, last] = [points[0], points.at(-1)]
        return (
          <li
            key={symbol}
            className="flex min-h-0 flex-col rounded-control border border-line bg-surface px-3 py-2"
          >
            {/* The longer sentences have to fit in two lines too. */}
            <p className={market.span === 'year' ? '' : 'text-12'}>
              <strong className="font-semibold">{name}</strong>
              {company !== null && (
                <>
                  {' '}
                  had the ups and downs of <strong className="font-semibold">{company}</strong>
                  {inventedWords[market.span]}
                </>
              )}
            </p>
            <div className="mt-1 flex min-h-7 flex-1 items-center gap-3">
              {first && last && (
                <span className="w-24 text-16">
                  <GainPercent value={returnSince(first.value, last.value).percent} digits={1} />
                </span>
              )}
              <LessonLine points={points} className="h-full flex-1" />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The prices follow no real ones. */
const inventedWords: Readonly<Record<LessonMarket['span'], string>> = {
  quarter: '; its quarter is invented.',
  year: '; its year is invented.',
  five_years: '; its five years are invented.',
}
