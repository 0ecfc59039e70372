// Routes of liveness (/healthz) and readiness (/readyz).
import { setTimeout as sleep } from 'node:timers/promises'

import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import { route } from './route.ts'

export interface HealthDeps {
  /** Checks in the order in which they run, by the `reason` of their failure; a failed check throws. */
  readonly checks: Readonly<Record<string, () => unknown>>
  /** Parts that do not work, although trading does. */
  readonly warnings: () => readonly string[]
}

export function addHealth(app: FastifyInstance, { checks, warnings }: HealthDeps): void {
  route(app, api.health, () => ({ status: 'alive' as const }))
  route(app, api.ready, async (_given, request) => {
    for (const [reason, check] of Object.entries(checks)) {
      try {
        await within(answerMsMax, check())
      } catch (error) {
        const line = { reqId: request.id, reason }
        // Expected during a shutdown.
        if (reason === 'leaving') request.log.info(line, 'not ready')
        else request.log.warn({ ...line, err: error }, 'not ready')
        return { refusal: { code: 'unavailable' as const, reason } }
      }
    }
    const missing = warnings()
    return {
      status: 'ready' as const,
      ...(missing.length > 0 ? { warnings: [...missing] } : {}),
    }
  })
}

/** A database that answers later is not ready. */
const answerMsMax = 2_000

async function within(limitMs: number, work: unknown): Promise<void> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`)
  })
  await Promise.race([work, late])
}
