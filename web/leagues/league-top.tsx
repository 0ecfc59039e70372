// The first three of a league's board with their medals, the own rank below them, and a link to the board.
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { Ranked } from '../ui/medal.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { useBoard } from './queries.ts'

export default function LeagueTop({ league }: { league: string }) {
  const view = viewOf(useBoard(league), {
    isEmpty: ({ board }) => board.every(({ rank }) => rank === null),
    what: 'the board',
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
              {board.map(
                ({ rank, you, display_name, roi_percentage }) =>
                  rank !== null &&
                  (rank <= 3 || you) && (
                    <Ranked key={rank} rank={rank} roi={roi_percentage}>
                      {display_name}
                      {you && <span className="text-muted"> (you)</span>}
                    </Ranked>
                  ),
              )}
            </ol>
          )}
        </QueryView>
      </div>
    </Card>
  )
}
