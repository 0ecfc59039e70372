// What must be known of everything that Tengrand shows: no real money, no advice, and what the prices are.
import { PriceSource } from './price-source.tsx'

export function SmallPrint() {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      Tengrand is a simulator: the money is virtual, and nothing here is investment advice.
      <PriceSource />
    </p>
  )
}
