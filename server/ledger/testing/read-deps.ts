// What reads need that may first bring a portfolio up to date, with the market and the clock of a test.
import type { Db } from '../../db/handle.ts'
import { createLog } from '../../log.ts'
import type { Market } from '../../market/market.ts'
import { oneMarket } from '../../market/markets.ts'
import { clockOf } from '../../testing/clock.ts'
import type { ReadDeps } from '../up-to-date.ts'

export const readDepsOf = (db: Db, market: Market, now: () => number): ReadDeps => ({
  db,
  marketOf: oneMarket({ market, now, clock: clockOf(now) }),
  clock: clockOf(now),
  log: createLog('silent'),
})
