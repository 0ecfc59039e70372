// The calibration of a portfolio: how often its forecasts came true, by the number that was said.
import type { Answer } from '@tengrand/contract/call.ts'
import type { calibration } from '@tengrand/contract/journal.ts'
import { brierOf, brierOfHalf, levelsOf, type Forecast } from '@tengrand/core/journal.ts'

import { BoundedMap } from '../bounded-map.ts'
import type { Tx } from '../db/handle.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { forEachInChunks } from '../yield-to-event-loop.ts'
import { openScoring, type JournalHead } from './outcomes.ts'
import { readForecasts } from './store.ts'

const scoredNeeded = 10
/** The mean of fewer members would tell too much of each. */
const classMin = 3

/** Of a whole class: a hundred for each of a thousand members. */
const classForecastsMax = 100_000
const classMs = 60_000

export function createReadCalibration(deps: ReadDeps & { readonly now: () => number }) {
  /** By contest, for a minute: all members of a class ask for the same. */
  const classes = new BoundedMap<number, { readonly until: number; readonly brier: number | null }>(
    1_000,
  )
  const brierOfClass = async (head: JournalHead): Promise<number | null> => {
    const ids = await readClass(deps.db, head)
    if (ids.length === 0) return null
    const known = classes.get(head.contestId)
    if (known && deps.now() < known.until) return known.brier
    const filled = await readForecasts(deps.db, ids, { most: classForecastsMax })
    const scored = await scoredOf(deps, head, filled)
    const members = new Set(scored.map(({ portfolioId }) => portfolioId)).size
    const brier = members >= classMin ? brierOf(scored) : null
    classes.set(head.contestId, { until: deps.now() + classMs, brier })
    return brier
  }
  return async (head: JournalHead): Promise<Answer<typeof calibration>> => {
    const own = await scoredOf(deps, head, await readForecasts(deps.db, [head.id]))
    const isReady = own.length >= scoredNeeded
    return {
      scored: own.length,
      scored_needed: scoredNeeded,
      levels: isReady ? levelsOf(own) : [],
      brier: isReady ? brierOf(own) : null,
      brier_of_half: brierOfHalf,
      brier_of_class: isReady ? await brierOfClass(head) : null,
    }
  }
}

type ScoredForecast = Forecast & { readonly portfolioId: number; readonly dueAt: number }

/** Those that have a result by now. */
export async function scoredOf(
  deps: ReadDeps,
  head: JournalHead,
  filled: Awaited<ReturnType<typeof readForecasts>>,
): Promise<ScoredForecast[]> {
  if (filled.length === 0) return []
  const since = filled.reduce((first, { at }) => Math.min(first, at), Infinity)
  const resultOf = await openScoring(deps, head, since)
  const scored: ScoredForecast[] = []
  await forEachInChunks(filled, (forecast) => {
    const { outcome, dueAt } = resultOf(forecast)
    if (outcome !== null && outcome !== 'lapsed') scored.push({ ...forecast, outcome, dueAt })
  })
  return scored
}

/** The portfolios of a league that is over, if this is one of them. */
async function readClass(tx: Tx, { id, contestId, closing }: JournalHead): Promise<number[]> {
  if (closing === null) return []
  const members = await tx.query<{ id: number }>(
    `select portfolio_id as id from membership m join contest c on c.id = m.contest_id
     where c.id = $1 and c.kind = 'league' and c.ends_at <= $2 and left_at is null and removed_at is null`,
    [contestId, new Date(closing.at)],
  )
  const ids = members.map((member) => member.id)
  return ids.includes(id) ? ids : []
}
