// Drops implausible prices: those outside a session, and jumps that may come from a split that is not stored yet.
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import { sessionOf } from '@tengrand/core/session.ts'

import type { Tx } from '../../db/handle.ts'
import type { Price } from '../providers/provider.ts'
import { readQuotes, readSpan } from '../store.ts'

/** A change by this factor from one day to the next is most likely a split. */
const splitLikeFactor = 1.4

export async function plausiblePrices(tx: Tx, prices: readonly Price[]): Promise<Price[]> {
  const known = new Map((await readQuotes(tx)).map((quote) => [quote.ticker, quote]))
  const plausible: Price[] = []
  for (const price of prices.filter(({ at }) => isOfSession(at))) {
    const before = known.get(price.ticker)
    const isJump =
      before !== undefined &&
      before.at < startOfDay(dayOf(price.at)) &&
      !isNear(before.price, price.cents)
    if (!isJump || (await splitsAreKnown(tx, price))) plausible.push(price)
  }
  return plausible
}

/** Trades before the open and after the close do not count as market prices. */
function isOfSession(at: number): boolean {
  const session = sessionOf(dayOf(at))
  return session !== null && session.open <= at && at <= session.close
}

const isNear = (before: number, after: number): boolean =>
  after < before * splitLikeFactor && before < after * splitLikeFactor

/** Bars and splits are stored together, so after the bars of this day a jump is not a split. */
const splitsAreKnown = async (tx: Tx, { ticker, at }: Price): Promise<boolean> =>
  ((await readSpan(tx, ticker, 'hour')) ?? 0) >= startOfDay(dayOf(at))
