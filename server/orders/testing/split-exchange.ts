// A provider's market around a split, without waiting: the test decides when prices and bars are requested.
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../../db/handle.ts'
import type { Market } from '../../market/market.ts'
import { readQuotes, recordSplit, storeBars, storeQuotes } from '../../market/store.ts'
import { plausiblePrices } from '../../market/stored/plausible-prices.ts'
import { clearPortfolios } from '../../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../../testing/scripted-market.ts'
import { createWorld } from '../../testing/world.ts'
import { createFillingNode } from './filling-node.ts'

/** The stock that is split, and one whose orders must not be affected. */
export const stocks = ['LYFT', 'MSFT'] as const
export type Stock = (typeof stocks)[number]
export const oldCents = 120_00
export const otherCents = 100_00
const splitDay = asDay('2026-11-17')
export const splitAt = startOfDay(splitDay)
const monday = Date.parse('2026-11-16T20:00:00Z')
const mondayClose = Date.parse('2026-11-16T21:00:00Z')

export type Ratio = readonly [numerator: number, denominator: number]

/** The value of the shares changes only by the split, so that no trader can gain anything. */
export const newCentsOf = ([numerator, denominator]: Ratio): number =>
  (oldCents * denominator) / numerator

const usedTables = ['trade', 'stock_order', 'split', 'late_split', 'bar', 'bar_span', 'quote']

export async function openSplitExchange() {
  const clock = { at: monday }
  const now = () => clock.at
  let ratio: Ratio = [1, 1]
  let latest = new Map<Ticker, Quote>()
  const centsOf = (ticker: Stock): number => {
    if (ticker === 'MSFT') return otherCents
    return clock.at < splitAt ? oldCents : newCentsOf(ratio)
  }
  const read = async (db: Db): Promise<void> => {
    latest = new Map((await readQuotes(db)).map((quote) => [quote.ticker, quote]))
  }
  /** Requests prices like the leading node. */
  const askPrices = async (): Promise<void> => {
    clock.at += 1
    const at = clock.at
    const prices = stocks.map((ticker) => ({ ticker, cents: cents(centsOf(ticker)), at }))
    await db.transaction(async (tx) => storeQuotes(tx, await plausiblePrices(tx, prices), at))
    await read(db)
  }
  const market: Market = {
    ...createScriptedMarket({ now }),
    hours: 'nyse',
    quote: (ticker) => latest.get(ticker) ?? null,
    quotesIn: async (tx) => new Map((await readQuotes(tx)).map((one) => [one.ticker, one])),
    freshFor: async (ticker, since) => {
      await askPrices()
      return (latest.get(ticker)?.askedAt ?? 0) >= since
    },
  }
  const env = { IDENTITY_TOKEN_MINUTES: '60' }
  const world = await createWorld({ now, market, env })
  const { db } = world
  const other = await createWorld({ now, market, env, connection: world.connection })
  /** Requests the hours of the split day, in the shares of that time, with the split if it is listed by now. */
  const askBars = (isListed: boolean): Promise<void> =>
    db.transaction(async (tx) => {
      const [numerator, denominator] = ratio
      const split = { ticker: 'LYFT', day: splitDay, numerator, denominator } as const
      if (isListed) await recordSplit(tx, split)
      const bars = [{ at: splitAt + 15 * 3_600_000, cents: cents(newCentsOf(ratio)) }]
      await storeBars(tx, { ticker: 'LYFT', step: 'hour', bars, through: clock.at })
    })
  return {
    clock,
    db,
    apps: [world.app, other.app] as const,
    askPrices,
    askBars,
    centsOf,
    look: createFillingNode(db, market, now).look,
    /** Starts on Monday, an hour before the close, with nothing but cash. */
    begin: async (next: Ratio): Promise<void> => {
      ratio = next
      clock.at = monday
      await clearPortfolios(db, usedTables)
      const close = [{ at: mondayClose - 86_400_000, cents: cents(oldCents) }]
      await storeBars(db, { ticker: 'LYFT', step: 'day', bars: close, through: mondayClose })
      await askPrices()
    },
    close: (): Promise<void> => {
      const bars = [{ at: mondayClose, cents: cents(oldCents) }]
      clock.at = mondayClose + 3_600_000
      return storeBars(db, { ticker: 'LYFT', step: 'day', bars, through: mondayClose })
    },
  }
}

export type SplitExchange = Awaited<ReturnType<typeof openSplitExchange>>
