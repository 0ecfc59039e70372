// Folds a list of entries into a portfolio.
import { openStartingCash } from '../contest.ts'
import { openBooks, type Entry, type Portfolio } from '../ledger.ts'

/** Takes the entries by their instants, oldest first, and at the same instant a split before the trades. */
export function portfolioOf(entries: Iterable<Entry>): Portfolio {
  const books = openBooks(openStartingCash)
  for (const entry of entries) books.add(entry)
  return books.portfolio()
}
