// Reads the latest prices so that one bad answer does not cost the others.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Asked, Failure, Log, Price, Surroundings } from './provider.ts'

// Clocks differ a little; a price from further ahead would count as fresh for too long.
const aheadMaxMs = 5 * 60_000

export function priceOf(
  price: Price,
  { now, log }: Pick<Surroundings, 'now' | 'log'>,
): Asked<Price> {
  if (price.at > now() + aheadMaxMs) return refuse(price.ticker, 'a price from the future', log)
  return { ok: true, value: { ...price, at: Math.min(price.at, now()) } }
}

export function refuse(ticker: Ticker, reason: string, log: Log): Asked<never> {
  log.warn({ ticker, reason }, 'a price was left out')
  return { ok: false, failure: { kind: 'bad_data', reason } }
}

/** Fails only when nothing came and something went wrong. */
export function gather(asked: readonly Asked<Price | null>[]): Asked<readonly Price[]> {
  const prices: Price[] = []
  const failures: Failure[] = []
  for (const one of asked) {
    if (!one.ok) failures.push(one.failure)
    else if (one.value) prices.push(one.value)
  }
  // The limit first, because it says when to ask again.
  const failure = failures.find(({ kind }) => kind === 'rate_limited') ?? failures[0]
  return prices.length === 0 && failure ? { ok: false, failure } : { ok: true, value: prices }
}
