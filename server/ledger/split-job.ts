// The job that applies new splits to portfolios without reads or trades, so that rankings count the shares of all
// alike.
import type { FastifyInstance } from 'fastify'

import { DatabaseUnreachable } from '../db/failures.ts'
import type { Db } from '../db/handle.ts'
import { addJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
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
    const failed = await applyToPage({ db, log, isEnough }, ids)
    counts.applied += ids.length - failed
    counts.failed += failed
  }
  return counts
}

/**
 * A failing portfolio aborts the transaction of the whole page, so then each portfolio gets its own. Returns the number
 * of failures.
 */
async function applyToPage(
  { db, log, isEnough }: { db: Db; log: SplitLog; isEnough: () => boolean },
  ids: readonly number[],
): Promise<number> {
  // Logged only after the commit, because a rollback undoes the skipped splits.
  const logged: Parameters<SplitLog['error']>[] = []
  const logLater: SplitLog = { error: (...words) => void logged.push(words) }
  try {
    await db.transaction((tx) => applySplits(tx, ids, logLater))
    for (const words of logged) log.error(...words)
    return 0
  } catch (err) {
    if (err instanceof DatabaseUnreachable) throw err
  }
  let failed = 0
  for (const id of ids) {
    if (isEnough()) break
    try {
      await db.transaction((tx) => applySplits(tx, [id], log))
    } catch (err) {
      if (err instanceof DatabaseUnreachable) throw err
      failed += 1
      log.error({ err, portfolioId: id }, 'splits could not be applied to a portfolio')
    }
  }
  return failed
}
