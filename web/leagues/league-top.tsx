// The first three of a league's board with their medals, the own rank below them, and a link to the board.
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { Medal } from '../ui/medal.tsx'
import { GainPercent } from '../ui/money.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { useBoard, type BoardRow } from './queries.ts'

export default function LeagueTop({ league }: { league: string }) {
  const view = viewOf(useBoard(league), {
    isEmpty: ({ board }) => board.every(({ rank }) => rank === null),
    error: ({ message }) => `Failed to load the board: ${message}`,
  })
  return (
    <Card title="Top of the league" aside={<MoreLink to={paths.league(league)}>Board</MoreLink>}>
      <div className="min-h-40">
        <QueryView
          view={view}
          loading="Loading the board..."
          empty={['No ranks yet.', 'Members are ranked once they trade.']}
          rows={2}
        >
          {({ board }) => (
            <ol>
              {board.flatMap(({ rank, ...row }) =>
                rank !== null && (rank <= 3 || row.you) ? (
                  <Row key={rank} rank={rank} row={row} />
                ) : (
                  []
                ),
              )}
            </ol>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

function Row({ rank, row }: { rank: number; row: Omit<BoardRow, 'rank'> }) {
  return (
    <li className="flex min-h-10 items-center gap-3">
      <Medal rank={rank} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {row.display_name}
        {row.you && <span className="text-muted"> (you)</span>}
      </span>
      <GainPercent value={row.roi_percentage} digits={1} />
    </li>
  )
}
