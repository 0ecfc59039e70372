// How far apart the provider is asked for prices: kept in the database and by its clock, so that it holds for all nodes
// together, also while one takes over from another.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../../db/handle.ts'
import type { Provider } from '../providers/provider.ts'
import { tickerIdOf, tickerOf } from '../ticker-id.ts'

export const callsApartMs = 1_000

export type CallSlot = { readonly tickers: readonly Ticker[] } | { readonly waitMs: number }

/** The stocks that may be asked for now, of those that are wanted, or how long to wait. Who gets some must ask at once. */
export function claimCall(
  db: Db,
  provider: Provider,
  wanted: readonly Ticker[],
): Promise<CallSlot> {
  return db.transaction(async (tx) => {
    await tx.query('lock table price_call in exclusive mode')
    const rows = await tx.query<{ ticker_id: number; ms: number }>(
      `select ticker_id, (extract(epoch from clock_timestamp() - began_at) * 1000)::float8 as ms
       from price_call`,
    )
    const place = callSlotOf(
      provider,
      wanted,
      new Map(rows.map(({ ticker_id, ms }) => [tickerOf(ticker_id), ms])),
    )
    if ('waitMs' in place) return place
    await tx.query(
      `insert into price_call (ticker_id, began_at)
       select ticker_id, clock_timestamp() from unnest($1::smallint[]) as called (ticker_id)
       on conflict (ticker_id) do update set began_at = excluded.began_at`,
      [place.tickers.map(tickerIdOf)],
    )
    return place
  })
}

/** By how long ago each stock was asked for; one from the future is of a clock that was set back, and counts for nothing. */
export function callSlotOf(
  { stocksPerCall, sameStockEveryMs }: Pick<Provider, 'stocksPerCall' | 'sameStockEveryMs'>,
  wanted: readonly Ticker[],
  agoMs: ReadonlyMap<Ticker, number>,
): CallSlot {
  const known = [...agoMs].filter(([, ms]) => ms >= 0)
  const ago = new Map(known)
  const anyMs = Math.max(0, callsApartMs - Math.min(...ago.values()))
  const waitOf = (ticker: Ticker): number =>
    Math.max(anyMs, sameStockEveryMs - (ago.get(ticker) ?? Infinity))
  // Where one request is about all of them, nothing is gained by leaving some out.
  const asked = stocksPerCall >= tickers.length ? tickers : wanted
  const free = asked.filter((ticker) => waitOf(ticker) <= 0).slice(0, stocksPerCall)
  if (free.length > 0) return { tickers: free }
  return { waitMs: Math.ceil(Math.min(...asked.map(waitOf))) }
}
