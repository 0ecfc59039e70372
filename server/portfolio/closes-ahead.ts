// Loads past closes into the cache after the start, so that even the first histories are fast.
import { tickers } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import type { Market } from '../market/market.ts'

interface AheadDeps {
  readonly db: Db
  readonly market: Market
  readonly log: FastifyBaseLogger
}

/** Runs beside requests: the market computes in small chunks and yields between them. */
export function readClosesAhead(app: FastifyInstance, { db, market, log }: AheadDeps): void {
  let closed = false
  let running: Promise<void> = Promise.resolve()
  const read = async (): Promise<void> => {
    const [oldest] = await db.query<{ at: Date }>(
      'select created_at as at from account order by id limit 1',
    )
    if (oldest === undefined) return
    for (const ticker of tickers) {
      if (!closed) await market.daily(ticker, oldest.at.getTime())
    }
  }
  app.addHook('onListen', async () => {
    running = read().catch((err: unknown) => {
      if (!closed) log.warn({ err }, 'closes could not be read ahead')
    })
  })
  app.addHook('onClose', async () => {
    closed = true
    await running
  })
}
