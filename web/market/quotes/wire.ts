// Parses and writes quotes in the format of the contract, for the server and for other tabs.
import * as marketCalls from '@tengrand/contract/market.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { safeParse } from 'zod/mini'

import { warnOnce } from '../../browser/log.ts'
import type { TickerQuote } from './board.ts'

export type WireQuotes = Answer<typeof marketCalls.quotesStream>

/** Null for an invalid message. A stock unknown to this version is left out. */
export function readQuotes(data: unknown): TickerQuote[] | null {
  const { success, data: event, error } = safeParse(marketCalls.quotesStream.answer, data)
  if (success) return event.quotes.flatMap(readQuote)
  warnOnce('Quotes in an unknown format are left out.', error)
  return null
}

export const writeQuotes = (quotes: readonly TickerQuote[]): WireQuotes => ({
  quotes: quotes.flatMap(({ ticker, price, bid, ask, previousClose, at }) =>
    at === null
      ? []
      : {
          ticker,
          price: toDollars(price),
          bid: toDollars(bid),
          ask: toDollars(ask),
          previous_close: previousClose === null ? null : toDollars(previousClose),
          at: new Date(at).toISOString(),
        },
  ),
})

type WireQuote = WireQuotes['quotes'][number]

export const readPrices = (quote: Pick<WireQuote, 'price' | 'bid' | 'ask'>): Prices => ({
  price: fromDollars(quote.price),
  bid: fromDollars(quote.bid),
  ask: fromDollars(quote.ask),
})

function readQuote(quote: WireQuote): TickerQuote[] {
  const { ticker, bid, previous_close, at } = quote
  const atMs = Date.parse(at)
  // A price of zero is an error, and there is no percentage of a previous close of zero.
  if (!isTicker(ticker) || bid <= 0 || Number.isNaN(atMs)) return []
  const previousClose =
    previous_close === null || previous_close <= 0 ? null : fromDollars(previous_close)
  return [{ ticker, ...readPrices(quote), previousClose, at: atMs }]
}
