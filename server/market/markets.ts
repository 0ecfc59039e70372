// Finds the market of a portfolio: that of the installation, or that of a lesson.
import { openContestId } from '@tengrand/core/contest.ts'
import { symbolOf, tickerOfSymbol } from '@tengrand/core/lesson.ts'
import { parseTicker, type Ticker } from '@tengrand/core/tickers.ts'

import { readDatabaseTime, type Clock } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import type { Market } from './market.ts'

/** How the stocks of a market are called in addresses and answers. */
export interface Listing {
  readonly symbolOf: (ticker: Ticker) => string
  readonly tickerOf: (symbol: string) => Ticker | null
  /** In sentences. */
  readonly nameOf: (ticker: Ticker) => string
}

const asIs = (ticker: Ticker): string => ticker
export const ownListing: Listing = { symbolOf: asIs, nameOf: asIs, tickerOf: parseTicker }

/** Of a lesson. Only the price function knows which companies are behind its stocks. */
export const lessonListing: Listing = {
  symbolOf,
  nameOf: (ticker) => `Stock ${symbolOf(ticker)}`,
  tickerOf: tickerOfSymbol,
}

/** An instant that was decided after locks. */
export interface Decided {
  /** In market time. */
  readonly at: number
  readonly realAt: number
}

/** A market and its clock: portfolios are valued and drawn with these alone. */
export interface MarketTime {
  readonly market: Market
  /** In market time, which is real time in the installation's market. */
  readonly now: () => number
  readonly listing: Listing
  /**
   * Call it before the locks, and the result after them. Null where later prices had been shown before: somebody may have
   * seen them.
   */
  readonly deciding: () => (tx: Tx) => Promise<Decided | null>
}

/** Asynchronous, because the market of a contest may have to be read first. */
export type MarketOf = (portfolio: { readonly contestId: number }) => Promise<MarketTime>

interface OwnMarket extends Pick<MarketTime, 'market' | 'now'> {
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
}

export function oneMarket({ market, now, clock }: OwnMarket): MarketOf {
  const deciding = () => {
    const shownBefore = clock.shownUntil()
    return async (tx: Tx) => {
      const at = clock.decidedAt(await readDatabaseTime(tx), shownBefore)
      return at === null ? null : { at, realAt: at }
    }
  }
  const own: MarketTime = { market, now, listing: ownListing, deciding }
  return async () => own
}

/** Remembers the contests without a market of their own: a contest keeps its kind. */
export function withLessons(
  ofInstallation: MarketOf,
  findLesson: (contestId: number) => Promise<MarketTime | null>,
): MarketOf {
  const leagues = new Set([openContestId])
  return async (portfolio) => {
    const { contestId } = portfolio
    const lesson = leagues.has(contestId) ? null : await findLesson(contestId)
    if (lesson !== null) return lesson
    leagues.add(contestId)
    return ofInstallation(portfolio)
  }
}
