// The three learners with the highest return, with their medals, the own rank below them, and a link to the leaderboard.
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
      <div className="min-h-40">
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
              {you && you.rank > 3 && <You rank={you.rank} roi={you.roi_percentage} />}
            </ol>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

function Row({ rank, trader, isYou }: { rank: number; trader: Trader; isYou: boolean }) {
  return (
    <li className="flex h-10 items-center gap-3">
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

/** The border stays where forced colors take the background away. */
function You({ rank, roi }: { rank: number; roi: number }) {
  return (
    <li className="-mx-2 flex h-10 items-center gap-3 rounded-control border border-accent-soft bg-accent-soft px-1.75">
      <Medal rank={rank} />
      <span className="flex-1">You</span>
      <GainPercent value={roi} digits={1} />
    </li>
  )
}
