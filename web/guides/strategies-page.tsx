// The guide to how people choose what to trade.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function StrategiesPage() {
  return (
    <BeingBuilt
      title="Trading Strategies"
      icon="learn"
      sentence="How people decide what to buy and when to sell. 8 minutes, intermediate."
      plans={plans}
    />
  )
}

const plans = [
  'Buying and holding, and trading more often',
  'Setting limits before you need them',
  'Mistakes that most people make once',
]
