// How a lesson ended, the download of its proof, and the unmasking: whose ups and downs each stock had, how it moved, and its
// line. It must not mislead.
import { useMutation } from '@tanstack/react-query'
import { ofLeague, oneLeague } from '@tengrand/contract/leagues.ts'
import type { proof } from '@tengrand/contract/lesson-proof.ts'
import { formatCount } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import * as z from 'zod/mini'

import { call } from '../api/client.ts'
import type { Lesson, LessonMarket } from '../leagues/lesson-words.ts'
import { Refused } from '../leagues/refused.tsx'
import { Button } from '../ui/button.tsx'
import { GainPercent } from '../ui/money.tsx'
import { saveFile } from '../ui/save-file.ts'
import { LessonLine } from './lesson-line.tsx'
import { usePriceLines } from './lines.ts'

type Ended = NonNullable<LessonMarket['ended']>

/** 'Ended early in week 31 by the organiser. The organiser removed 2 members.' */
export function endWords({ by, week, removed_members: removed }: Ended): string {
  const end = {
    plan: 'Ended as planned.',
    organiser: `Ended early in week ${week} by the organiser.`,
    pause: `Ended in week ${week}, after 14 days of pause.`,
    lobby: 'Over, because it was not started within 7 days.',
  }[by]
  return removed === 0 ? end : `${end} The organiser removed ${formatCount(removed, 'member')}.`
}

/** The call of the contract, saved as it comes: pages need no schema for a file that they do not read. */
const proofFile = {
  method: 'GET',
  path: `${oneLeague.path}/proof` satisfies (typeof proof)['path'],
  access: 'signed-in',
  params: ofLeague,
  answers: 'application/json',
  answer: z.string(),
} as const

export function DownloadProof({ league }: { league: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(proofFile, { params: { league } }),
    onSuccess: (text) => saveFile('tengrand-lesson-proof.json', 'application/json', text),
  })
  return (
    <>
      <Button kind="secondary" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Preparing...' : 'Download the proof'}
      </Button>
      <Refused error={error} />
    </>
  )
}

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
