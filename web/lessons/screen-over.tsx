// The projector's page after the end: the podium first, then the unmasking, with the ways to the board and the proof.
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import type { Lesson } from '../leagues/lesson-words.ts'
import { useBoard, type Board } from '../leagues/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Medal } from '../ui/medal.tsx'
import { GainPercent } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { DownloadProof, endWords, Unmask } from './ended.tsx'

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
          <QueryView view={view} loading="Loading the board..." rows={8}>
            {(final) => <Podium {...final} />}
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

/** The first three: the winner in the middle and highest, with their returns. */
function Podium({ board, market: { roi_percentage: marketRoi } }: Board) {
  const ranked = board.filter(({ rank }) => rank !== null)
  const first = ranked.slice(0, heights.length)
  if (first.length === 0)
    return <p className="m-auto text-24 text-muted">No member of this lesson has a rank.</p>
  const better = ranked.filter((row) => row.roi_percentage > (marketRoi ?? Infinity)).length
  return (
    <>
      <ol
        aria-label="Podium"
        className="grid min-h-0 flex-1 items-end gap-5 *:min-w-0 sm:grid-cols-3"
      >
        {first.map(({ rank, user_id, display_name, roi_percentage }, place) => (
          <li
            key={user_id ?? place}
            className="grid"
            style={{ height: heights[place], order: orders[place] }}
          >
            <Card className="flex flex-col items-center justify-center gap-3 text-center [&>svg]:size-16">
              <Medal rank={rank ?? 0} />
              <span className="text-30 font-semibold text-balance wrap-anywhere">
                {display_name}
              </span>
              <span className="text-30">
                <GainPercent value={roi_percentage} digits={1} />
              </span>
            </Card>
          </li>
        ))}
      </ol>
      {marketRoi !== null && (
        <p className="mt-4 text-24 text-muted">
          The market <GainPercent value={marketRoi} digits={1} plain />. {better} of {ranked.length}{' '}
          beat it.
        </p>
      )}
    </>
  )
}

const heights = ['100%', '82%', '70%']
/** The second stands on the left of the first. */
const orders = [2, 1, 3]
