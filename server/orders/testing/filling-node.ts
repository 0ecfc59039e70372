// A node for tests: an order queue on a database, and one run of the fill job.
import type { Db } from '../../db/handle.ts'
import { createLog } from '../../log.ts'
import type { Market } from '../../market/market.ts'
import { clockOf } from '../../testing/clock.ts'
import { executeBatch } from '../batch.ts'
import { fillReached } from '../fill-job.ts'
import { createOrderQueue } from '../queue.ts'

export function createFillingNode(db: Db, market: Market, now: () => number) {
  const log = createLog('silent')
  const clock = clockOf(now)
  const queue = createOrderQueue({
    execute: (orders) => executeBatch({ db, market, clock, log }, orders),
    now: () => performance.now(),
    log,
  })
  return { queue, look: () => fillReached({ db, market, queue, clock }) }
}
