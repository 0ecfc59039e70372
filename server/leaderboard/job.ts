// Looks on every node whether a ranking is due, and throws away those that are too old.
import { rankDaysMax } from '@tengrand/core/ranking.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { rankingLock, rankWhenDue, type Outcome, type RankingDeps } from './rank.ts'
import { placesTable } from './write-ranking.ts'

export interface UpkeepDeps extends Pick<RankingDeps, 'db' | 'market' | 'now' | 'verifiedOnly'> {
  readonly log: FastifyBaseLogger
}

/** Much less than the minute within which a first trade is ranked, or a node that died is replaced. */
const lookEveryMs = 5_000
const pauseAfterFailureMs = 20_000
const stopEveryMs = 100

export function startRankingJob(app: FastifyInstance, deps: UpkeepDeps): void {
  const { db, log } = deps
  let closed = false
  let backend: number | null = null
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  const tell = teller(log)

  const forgetOrTell = (): Promise<void> =>
    forgetOldRankings(db).catch((err: unknown) => {
      log.warn({ err }, 'old rankings could not be dropped')
    })
  const look = async (): Promise<number> => {
    const from = deps.now()
    try {
      const outcome = await rankWhenDue({
        ...deps,
        isEnough: () => closed,
        onBegin: (pid) => (backend = pid),
      })
      tell(outcome, deps.now() - from)
      if (outcome.is === 'ranked') await forgetOrTell()
      return lookEveryMs
    } catch (err) {
      if (!closed) log.warn({ err }, 'the ranking could not be made')
      return pauseAfterFailureMs
    } finally {
      backend = null
    }
  }
  const round = async (): Promise<void> => {
    const waitMs = await look()
    if (!closed) timer = setTimeout(start, waitMs).unref()
  }
  const start = (): void => void (running = round())
  app.addHook('onReady', async () => start())
  app.addHook('onClose', async () => {
    closed = true
    clearTimeout(timer)
    // More than once, because it may just be between two statements.
    const stopping = setInterval(() => {
      if (backend !== null) stop(db, backend).catch(() => undefined)
    }, stopEveryMs)
    await running
    clearInterval(stopping)
  })
}

/** Says once, not every few seconds, why there is none. */
function teller(log: FastifyBaseLogger): (outcome: Outcome, ms: number) => void {
  let told = ''
  return (outcome, ms) => {
    const news = JSON.stringify(outcome)
    if (outcome.is === 'ranked') log.info({ accounts: outcome.accounts, ms }, 'ranked all accounts')
    if (outcome.is === 'without a price' && news !== told) {
      log.warn({ missing: outcome.missing }, 'no ranking without the price of a stock that is held')
    }
    if (outcome.is !== 'not due') told = news
  }
}

/** Nobody shall wait for a ranking that is under way; another node begins it anew. Only who holds the lock is meant. */
async function stop(db: Db, backend: number): Promise<void> {
  await db.query(
    `select pg_cancel_backend(pid) from pg_locks
     where pid = $1 and locktype = 'advisory' and objid = $2 and granted`,
    [backend, rankingLock],
  )
}

/** More than are shown: one that was made by a wrong clock shall not cost a right one. */
const rankingsKept = rankDaysMax + 5

/**
 * All but the last one of each day, of the latest days there was one for. By their number and not by their date, or a
 * clock that was ahead once would throw everything away. Dropping needs an instant in which nobody reads; where it
 * does not come soon, nobody shall wait behind it, and it is tried again after the next ranking.
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
