// Spaces the price requests to the provider. The times are stored in the database and taken from its clock, so that the
// spacing holds across all nodes, also during a change of leadership.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../../db/handle.ts'
import type { Provider } from '../providers/provider.ts'
import { tickerIdOf, tickerOf } from '../ticker-id.ts'

export const callsApartMs = 1_000

export type CallSlot = { readonly tickers: readonly Ticker[] } | { readonly waitMs: number }

/** The stocks that may be requested now, or the time to wait. The caller must send the request at once. */
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
    const agoMs = new Map(rows.map(({ ticker_id, ms }) => [tickerOf(ticker_id), ms]))
    const slot = callSlotOf(provider, wanted, agoMs)
    if ('waitMs' in slot) return slot
    await tx.query(
      `insert into price_call (ticker_id, began_at)
       select ticker_id, clock_timestamp() from unnest($1::smallint[]) as called (ticker_id)
       on conflict (ticker_id) do update set began_at = excluded.began_at`,
      [slot.tickers.map(tickerIdOf)],
    )
    return slot
  })
}

/** `agoMs` has the age of each stock's last request; a negative one, after a clock was set back, is ignored. */
export function callSlotOf(
  { stocksPerCall, sameStockEveryMs }: Pick<Provider, 'stocksPerCall' | 'sameStockEveryMs'>,
  wanted: readonly Ticker[],
  agoMs: ReadonlyMap<Ticker, number>,
): CallSlot {
  const ago = new Map([...agoMs].filter(([, ms]) => ms >= 0))
  const anyMs = Math.max(0, callsApartMs - Math.min(...ago.values()))
  const waitOf = (ticker: Ticker): number =>
    Math.max(anyMs, sameStockEveryMs - (ago.get(ticker) ?? Infinity))
  // A request that can cover all stocks includes even those that nothing waits for.
  const candidates = stocksPerCall >= tickers.length ? tickers : wanted
  const free = candidates.filter((ticker) => waitOf(ticker) <= 0).slice(0, stocksPerCall)
  if (free.length > 0) return { tickers: free }
  return { waitMs: Math.ceil(Math.min(...candidates.map(waitOf))) }
}
