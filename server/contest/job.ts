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

/** Much less than the minute within which a first trade is ranked, or a node that died is replaced. */
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
      // More than once, because it may just be between two statements.
      const cancelling = setInterval(() => {
        if (backend !== null) cancel(db, backend).catch(() => undefined)
      }, cancelEveryMs)
      await stopped
      clearInterval(cancelling)
    },
  )
}

/** Says once, not every few seconds, why there is none. */
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
 * The end of a node does not wait for a ranking that is under way; another node begins it anew. Only the backend that
 * holds the lock is meant.
 */
async function cancel(db: Db, backend: number): Promise<void> {
  await db.query(
    `select pg_cancel_backend(pid) from pg_locks
     where pid = $1 and locktype = 'advisory' and objid = $2 and granted`,
    [backend, locks.ranking],
  )
}

/** More than are shown: one that was made by a wrong clock shall not cost a right one. */
const rankingsKept = rankDaysMax + 5

/**
 * All but the last one of each day, of the latest days there was one for. By their number and not by their date, or a
 * clock that was ahead once would throw everything away. Dropping needs an instant without readers; where it does
 * not come soon, no reader shall queue behind it, and it is tried again after the next ranking.
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
