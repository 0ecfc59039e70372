// The job that makes a ranking when one is due and deletes old ones; it runs on every node.
import { rankDaysMax } from '@tengrand/core/ranking.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import { addJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { rankWhenDue, type Outcome, type RankingDeps } from './rank.ts'
import { placesTable } from './write-ranking.ts'

interface RankingJobDeps extends Omit<RankingDeps, 'log' | 'onBegin' | 'isEnough'> {
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'task'>
}

/** A first trade should be ranked, and a dead node replaced, within a minute. */
const lookEveryMs = 5_000
const pauseAfterFailureMs = 20_000
const cancelEveryMs = 100

export function startRankingJob(app: FastifyInstance, deps: RankingJobDeps): void {
  const { db, log, now } = deps
  let backend: number | null = null
  const logOutcome = outcomeLogger(log)

  async function run(signal: AbortSignal): Promise<void> {
    const from = now()
    try {
      const outcome = await rankWhenDue({
        ...deps,
        isEnough: () => signal.aborted,
        onBegin: (pid) => (backend = pid),
      })
      logOutcome(outcome, now() - from)
      if (outcome.is !== 'ranked') return
    } finally {
      backend = null
    }
    await forgetOldRankings(db).catch((err: unknown) => {
      log.warn({ err }, 'old rankings could not be dropped')
    })
  }

  addJob(
    app,
    {
      run,
      pauseMs: lookEveryMs,
      pauseAfterFailureMs,
      onFailure: (err) => log.warn({ err }, 'the ranking could not be made'),
      onRun: deps.metrics?.task('ranking'),
    },
    async (job) => {
      const stopped = job.stop()
      // Repeated, because the backend may just be between two statements.
      const cancelling = setInterval(() => {
        if (backend !== null) cancel(db, backend).catch(() => undefined)
      }, cancelEveryMs)
      await stopped
      clearInterval(cancelling)
    },
  )
}

/** Logs the reason for a missing ranking once instead of every few seconds. */
function outcomeLogger(log: FastifyBaseLogger): (outcome: Outcome, ms: number) => void {
  let lastLogged = ''
  return (outcome, ms) => {
    const reason = JSON.stringify(outcome)
    if (outcome.is === 'ranked') log.info({ accounts: outcome.accounts, ms }, 'ranked all accounts')
    if (outcome.is === 'without a price' && reason !== lastLogged) {
      log.warn({ missing: outcome.missing }, 'no ranking without the price of a stock that is held')
    }
    if (outcome.is !== 'not due') lastLogged = reason
  }
}

/**
 * Cancels a ranking under way, so that the shutdown of the node does not wait for it; another node starts it again.
 * Cancels the backend only while it holds the ranking lock.
 */
async function cancel(db: Db, backend: number): Promise<void> {
  await db.query(
    `select pg_cancel_backend(pid) from pg_locks
     where pid = $1 and locktype = 'advisory' and objid = $2 and granted`,
    [backend, locks.ranking],
  )
}

/** More than are shown, so that a ranking made with a wrong clock does not evict a correct one. */
const rankingsKept = rankDaysMax + 5

/**
 * Keeps the last ranking of each day, for the latest days that have one. It counts days instead of comparing dates,
 * because one ranking with a clock in the future would otherwise delete all others. Dropping a table needs a moment
 * without readers; the lock timeout keeps readers from queueing behind it, and the next ranking retries.
 */
export async function forgetOldRankings(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("set local lock_timeout = '1s'")
    const old = await tx.query<{ id: number }>(
      `delete from ranking where id not in (
         select max(id) from ranking group by day order by max(id) desc limit ${rankingsKept}
       ) returning id`,
    )
    for (const { id } of old) await tx.query(`drop table if exists ${placesTable(id)}`)
  })
}
