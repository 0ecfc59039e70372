// Says whether the process is alive and whether it can do its work.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import type { Db } from './db.ts'
import { route } from './route.ts'

export function addHealth(app: FastifyInstance, db: Db): void {
  route(app, api.health, () => ({ status: 'alive' as const }))
  route(app, api.ready, async (_given, request) => {
    try {
      await db.query('select 1')
      return { status: 'ready' as const }
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      return { refusal: { code: 'unavailable' as const } }
    }
  })
}
