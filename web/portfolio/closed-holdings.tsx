// What was held when a chapter was closed, at its last prices.
import type { Holding } from './queries.ts'
import { HoldingsTable } from './holdings-table.tsx'

export default function ClosedHoldings({ holdings }: { holdings: readonly Holding[] }) {
  return <HoldingsTable holdings={holdings} />
}
