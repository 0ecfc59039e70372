// Says whether the process is alive and whether it can do its work.
import { setTimeout as sleep } from 'node:timers/promises'

import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import { route } from './route.ts'

/** Checks one thing that the work needs, and throws where it is missing. */
type Check = () => unknown

export interface HealthDeps {
  /** Each by the `reason` that a failure is reported with; run in this order. */
  readonly checks: Readonly<Record<string, Check>>
  /** Named in the same way: what is missing without keeping anybody from trading. */
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
        // Part of an ordinary end, and no trouble.
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

/** A probe does not wait: a database that answers late is not ready. */
const answerMsMax = 2_000

async function within(limitMs: number, work: unknown): Promise<void> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`)
  })
  await Promise.race([work, late])
}
