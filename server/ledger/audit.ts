// Recomputes portfolios from their trades and compares them with their stored rows. It reads by cursors, so that the
// memory does not grow with the number of portfolios.
import { nothing } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { msOf } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { untilAborted } from '../db/until-aborted.ts'
import { errorCode } from '../errors.ts'
import { oldestFirst, uncheckedColumns, type UncheckedRow } from './entries.ts'
import {
  createFold,
  differences,
  reservedDifferences,
  type FoldResult,
  type StoredPortfolio,
} from './fold.ts'
import { leagueDifferencesIn } from './league-audit.ts'
import { heldByOpenOrders, sumUpReserved } from './order-end.ts'

export type Difference = NonNullable<ReturnType<typeof differenceOf>>

export interface AuditDeps {
  /** Without statement timeouts. */
  readonly db: Db
  /** Called repeatedly with the progress. */
  readonly onProgress: (done: Audited) => void
  /** Awaited before the audit goes on. */
  readonly onDifference: (difference: Difference) => unknown
  /** Aborts the audit with an error. */
  readonly signal?: AbortSignal | undefined
}

export interface Audited {
  readonly portfolios: number
  readonly trades: number
  readonly differences: number
}

/** Audits one snapshot, so the server may execute orders meanwhile. */
export function auditPortfolios(deps: AuditDeps): Promise<Audited> {
  const { onProgress, onDifference } = deps
  return auditing(deps, 'isolation level repeatable read, read only', async (tx) => {
    const counts = { portfolios: 0, trades: 0, differences: 0 }
    const noteRow = (): void => {
      if ((counts.portfolios + counts.trades) % rowsPerNews === 0) onProgress({ ...counts })
    }
    const entries = rowsOf<UncheckedRow>(tx, 'entries', entriesStatement)
    let next = await entries.next()
    const statement = storedStatement(await leagueDifferencesIn(tx))
    for await (const stored of rowsOf<AuditedPortfolio>(tx, 'stored', statement)) {
      const fold = createFold(cents(stored.startingCash))
      while (next.done !== true && next.value.portfolioId === stored.id) {
        fold.add(next.value)
        counts.trades += 1
        noteRow()
        next = await entries.next()
      }
      counts.portfolios += 1
      noteRow()
      const found = differenceOf(fold.result(), stored)
      if (found === null) continue
      counts.differences += 1
      await onDifference(found)
    }
    return counts
  })
}

/** Also checks the signal before each statement, because between two statements there is nothing to cancel. */
function auditing<T>(
  { db, signal }: Pick<AuditDeps, 'db' | 'signal'>,
  mode: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const query: Tx['query'] = (statement, values) => {
      signal?.throwIfAborted()
      return tx.query(statement, values)
    }
    await query(`set transaction ${mode}`)
    return untilAborted({ db, tx, signal }, () => work({ query }))
  })
}

const rowsPerNews = 10_000
const rowsAtOnce = 2_000

/** Finds filled orders without a matching trade, and trades of orders that are not filled. */
const wrongOrders = `
  select o.portfolio_id, array_agg(o.public_id::text order by o.id) as orders
  from stock_order o left join trade t on t.order_id = o.id
  where (o.state = 'filled') <> (t.order_id is not null) or t.portfolio_id <> o.portfolio_id
    or t.ticker_id <> o.ticker_id or t.type <> o.side or abs(t.shares) <> o.quantity
  group by o.portfolio_id`

interface AuditedPortfolio extends StoredPortfolio {
  /** Null outside leagues. */
  readonly league: readonly string[] | null
}

/** Numbers are text here, so that one that is too large is reported and does not stop the audit. */
const storedStatement = (leagueDifferences: string): string => `
  select p.id, account.public_id as "publicId", chapter, starting_cents as "startingCash", cash_cents::text as cash,
    ${msOf('first_trade_at')} as "firstTradeAt",
    ${msOf('last_trade_at')} as "lastTradeAt",
    p.shares::text[] as shares, cost_cents::text[] as costs, realized_cents::text[] as realized,
    reserved_cents::text as "reservedCash", reserved_shares::text[] as "reservedShares",
    held.cash::text as "heldCash", held.shares::text[] as "heldShares", wrong.orders as "wrongOrders",
    league.differences as league
  from portfolio p join account on account.id = account_id
  -- Most have no orders at all, and are not looked up one by one.
  left join (select distinct portfolio_id from stock_order where state = 'open') open on open.portfolio_id = p.id
  left join lateral ${heldByOpenOrders} held on open.portfolio_id is not null
  left join (${wrongOrders}) wrong on wrong.portfolio_id = p.id
  left join ${leagueDifferences} league on league.portfolio_id = p.id
  order by p.id`

const entriesStatement = `
  select ${uncheckedColumns} from trade order by portfolio_id, ${oldestFirst}`

async function* rowsOf<Row>(tx: Tx, name: string, statement: string): AsyncGenerator<Row> {
  await tx.query(`declare ${name} no scroll cursor for ${statement}`)
  for (;;) {
    const rows = await tx.query<Row>(`fetch ${rowsAtOnce} from ${name}`)
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}

/**
 * The differences as sentences, with the account's public id. A rebuild repairs them unless the trades are wrong or
 * contradict the league.
 */
function differenceOf(folded: FoldResult, stored: AuditedPortfolio) {
  const ofTrades = 'broken' in folded ? [folded.broken] : differences(folded, stored)
  const ofLeague = stored.league ?? []
  const canBeMended = !('broken' in folded) && ofLeague.length === 0
  const sentences = [...ofTrades, ...reservedDifferences(stored), ...ofLeague]
  if (sentences.length === 0) return null
  const { id: portfolioId, publicId, chapter } = stored
  return { portfolioId, publicId, chapter, sentences, canBeMended }
}

/** Rebuilds a row from its current trades, which may be more than at the audit. False if one cannot be applied. */
export async function rebuildPortfolio(db: Db, id: number, signal?: AbortSignal): Promise<boolean> {
  const rebuilt = auditing({ db, signal }, 'isolation level read committed', async (tx) => {
    // Does not read the stored amounts, which may exceed a safe integer.
    const [row] = await tx.query<{ startingCash: number }>(
      'select starting_cents as "startingCash" from portfolio where id = $1 for update',
      [id],
    )
    const fold = createFold(cents(row?.startingCash ?? 0))
    const statement = `
      select ${uncheckedColumns} from trade where portfolio_id = ${id} order by ${oldestFirst}`
    for await (const line of rowsOf<UncheckedRow>(tx, 'entries', statement)) fold.add(line)
    const folded = fold.result()
    if ('broken' in folded) return false
    const positions = tickers.map((ticker) => folded.positions.get(ticker) ?? nothing)
    // Reservations are reset first and recomputed below, because they may exceed the new cash or shares.
    await tx.query(
      `update portfolio set shares = $2, cost_cents = $3, realized_cents = $4, cash_cents = $5, first_trade_at = $6,
         last_trade_at = $7, reserved_cents = 0, reserved_shares = null where id = $1`,
      [
        id,
        positions.map(({ quantity }) => quantity),
        positions.map(({ cost }) => cost),
        tickers.map((ticker) => folded.realized.get(ticker) ?? null),
        folded.cash,
        folded.firstTradeAt,
        folded.lastTradeAt,
      ],
    )
    await sumUpReserved(tx, [id])
    return true
  })
  return rebuilt.catch((error: unknown) => {
    // The open orders reserve more than the trades leave.
    if (errorCode(error) === '23514') return false
    throw error
  })
}
