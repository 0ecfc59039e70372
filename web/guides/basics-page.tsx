// The guide to what investing is.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function BasicsPage() {
  return (
    <BeingBuilt
      title="Investment Basics"
      icon="learn"
      sentence="What a stock is, why its price moves, and what risk means. 5 minutes, for beginners."
      plans={plans}
    />
  )
}

const plans = [
  'What you own when you own a share',
  'Where gains and losses come from',
  'Why it helps to spread your money',
]
