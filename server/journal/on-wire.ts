// Journal entries as the API answers them, and as a CSV file.
import type { Answer } from '@tengrand/contract/call.ts'
import type { changeNote } from '@tengrand/contract/journal.ts'
import { noteEditMs } from '@tengrand/core/journal.ts'
import { roundTo, toDollars } from '@tengrand/core/money.ts'

import { rowOf } from '../portfolio/csv.ts'
import { openScoring, type JournalHead } from './outcomes.ts'
import type { JournalEntry } from './store.ts'

export async function entriesOnWire(
  deps: Parameters<typeof openScoring>[0],
  head: JournalHead,
  entries: readonly JournalEntry[],
): Promise<Answer<typeof changeNote>[]> {
  if (entries.length === 0) return []
  const filled = entries.filter(isForecast).map(({ at }) => at)
  const resultOf = filled.length === 0 ? null : await openScoring(deps, head, Math.min(...filled))
  return entries.map((entry) => {
    const result = isForecast(entry) ? (resultOf?.(entry) ?? null) : null
    const { outcome = null, returns = null } = result ?? {}
    return {
      ...writtenOf(entry),
      note_until: timeOf(entry.writtenAt + noteEditMs),
      outcome,
      due_at: result && timeOf(result.dueAt),
      stock_return_percent: returns && roundTo(returns.stock, 4),
      market_return_percent: returns && roundTo(returns.market, 4),
    }
  })
}

/** An entry without what became of it, as in the export of the account's data. */
export const writtenOf = (entry: JournalEntry) => ({
  id: entry.publicId,
  at: timeOf(entry.at),
  ticker: entry.ticker,
  type: entry.side,
  kind: entry.kind,
  quantity: entry.quantity,
  price: toDollars(entry.price),
  waiting: entry.isWaiting,
  note: entry.note,
  confidence: entry.confidence,
})

const isForecast = ({ confidence, isWaiting }: JournalEntry): boolean =>
  confidence !== null && !isWaiting

const timeOf = (at: number): string => new Date(at).toISOString()

/** The columns of the CSV file. */
const columns = {
  Date: 'at',
  Type: 'type',
  Ticker: 'ticker',
  Quantity: 'quantity',
  Price: 'price',
  Waiting: 'waiting',
  Reason: 'note',
  'Sure %': 'confidence',
  Outcome: 'outcome',
  Due: 'due_at',
  'Stock return %': 'stock_return_percent',
  'Market return %': 'market_return_percent',
} as const

export async function* journalCsv(
  deps: Parameters<typeof openScoring>[0],
  head: JournalHead,
  pages: AsyncIterable<readonly JournalEntry[]>,
): AsyncIterable<string> {
  yield rowOf(Object.keys(columns))
  const fields = Object.values(columns)
  for await (const entries of pages) {
    const rows = await entriesOnWire(deps, head, entries)
    yield rows.map((row) => rowOf(fields.map((field) => cellOf(row[field])))).join('')
  }
}

const cellOf = (value: string | number | boolean | null): string | number =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '')
