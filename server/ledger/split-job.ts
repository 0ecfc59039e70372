// The job that applies new splits to portfolios without reads or trades, so that rankings count the shares of all
// alike.
import type { FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { addJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { allOrEach } from './all-or-each.ts'
import { applySplits, readLatestSplit, type SplitLog } from './splits.ts'

/** Reads and trades apply a split at once, so the other portfolios may wait. */
const lookEveryMs = 60_000
const portfoliosAtOnce = 200

interface SplitJobDeps {
  readonly db: Db
  readonly log: SplitLog
  readonly metrics?: Pick<Metrics, 'task'>
}

/** Runs on every node. If two nodes reach the same portfolio, one waits for the other and finds the split applied. */
export function startSplitJob(app: FastifyInstance, { db, log, metrics }: SplitJobDeps): void {
  let appliedThrough = 0
  addJob(app, {
    run: async (signal) => {
      const latest = await readLatestSplit(db)
      if (latest === appliedThrough) return
      const { failed } = await applySplitsEverywhere(db, log, () => signal.aborted)
      if (!signal.aborted && failed === 0) appliedThrough = latest
    },
    pauseMs: lookEveryMs,
    onFailure: (err) => log.error({ err }, 'splits could not be applied to the portfolios'),
    onRun: metrics?.task('splits'),
  })
}

/**
 * Applies splits to all portfolios without the latest one, in pages. A failure is logged, and the next round retries
 * it.
 */
export async function applySplitsEverywhere(
  db: Db,
  log: SplitLog,
  isEnough: () => boolean = () => false,
) {
  const counts = { applied: 0, failed: 0 }
  const apply = (ids: readonly number[]) => applyAndLog(db, log, ids)
  const onFailure = (err: unknown, portfolioId: number): void => {
    counts.applied -= 1
    counts.failed += 1
    log.error({ err, portfolioId }, 'splits could not be applied to a portfolio')
  }
  let after = 0
  while (!isEnough()) {
    const page = await db.query<{ id: number }>(
      `select id from portfolio where id > $1 and splits_through < (select max(id) from split)
       order by id limit $2`,
      [after, portfoliosAtOnce],
    )
    const last = page.at(-1)
    if (last === undefined) break
    after = last.id
    const ids = page.map(({ id }) => id)
    counts.applied += ids.length
    await allOrEach(ids, apply, onFailure, isEnough)
  }
  return counts
}

/** Logs only after the commit, because a rollback undoes the skipped splits. */
async function applyAndLog(db: Db, log: SplitLog, ids: readonly number[]): Promise<void> {
  const logged: Parameters<SplitLog['error']>[] = []
  await db.transaction((tx) =>
    applySplits(tx, ids, { error: (...words) => void logged.push(words) }),
  )
  for (const words of logged) log.error(...words)
}
