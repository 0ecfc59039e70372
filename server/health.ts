// Says whether the process is alive and whether it can do its work.
import { setTimeout as sleep } from 'node:timers/promises'

import { api } from '@tengrand/contract/api.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { FastifyInstance } from 'fastify'

import type { Db } from './db.ts'
import type { Market } from './market/market.ts'
import { route } from './route.ts'

interface HealthDoors {
  readonly db: Db
  readonly market: Market
}

export function addHealth(app: FastifyInstance, { db, market }: HealthDoors): void {
  route(app, api.health, () => ({ status: 'alive' as const }))
  route(app, api.ready, async (_given, request) => {
    try {
      await within(answerMsMax, db.query('select 1'))
      if (!tickers.some((ticker) => market.quote(ticker) !== null)) throw new Error('no prices yet')
      return { status: 'ready' as const }
    } catch (error) {
      request.log.warn({ reqId: request.id, err: error }, 'not ready')
      return { refusal: { code: 'unavailable' as const } }
    }
  })
}

/** Whoever asks wants to know it now: a database that answers late is not ready. */
const answerMsMax = 2_000

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`)
  })
  await Promise.race([work, late])
}
