// Entries of a journal in the format of the API.
import type { Entry } from '../journal/queries.ts'

/** A purchase with a reason and a forecast that came true. */
export const entry: Entry = {
  id: 'entry-1',
  at: '2026-10-01T15:00:00Z',
  ticker: 'AAPL',
  type: 'BUY',
  kind: null,
  quantity: 5,
  price: 189.12,
  waiting: false,
  note: 'Because the new phone sells well.',
  note_until: '2026-10-01T15:10:00Z',
  confidence: 80,
  outcome: 'right',
  due_at: '2026-11-02T21:00:00Z',
  stock_return_percent: 3.1,
  market_return_percent: 1.2,
}

/** A sale that says the stock does worse, without a result yet. */
export const sale: Entry = {
  ...entry,
  id: 'entry-2',
  ticker: 'TSLA',
  type: 'SELL',
  quantity: 1,
  price: 250,
  note: null,
  confidence: 60,
  outcome: null,
  stock_return_percent: null,
  market_return_percent: null,
}

export const pageOf = (...entries: readonly Entry[]) => ({ entries, next: null })
