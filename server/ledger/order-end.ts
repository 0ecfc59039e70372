// Cancels and expires open orders in locked portfolios, and releases what they reserved in the same transaction.
import type { Tx } from '../db/handle.ts'

export type CancelReason =
  | 'learner'
  | 'split'
  | 'chapter_closed'
  | 'account_locked'
  | 'contest_over'
  | 'league_left'

/** An order that was not filled has no entry in the journal. */
const withoutEntry = 'note = null, confidence = null'

/** Cancels all open orders of the portfolios, as of now or of an earlier instant. */
export async function cancelOrders(
  tx: Tx,
  portfolioIds: readonly number[],
  reason: CancelReason,
  at: number | null = null,
): Promise<void> {
  await end(
    tx,
    `update stock_order o set ${withoutEntry}, state = 'cancelled', reason = $2, closed_at = coalesce($3, clock_timestamp())
     where portfolio_id = any($1::bigint[]) and state = 'open' returning portfolio_id as id`,
    [portfolioIds, reason, at === null ? null : new Date(at)],
  )
}

/**
 * Cancels the open orders of stocks with a split up to `through` that the portfolio has not applied yet: their limit
 * and quantity are in old shares.
 */
export async function cancelBySplits(
  tx: Tx,
  portfolioIds: readonly number[],
  through: number,
): Promise<void> {
  await end(
    tx,
    `update stock_order o set ${withoutEntry}, state = 'cancelled', reason = 'split', closed_at = clock_timestamp()
     from portfolio p
     where p.id = any($1::bigint[]) and o.portfolio_id = p.id and o.state = 'open' and exists (
       select from split s where s.ticker_id = o.ticker_id and s.id > p.splits_through and s.id <= $2
     ) returning p.id`,
    [portfolioIds, through],
  )
}

/** Cancels one order; false if it is no longer open. */
export function cancelOrder(tx: Tx, publicId: string): Promise<boolean> {
  return end(
    tx,
    `update stock_order o set ${withoutEntry}, state = 'cancelled', reason = 'learner', closed_at = clock_timestamp()
     where public_id = $1 and state = 'open' returning portfolio_id as id`,
    [publicId],
  )
}

/** Expires the open orders whose `expires_at` is not after `at`. */
export async function expireOrders(
  tx: Tx,
  portfolioIds: readonly number[],
  at: number,
): Promise<void> {
  await end(
    tx,
    `update stock_order o set ${withoutEntry}, state = 'expired', closed_at = expires_at
     where portfolio_id = any($1::bigint[]) and state = 'open' and expires_at <= $2
     returning portfolio_id as id`,
    [portfolioIds, new Date(at)],
  )
}

async function end(tx: Tx, statement: string, values: readonly unknown[]): Promise<boolean> {
  const ended = await tx.query<{ id: number }>(statement, values)
  await sumUpReserved(tx, [...new Set(ended.map(({ id }) => id))])
  return ended.length > 0
}

/** A subquery for a lateral join: the `cash` and `shares` that the open orders of portfolio `p` reserve. */
export const heldByOpenOrders = `(
  select coalesce(sum(o.quantity * o.price_cents) filter (where o.side = 'BUY'), 0)::bigint as cash,
    case when bool_or(o.side = 'SELL') then array(
      select coalesce(sum(own.quantity), 0)::bigint
      from generate_series(1, 16) as t (id)
      left join stock_order own
        on own.portfolio_id = p.id and own.state = 'open' and own.side = 'SELL' and own.ticker_id = t.id
      group by t.id order by t.id
    ) end as shares
  from stock_order o where o.portfolio_id = p.id and o.state = 'open'
)`

/** Recomputes `reserved_cents` and `reserved_shares` of the portfolio rows from their open orders. */
export async function sumUpReserved(tx: Tx, portfolioIds: readonly number[]): Promise<void> {
  if (portfolioIds.length === 0) return
  await tx.query(
    `update portfolio set reserved_cents = held.cash, reserved_shares = held.shares
     from portfolio p, lateral ${heldByOpenOrders} held
     where portfolio.id = p.id and p.id = any($1::bigint[])`,
    [portfolioIds],
  )
}
