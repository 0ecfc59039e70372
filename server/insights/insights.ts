// Answers one range: the contributions of the range, with the what-if scenarios and habits of the whole portfolio.
import type { Range } from '@tengrand/core/day.ts'

import { JsonPiece, SerializedAnswer } from '../http/compression.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import type { findPortfolio } from '../portfolio/find.ts'
import { instantsFor, type NotKnown } from '../portfolio/history.ts'
import { contributionsIn } from './contributions.ts'
import { habitsIn } from './habits.ts'
import { readLedger } from './ledger.ts'
import { performanceOver, type PerformanceFacts } from './performance.ts'
import { scenariosIn, scenariosOnWire } from './what-if.ts'

/**
 * For learners who switch between ranges: without the cache, each click would process all trades. Short, because prices
 * change. The whole range is never answered from the cache, so all parts of its answer have the same prices.
 */
const cachedMs = 60_000
/** In bytes: a portfolio of eight years takes about 600,000. */
const cachedBytesMax = 32_000_000

interface InsightsDeps extends ReadDeps {
  readonly now: () => number
}

type Head = NonNullable<Awaited<ReturnType<typeof findPortfolio>>>

export function createReadInsights(deps: InsightsDeps) {
  const cache = createCache(deps.now)
  return async (head: Head, range: Range): Promise<SerializedAnswer | NotKnown> => {
    const instants = await instantsFor(deps, head, range)
    const allInstants = await instantsFor(deps, head, 'all')
    const cached = range === 'all' ? null : cache.find(head)
    const [since = 0] = cached === null ? allInstants : instants
    const ledger = await readLedger(deps, head.id, since)
    const ranged = await performanceOver(deps, head, { range, instants, ledger })
    if ('refusal' in ranged) return ranged
    const contributions = await contributionsIn(head, ranged)
    const ofRange = new JsonPiece(`{"contributions":${JSON.stringify(contributions)},`)
    if (cached !== null) return new SerializedAnswer(ofRange, cached)
    const all = { range: 'all', instants: allInstants, ledger } as const
    const whole = range === 'all' ? ranged : await performanceOver(deps, head, all)
    if ('refusal' in whole) return whole
    const ofAll = await wholeJson(deps, head, whole)
    cache.add(head, ofAll)
    return new SerializedAnswer(ofRange, ofAll)
  }
}

/** The last fields of the response and its closing brace. */
async function wholeJson(deps: ReadDeps, head: Head, facts: PerformanceFacts) {
  const twins = await scenariosOnWire(facts, await scenariosIn(deps, head, facts))
  const habits = await habitsIn(head, facts)
  return new JsonPiece(`"twins":${JSON.stringify(twins)},"habits":${JSON.stringify(habits)}}`)
}

interface CachedPart {
  readonly version: string
  readonly until: number
  readonly json: JsonPiece
}

/** The cache by portfolio, oldest entry first. A trade, a split or the end of the chapter changes the version. */
function createCache(now: () => number) {
  const parts = new Map<number, CachedPart>()
  let bytes = 0
  const remove = (id: number): void => {
    bytes -= parts.get(id)?.json.text.length ?? 0
    parts.delete(id)
  }
  // Includes the cash, because two trades can have the same time.
  const versionOf = ({ lastTradeAt, cash, splitsThrough, closing }: Head) =>
    [lastTradeAt, cash, splitsThrough, closing?.at].join(' ')
  return {
    find: (head: Head): JsonPiece | null => {
      const part = parts.get(head.id)
      const isCurrent = part?.version === versionOf(head) && !head.hasNewSplits
      return part && isCurrent && now() < part.until ? part.json : null
    },
    add: (head: Head, json: JsonPiece): void => {
      remove(head.id)
      if (head.hasNewSplits) return
      parts.set(head.id, { version: versionOf(head), until: now() + cachedMs, json })
      bytes += json.text.length
      for (const [id, { until }] of parts) {
        if (until > now() && bytes <= cachedBytesMax) break
        remove(id)
      }
    },
  }
}
