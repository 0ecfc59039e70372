// Quotes as they travel, from the server and between tabs, by the contract in both cases.
import { api } from '@tengrand/contract/api.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { safeParse } from 'zod/mini'

import { warnOnce } from '../log.ts'
import type { TickerQuote } from './board.ts'

export type WireQuotes = Answer<typeof api.quotesStream>

/** Null for what is not quotes at all. A stock that this page does not know is left out. */
export function readQuotes(data: unknown): TickerQuote[] | null {
  const { success, data: event, error } = safeParse(api.quotesStream.answer, data)
  if (success) return event.quotes.flatMap(readQuote)
  warnOnce('Quotes that nobody understands are left out.', error)
  return null
}

export const writeQuotes = (quotes: readonly TickerQuote[]): WireQuotes => ({
  quotes: quotes.flatMap(({ ticker, price, previousClose, at }) =>
    at === null
      ? []
      : {
          ticker,
          price: toDollars(price),
          previous_close: previousClose === null ? null : toDollars(previousClose),
          at: new Date(at).toISOString(),
        },
  ),
})

function readQuote({ ticker, price, previous_close, at }: WireQuotes['quotes'][number]) {
  const atMs = Date.parse(at)
  // A percentage of nothing does not exist, and a price of nothing is a mistake.
  if (!isTicker(ticker) || price <= 0 || Number.isNaN(atMs)) return []
  const previousClose =
    previous_close === null || previous_close <= 0 ? null : fromDollars(previous_close)
  return [{ ticker, price: fromDollars(price), previousClose, at: atMs }]
}
