// The list of guides.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function GuidesPage() {
  return (
    <BeingBuilt
      title="Getting Started"
      icon="learn"
      sentence="Three short guides to investing and to this simulator."
      plans={plans}
    />
  )
}

const plans = [
  'Investment Basics: 5 minutes, for beginners',
  'Trading Strategies: 8 minutes, intermediate',
  'Using Tengrand: 6 minutes, for everyone',
]
