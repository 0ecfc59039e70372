// The guide to this product.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function PlatformPage() {
  return (
    <BeingBuilt
      title="Using Tengrand"
      icon="learn"
      sentence="Where to find what, and how prices and rankings work here. 6 minutes, for everyone."
      plans={plans}
    />
  )
}

const plans = [
  'Finding a stock and making a trade',
  'How fresh the prices are',
  'How the leaderboard is computed',
]
