// The three learners with the highest return, with their medals, the own rank below them, and a link to the leaderboard.
import { leaderboardView, useLeaderboard } from '../leaderboard/queries.ts'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { ChapterTag } from '../portfolio/chapter-tag.tsx'
import { Ranked } from '../ui/medal.tsx'
import { QueryView } from '../ui/query-view.tsx'

export function TopTraders() {
  const states = leaderboardView(useLeaderboard())
  return (
    <Card title="Top Traders" aside={<MoreLink to={paths.leaderboard}>View All</MoreLink>}>
      <div className="min-h-40">
        <QueryView {...states} rows={2}>
          {({ leaderboard, you }) => (
            <ol>
              {leaderboard.slice(0, 3).map((trader, index) => (
                <Ranked key={trader.user_id ?? index} rank={index + 1} roi={trader.roi_percentage}>
                  {trader.display_name}
                  {trader.user_id === you?.user_id && <span className="text-muted"> (you)</span>}
                  <ChapterTag chapter={trader.chapter} />
                </Ranked>
              ))}
              {you && you.rank > 3 && (
                <Ranked rank={you.rank} roi={you.roi_percentage} className={ownLook}>
                  You
                </Ranked>
              )}
            </ol>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

/** The border stays where forced colors take the background away. */
const ownLook = '-mx-2 rounded-control border border-accent-soft bg-accent-soft px-1.75'
