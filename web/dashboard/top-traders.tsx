// The three learners with the highest return, with their medals, and a link to the leaderboard.
import { leaderboardView, useLeaderboard, type Trader } from '../leaderboard/queries.ts'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { ChapterTag } from '../portfolio/chapter-tag.tsx'
import { Medal } from '../ui/medal.tsx'
import { GainPercent } from '../ui/money.tsx'
import { QueryView } from '../ui/query-view.tsx'

export function TopTraders() {
  const states = leaderboardView(useLeaderboard())
  return (
    <Card title="Top Traders" aside={<MoreLink to={paths.leaderboard}>View All</MoreLink>}>
      <div className="min-h-39">
        <QueryView {...states} rows={2}>
          {({ leaderboard, you }) => (
            <ol>
              {leaderboard.slice(0, 3).map((trader, index) => (
                <Row
                  key={trader.user_id ?? index}
                  rank={index + 1}
                  trader={trader}
                  isYou={trader.user_id === you?.user_id}
                />
              ))}
            </ol>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

function Row({ rank, trader, isYou }: { rank: number; trader: Trader; isYou: boolean }) {
  return (
    <li className="flex h-13 items-center gap-3">
      <Medal rank={rank} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {trader.display_name}
        {isYou && <span className="text-muted"> (you)</span>}
        <ChapterTag chapter={trader.chapter} />
      </span>
      <GainPercent value={trader.roi_percentage} digits={1} />
    </li>
  )
}
