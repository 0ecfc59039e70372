// The rows of the latest transactions: far below, and their code comes after that of what stands above.
import type { Transaction } from '../portfolio/queries.ts'
import { TransactionsTable } from '../portfolio/transactions-table.tsx'

export default function LatestRows({ transactions }: { transactions: readonly Transaction[] }) {
  return <TransactionsTable transactions={transactions} />
}
