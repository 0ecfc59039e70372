// Helpers for tests of orders on a provider's prices.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { vi } from 'vitest'

import { openExchange, type Exchange } from '../../market/testing/exchange.ts'
import { signUp, type Learner } from '../../testing/learner.ts'
import type { AtEnd } from '../../testing/world.ts'

export const patience = { timeout: 30_000, interval: 20 }

/** The first stocks are those that are requested from the provider first. */
export async function open(source: Exchange['source'], atEnd: AtEnd, wanted = 1) {
  const exchange = await openExchange(source, atEnd)
  const world = await exchange.node()
  const learner = await signUp(world.app)
  const isQuoted = (ticker: Ticker) => world.market.quote(ticker) !== null
  await vi.waitUntil(() => tickers.slice(0, wanted).every(isQuoted), patience)
  /** Clears the request times, so that the next request for a stock need not wait. */
  const allowQuestions = () => world.db.query('delete from price_call')
  return { ...exchange, world, learner, allowQuestions }
}

export const order = (
  learner: Learner,
  ticker: Ticker,
  price: number,
  more: Record<string, string> = {},
) => learner.post('/api/buy', { ticker, quantity: 1, price }, more)
