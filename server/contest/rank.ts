// Makes the next ranking when it is due, in one transaction on one node.
import type { Cents } from '@tengrand/core/money.ts'
import { isRankingDue } from '@tengrand/core/ranking.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { isUniqueViolation } from '../db/failures.ts'
import type { Db, Tx } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import type { Market } from '../market/market.ts'
import { applySplitsEverywhere } from '../ledger/split-job.ts'
import type { SplitLog } from '../ledger/splits.ts'
import { readState, readUnranked } from './store.ts'
import { writeRanking } from './write-ranking.ts'

export interface RankingDeps {
  readonly db: Db
  /**
   * The open contest for now: `ranking` has no contest column, so the latest ranking of all counts as that of this
   * contest.
   */
  readonly contestId: number
  /** The market of the contest. */
  readonly market: Pick<Market, 'quotesIn'>
  readonly now: () => number
  readonly log: SplitLog
  /** Whether accounts without a confirmed email are left out. */
  readonly verifiedOnly?: boolean
  /** Called with the process id of the database connection, so that its query can be cancelled. */
  readonly onBegin?: (backend: number) => void
  /** Whether this node is shutting down. */
  readonly isEnough?: () => boolean
}

export type Outcome =
  | { readonly is: 'ranked'; readonly accounts: number; readonly at: number }
  | { readonly is: 'not due' | 'with another node' | 'waiting for splits' }
  | { readonly is: 'without a price'; readonly missing: readonly Ticker[] }

export async function rankWhenDue(deps: RankingDeps): Promise<Outcome> {
  const { db, now, log, isEnough } = deps
  const { latest, hasContestants } = await readState(db, { ...deps, at: now() })
  if (!isRankingDue(latest, { now: now(), hasContestants })) return { is: 'not due' }
  const outcome = await tryRanking(deps, 0)
  if (outcome.is !== 'waiting for splits') return outcome
  const { failed } = await applySplitsEverywhere(db, log, isEnough)
  return tryRanking(deps, failed)
}

/** Enough for about ten million accounts; a longer ranking would hardly ever finish. */
const statementMsMax = 600_000

async function tryRanking(deps: RankingDeps, leftOutMax: number): Promise<Outcome> {
  try {
    return await deps.db.transaction((tx) => rankIn(tx, deps, leftOutMax), {
      msMax: statementMsMax,
    })
  } catch (error) {
    // Another node has finished a ranking between the read of the state and the lock.
    if (isUniqueViolation(error)) return { is: 'with another node' }
    throw error
  }
}

/**
 * The lock belongs to the transaction: if the node dies or loses its connection, PostgreSQL releases the lock and rolls
 * back the ranking together, so the next node finds no partial result.
 */
async function rankIn(
  tx: Tx,
  { contestId, market, now, verifiedOnly = false, onBegin }: RankingDeps,
  leftOutMax: number,
): Promise<Outcome> {
  // One snapshot for all reads; otherwise a split could be recorded between the read of the prices and of the shares.
  await tx.query('set transaction isolation level repeatable read')
  // The next statement takes the snapshot. Without this lock, an account deleted between the snapshot and the advisory
  // lock would be ranked. Every deletion writes this table, and locking a table takes no snapshot.
  await tx.query('lock table departure in share mode')
  const [turn] = await tx.query<{ isOurs: boolean; backend: number }>(
    'select pg_try_advisory_xact_lock($1) as "isOurs", pg_backend_pid() as backend',
    [locks.ranking],
  )
  if (turn?.isOurs !== true) return { is: 'with another node' }
  onBegin?.(turn.backend)
  await tx.query(noticeWhoIsGone)
  const at = now()
  const { latest, hasContestants } = await readState(tx, { contestId, verifiedOnly, at })
  if (!isRankingDue(latest, { now: at, hasContestants })) return { is: 'not due' }
  const { latestSplit, pending } = await readPending(tx, contestId)
  if (pending > leftOutMax) return { is: 'waiting for splits' }
  const quotes = await market.quotesIn(tx, tickers)
  const prices = new Map<Ticker, Cents>([...quotes].map(([ticker, { price }]) => [ticker, price]))
  const written = await writeRanking(tx, {
    contestId,
    id: (latest?.id ?? 0) + 1,
    at,
    prices,
    latestSplit,
    verifiedOnly,
    unranked: await readUnranked(tx, at),
  })
  return 'missing' in written
    ? { is: 'without a price', missing: written.missing }
    : { is: 'ranked', accounts: written.accounts, at }
}

/**
 * Without this setting, PostgreSQL notices a lost client only at the end of a statement. Some systems do not support
 * it.
 */
const noticeWhoIsGone = `
  do $$ begin
    perform set_config('client_connection_check_interval', '2s', true);
  exception when invalid_parameter_value then null;
  end $$`

/** Counts the portfolios whose shares do not include the latest split yet, although its price does. */
async function readPending(tx: Tx, contestId: number) {
  const [row] = await tx.query<{ latestSplit: number; pending: number }>(
    `select latest.id as "latestSplit", (
       select count(*) from portfolio
       where latest.id > 0 and contest_id = $1 and closed_at is null and first_trade_at is not null and splits_through < latest.id
     ) as pending
     from (select coalesce(max(id), 0) as id from split) as latest`,
    [contestId],
  )
  return row ?? { latestSplit: 0, pending: 0 }
}
