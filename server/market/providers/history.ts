// Turns the candles and splits of a provider into bars that have the same form for every provider.
import { dayOf, hourMs, type Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { singleFlight } from '../../single-flight.ts'
import type { Bar, Fetched, Provider, Split, Step } from './provider.ts'
import { reconcile, splitsWithin } from './splits.ts'

/** The closing price of a period with the period's start, in the form of the providers. */
export interface Candle {
  readonly start: number
  readonly cents: Cents
}

/** Lists everything from a day until now. A candle must not cross a full hour, or midnight for daily candles. */
export type List = (
  ticker: Ticker,
  first: Day,
  step: Step,
) => Promise<Fetched<{ readonly candles: readonly Candle[]; readonly splits: readonly Split[] }>>

export function createHistory(
  list: List,
  { now, barSettlesMs }: { readonly now: () => number; readonly barSettlesMs: number },
): Provider['history'] {
  const shared = singleFlight<Awaited<ReturnType<List>>>()
  return async (ticker, from, to, step) => {
    // Before the request: a bar that settles during it may still be unsettled in the answer.
    const last = Math.min(to, now() - barSettlesMs)
    if (from > Math.min(to, now())) return { ok: true, value: { bars: [], splits: [] } }
    const first = dayOf(from)
    const listed = await shared(`${ticker} ${step} ${first}`, () => list(ticker, first, step))
    if (!listed.ok) return listed
    const splits = splitsWithin(listed.value.splits, first, dayOf(now()))
    const bars = reconcile(barsOf(listed.value.candles, step), splits)
    if (!bars) {
      const reason = 'nothing was traded since the latest split, so the bars cannot be checked'
      return { ok: false, failure: { kind: 'unavailable', reason } }
    }
    const wanted = bars.filter(({ at }) => at >= from && at <= last)
    return { ok: true, value: { bars: wanted, splits } }
  }
}

/**
 * Full clock hours, because Alpaca's hours begin with the clock and Yahoo's quarters meet it, while Yahoo's own hours
 * begin at 9:30. The latest candle of an hour or a day counts, so a missing quarter is no gap, and the live candle that
 * Yahoo adds out of step replaces the one it continues.
 */
function barsOf(candles: readonly Candle[], step: Step): Bar[] {
  const slotOf = step === 'day' ? closeOf : hourEndOf
  const bars = new Map<number, Bar>()
  for (const { start, cents } of candles.toSorted((a, b) => a.start - b.start)) {
    const at = slotOf(start)
    if (at !== null) bars.set(at, { at, cents })
  }
  return [...bars.values()]
}

const closeOf = (start: number): number | null => sessionOf(dayOf(start))?.close ?? null

// The exchange opens at 9:30. The hour until 10:00 counts, because it ends within the session; trades before the open
// or after the close do not. Full hours in New York are also full hours in UTC.
function hourEndOf(start: number): number | null {
  const end = Math.floor(start / hourMs) * hourMs + hourMs
  const session = sessionOf(dayOf(start))
  return session && end > session.open && end <= session.close ? end : null
}
