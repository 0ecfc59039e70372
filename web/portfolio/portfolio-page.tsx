// The portfolio: what a learner owns and what it is worth.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function PortfolioPage() {
  return (
    <BeingBuilt
      title="Portfolio"
      icon="portfolio"
      sentence="What you own, what it is worth now, and what it has earned."
      plans={plans}
    />
  )
}

const plans = [
  'Your cash balance, total value and portfolio return',
  'Every holding with its average price, current price and gain or loss',
  'Ideas for what to learn next',
]
