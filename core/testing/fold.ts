// Folds a list of entries into a portfolio.
import { openStartingCash } from '../contest.ts'
import { openBooks, type Entry, type Portfolio } from '../ledger.ts'

/** Takes entries in ascending order; at the same instant a split comes before trades. */
export function portfolioOf(entries: Iterable<Entry>): Portfolio {
  const books = openBooks(openStartingCash)
  for (const entry of entries) books.add(entry)
  return books.portfolio()
}
