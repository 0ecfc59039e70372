// The routes of insights: contributions, what-if scenarios and habits in one call, and luck.
import { api } from '@tengrand/contract/api.ts'
import { ranges } from '@tengrand/core/day.ts'
import type { FastifyInstance } from 'fastify'

import { signedInRoute, type Identify } from '../http/route.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { findFor } from '../portfolio/find.ts'
import { createReadInsights } from './insights.ts'
import { createLuckQueue } from './luck-queue.ts'
import { createLuckThread } from './luck-thread.ts'
import { createReadLuck, type LuckDeps } from './luck.ts'

export interface InsightDeps extends ReadDeps, Pick<LuckDeps, 'now' | 'luckPatienceMs'> {
  readonly identify: Identify
}

export function addInsightRoutes(app: FastifyInstance, deps: InsightDeps): void {
  const { identify, log } = deps
  const thread = createLuckThread((err) => log.error({ err }, 'random traders could not be played'))
  const queue = createLuckQueue(thread)
  const readInsights = createReadInsights(deps)
  const readLuck = createReadLuck({ ...deps, queue })
  app.addHook('onClose', () => queue.close())

  signedInRoute(app, identify, api.insights, async ({ caller, params, query }) => {
    const range = ranges.find((known) => known === params.range)
    if (range === undefined) return unknownRange(params.range)
    const head = await findFor(deps, caller, query.portfolio)
    if ('refusal' in head) return head
    return readInsights(head, range)
  })

  signedInRoute(app, identify, api.luck, async ({ caller, query }) => {
    const head = await findFor(deps, caller, query.portfolio)
    return 'refusal' in head ? head : readLuck(caller.accountId, head)
  })
}

/** `twins` and `habits` were paths in an earlier version, so they get `not_found` instead of `unknown_range`. */
const unknownRange = (text: string) =>
  text === 'twins' || text === 'habits'
    ? ({ refusal: { code: 'not_found' } } as const)
    : ({ refusal: { code: 'unknown_range', ranges } } as const)
