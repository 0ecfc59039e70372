// The first three of a lesson on the projector: the winner in the middle and highest, with their returns.
import { Card } from '../ui/card.tsx'
import { Medal } from '../ui/medal.tsx'
import { GainPercent } from '../ui/money.tsx'
import type { BoardRow } from '../leagues/queries.ts'

interface PodiumProps {
  readonly board: readonly BoardRow[]
  readonly marketRoi: number | null
}

export function Podium({ board, marketRoi }: PodiumProps) {
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
