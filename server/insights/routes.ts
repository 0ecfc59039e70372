// What explains a result, over HTTP.
import { api } from '@tengrand/contract/api.ts'
import { ranges } from '@tengrand/core/day.ts'
import type { FastifyInstance } from 'fastify'

import { unknownPortfolio } from '../http/refusals.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import { findFor } from '../portfolio/find.ts'
import type { HistoryDeps } from '../portfolio/history.ts'
import { contributionsOnWire, readContributions } from './contributions.ts'
import { readHabits } from './habits.ts'
import { createLuckQueue } from './luck-queue.ts'
import { createLuckThread } from './luck-thread.ts'
import { createReadLuck, type LuckDeps } from './luck.ts'
import { readTwins, twinsOnWire } from './what-if.ts'

export interface InsightDeps extends HistoryDeps, Pick<LuckDeps, 'now' | 'luckPatienceMs'> {
  readonly identify: Identify
}

export function addInsightRoutes(app: FastifyInstance, deps: InsightDeps): void {
  const { db, identify, log } = deps
  const thread = createLuckThread((err) => log.error({ err }, 'random traders could not be played'))
  const queue = createLuckQueue(thread)
  const readLuck = createReadLuck({ ...deps, queue })
  app.addHook('onClose', () => queue.close())

  signedInRoute(app, identify, api.contributions, async ({ caller, params, query }) => {
    const range = ranges.find((known) => known === params.range)
    if (range === undefined) return { refusal: { code: 'unknown_range', ranges } }
    const head = await findFor(db, caller, query.portfolio)
    if (head === null) return unknownPortfolio
    const found = await readContributions(deps, head, range)
    return 'refusal' in found ? found : contributionsOnWire(found)
  })

  signedInRoute(app, identify, api.twins, async ({ caller, query }) => {
    const head = await findFor(db, caller, query.portfolio)
    if (head === null) return unknownPortfolio
    const found = await readTwins(deps, head)
    return 'refusal' in found ? found : twinsOnWire(found)
  })

  signedInRoute(app, identify, api.luck, async ({ caller, query }) => {
    const head = await findFor(db, caller, query.portfolio)
    return head === null ? unknownPortfolio : readLuck(caller.accountId, head)
  })

  signedInRoute(app, identify, api.habits, async ({ caller, query }) => {
    const head = await findFor(db, caller, query.portfolio)
    return head === null ? unknownPortfolio : readHabits(deps, head)
  })
}
