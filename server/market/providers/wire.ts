// Schemas for the values in providers' answers, and the checks of the latest prices.
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import type { Failure, Fetched, Price, ProviderContext } from './provider.ts'

// The upper bound is far above any price of these stocks; below the lower bound a price would be zero cents.
const dollarsMin = 0.005
const dollarsMax = 1_000_000

export const price = z.pipe(
  z.number().check(z.gte(dollarsMin), z.lte(dollarsMax)),
  z.transform((dollars: number) => fromDollars(dollars)),
)

// The core package has a calendar of these years only.
const firstMs = startOfDay(asDay('1990-01-02'))
const lastMs = startOfDay(asDay('2100-12-30'))

export const isoInstant = z.pipe(
  z.string().check(z.refine((text) => isKnown(Date.parse(text)))),
  z.transform((text) => Date.parse(text)),
)

export const epochSeconds = z.pipe(
  z.number().check(z.refine((seconds) => isKnown(seconds * 1000))),
  z.transform((seconds) => seconds * 1000),
)

export const day = z.pipe(z.string().check(z.refine(isDay)), z.transform(asDay))

/** One side of a split ratio; not always an integer. */
export const rate = z.number().check(
  z.gte(0.000_001),
  z.lte(1_000_000),
  z.refine((value) => decimalsOf(value) <= decimalsMax),
)

const decimalsMax = 6

export const decimalsOf = (value: number): number =>
  /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

// Date.parse accepts 30 February as 2 March.
function isDay(text: string): boolean {
  const instantMs = Date.parse(text)
  return isKnown(instantMs) && new Date(instantMs).toISOString().slice(0, 10) === text
}

const isKnown = (instantMs: number): boolean => instantMs >= firstMs && instantMs <= lastMs

// Clocks may differ a little; a price from further in the future would count as fresh for too long.
const aheadMaxMs = 5 * 60_000

type Checks = Pick<ProviderContext, 'now' | 'log'>

export function priceOf(latest: Price, { now, log }: Checks): Fetched<Price> {
  if (latest.at > now() + aheadMaxMs) return refuse(latest.ticker, 'a price from the future', log)
  return { ok: true, value: { ...latest, at: Math.min(latest.at, now()) } }
}

export function refuse(ticker: Ticker, reason: string, log: Checks['log']): Fetched<never> {
  log.warn({ ticker, reason }, 'a price was left out')
  return { ok: false, failure: { kind: 'bad_data', reason } }
}

/** Fails only if there is no price at all and a request failed, so that one bad price does not discard the others. */
export function gather(fetched: readonly Fetched<Price | null>[]): Fetched<readonly Price[]> {
  const prices: Price[] = []
  const failures: Failure[] = []
  for (const one of fetched) {
    if (!one.ok) failures.push(one.failure)
    else if (one.value) prices.push(one.value)
  }
  // Prefers a rate limit, because it has the time of the next request.
  const failure = failures.find(({ kind }) => kind === 'rate_limited') ?? failures[0]
  return prices.length === 0 && failure ? { ok: false, failure } : { ok: true, value: prices }
}
