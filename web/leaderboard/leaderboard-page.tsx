// The ranking of all learners by return.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function LeaderboardPage() {
  return (
    <BeingBuilt
      title="Leaderboard"
      icon="leaderboard"
      sentence="Who has made the most of ten grand."
      plans={plans}
    />
  )
}

const plans = [
  'Top 10 by ROI %, updated every 24 hours',
  'Your own place, under your display name and nothing else',
]
