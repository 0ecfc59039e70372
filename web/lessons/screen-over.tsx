// The projector's page after the end: the podium first, then the unmasking, with the ways to the board and the proof.
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import type { Lesson } from '../leagues/lesson-words.ts'
import { useBoard } from '../leagues/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { DownloadProof, endWords } from './ended.tsx'
import { Podium } from './podium.tsx'
import { Unmask } from './unmask.tsx'

export function Over({ league }: { league: Lesson }) {
  const { id, name, market } = league
  const [isUnmasked, setUnmasked] = useState(false)
  const view = viewOf(useBoard(id), { what: 'the board' })
  return (
    <div className="flex min-h-dvh flex-col gap-4 p-6 lg:h-dvh">
      <div className="flex items-baseline justify-between gap-4 max-sm:flex-wrap">
        <PageHeading
          title={name}
          className="min-w-0 truncate text-30 font-semibold tracking-tight"
        />
        <p className="text-16 text-muted sm:text-right">{market.ended && endWords(market.ended)}</p>
      </div>
      {isUnmasked ? (
        <Unmask league={league} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col">
          <QueryView view={view} loading="Loading the board..." empty={['', '']} rows={8}>
            {({ board, market: { roi_percentage } }) => (
              <Podium board={board} marketRoi={roi_percentage} />
            )}
          </QueryView>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setUnmasked(!isUnmasked)}>
          {isUnmasked ? 'Podium' : 'Unmask the stocks'}
        </Button>
        <Link to={paths.league(id)} className={buttonClass('secondary')}>
          Final board
        </Link>
        <DownloadProof league={id} />
      </div>
    </div>
  )
}
