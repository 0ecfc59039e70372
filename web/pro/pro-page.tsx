// The waitlist of the paid tier.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function ProPage() {
  return (
    <BeingBuilt
      title="Go Pro"
      icon="spark"
      sentence="Premium tools that are planned for learners who want a sharper edge."
      plans={plans}
    />
  )
}

const plans = [
  'AI-powered insights and advanced analytics',
  'A strategy builder, portfolio optimization and screening',
  'A waitlist that tells you when it opens',
]
