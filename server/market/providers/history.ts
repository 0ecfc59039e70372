// Turns what a provider lists into bars that are the same for every provider.
import { dayOf, type Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { singleFlight } from '../../single-flight.ts'
import type { Asked, Bar, History, Provider, Split, Step } from './provider.ts'
import { reconcile, splitsWithin } from './splits.ts'

/** The closing price of a stretch of time, as providers give it: by its beginning. */
export interface Candle {
  readonly start: number
  readonly cents: Cents
}

interface Listed {
  readonly candles: readonly Candle[]
  readonly splits: readonly Split[]
}

/** Everything from a day until now; a candle must not cross a full hour, or for days a midnight. */
export type List = (ticker: Ticker, first: Day, step: Step) => Promise<Asked<Listed>>

export function createHistory(
  list: List,
  { now, barSettlesMs }: { readonly now: () => number; readonly barSettlesMs: number },
): Provider['history'] {
  const shared = singleFlight<Asked<History>>()

  async function ask(ticker: Ticker, first: Day, step: Step): Promise<Asked<History>> {
    const listed = await list(ticker, first, step)
    if (!listed.ok) return listed
    const splits = splitsWithin(listed.value.splits, first, dayOf(now()))
    const bars = reconcile(barsOf(listed.value.candles, step), splits)
    if (bars) return { ok: true, value: { bars, splits } }
    const reason = 'nothing was traded since the latest split, so the bars cannot be checked'
    return { ok: false, failure: { kind: 'unavailable', reason } }
  }

  return async (ticker, from, to, step) => {
    const last = Math.min(to, now() - barSettlesMs)
    if (from > Math.min(to, now())) return { ok: true, value: { bars: [], splits: [] } }
    const first = dayOf(from)
    const asked = await shared(`${ticker} ${step} ${first}`, () => ask(ticker, first, step))
    if (!asked.ok) return asked
    const bars = asked.value.bars.filter(({ at }) => at >= from && at <= last)
    return { ok: true, value: { bars, splits: asked.value.splits } }
  }
}

const hourMs = 3_600_000

/**
 * Full clock hours, because Alpaca's hours begin with the clock and Yahoo's quarters meet it, while
 * Yahoo's own hours begin at 9:30. Within a slot the latest candle counts, so a missing quarter is
 * no gap, and the live one that Yahoo adds out of step takes the place of what it continues.
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

function closeOf(start: number): number | null {
  return sessionOf(dayOf(start))?.close ?? null
}

// The exchange opens at half past, and the hour until ten counts because it ends within the session;
// what is traded before the open or after the close does not. New York's hours are those of UTC.
function hourEndOf(start: number): number | null {
  const end = Math.floor(start / hourMs) * hourMs + hourMs
  const session = sessionOf(dayOf(start))
  return session && end > session.open && end <= session.close ? end : null
}
