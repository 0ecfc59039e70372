// Stands over the chart of somebody who has not traded yet.
import { transactionsShown, useLatestTransactions } from './queries.ts'

/** A line that never moved says nothing, so above it whoever has not traded is told how it begins. */
export function Invitation() {
  const { data } = useLatestTransactions(transactionsShown)
  if (data?.transactions.length !== 0) return null
  return (
    <p className="pointer-events-none absolute inset-x-0 top-20 mr-18 text-center text-muted">
      <span className="bg-surface box-decoration-clone px-2">Your line starts here.</span>
    </p>
  )
}
