// The history of a learner's trades.
import { BeingBuilt } from '../ui/being-built.tsx'

export default function TransactionsPage() {
  return (
    <BeingBuilt
      title="Transaction History"
      icon="transactions"
      sentence="Every trade you have made, the latest first."
      plans={plans}
    />
  )
}

const plans = [
  'Date, type, ticker, quantity, price and total of each trade',
  'A way to find the trades of one stock',
]
