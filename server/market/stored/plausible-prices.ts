// Which of the latest prices may stand: those of a session, and none that may be counted in other shares than ours.
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import { sessionOf } from '@tengrand/core/session.ts'

import type { Tx } from '../../db/handle.ts'
import type { Price } from '../providers/provider.ts'
import { readQuotes, readSpan } from '../store.ts'

/** A day on which a price goes up or down by this factor is most likely the day of a split. */
const splitLikeFactor = 1.4

export async function believable(tx: Tx, prices: readonly Price[]): Promise<Price[]> {
  const known = new Map((await readQuotes(tx)).map((quote) => [quote.ticker, quote]))
  const kept: Price[] = []
  for (const price of prices.filter(({ at }) => isOfSession(at))) {
    const before = known.get(price.ticker)
    const isJump =
      before !== undefined &&
      before.at < startOfDay(dayOf(price.at)) &&
      !isNear(before.price, price.cents)
    if (!isJump || (await splitsAreKnown(tx, price))) kept.push(price)
  }
  return kept
}

/** Trades before the open and after the close are not the market's price. */
function isOfSession(at: number): boolean {
  const session = sessionOf(dayOf(at))
  return session !== null && session.open <= at && at <= session.close
}

const isNear = (before: number, after: number): boolean =>
  after < before * splitLikeFactor && before < after * splitLikeFactor

/** Bars come with the splits that are known: once they have been asked for on this day, a jump is just a jump. */
const splitsAreKnown = async (tx: Tx, { ticker, at }: Price): Promise<boolean> =>
  ((await readSpan(tx, ticker, 'hour')) ?? 0) >= startOfDay(dayOf(at))
