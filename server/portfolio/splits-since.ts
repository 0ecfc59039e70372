// The splits since a day, which the prices of earlier days are adjusted for, as a column of a statement.
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import type { HistoryFacts } from '@tengrand/core/history.ts'

import { tickerOf } from '../market/ticker-id.ts'

/** Ticker, day, numerator and denominator. */
export type SplitTerms = readonly [number, string, number, number]

export const splitsSince = (day: string): string => `(
    select coalesce(json_agg(json_build_array(ticker_id, day, numerator, denominator)), '[]')
    from split where day >= ${day}
  ) as splits`

export const splitOf = ([key, day, numerator, denominator]: SplitTerms) =>
  ({
    ticker: tickerOf(key),
    ratio: { numerator, denominator },
    at: startOfDay(asDay(day)),
  }) satisfies HistoryFacts['splits'][number]
