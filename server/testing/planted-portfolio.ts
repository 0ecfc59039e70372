// Inserts accounts directly into the tables, each with an open portfolio and its starting cash.
import type { Db, Tx } from '../db/handle.ts'

export interface PlantedPortfolio {
  readonly accountId: number
  readonly portfolioId: number
}

/** Inserts accounts with portfolios; returns them in order of their ids. */
export function plantPortfolios(
  db: Tx,
  { count = 1, at = new Date(0) }: { readonly count?: number; readonly at?: Date } = {},
): Promise<PlantedPortfolio[]> {
  return db.query<PlantedPortfolio>(
    `with people as (
       insert into account (issuer, subject, display_name, name_key, created_at)
       select 'planted', gen_random_uuid(), 'n' || n, gen_random_uuid(), $2 from generate_series(1, $1::int) as n
       returning id, created_at
     )
     insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
       splits_through, email_verified)
     select id, 1, 1, 1000000, 1000000, created_at, 0, false from people order by id
     returning account_id as "accountId", id as "portfolioId"`,
    [count, at],
  )
}

export interface PlantedStake {
  readonly contestId: number
  readonly portfolioId: number
  /** The public id of the portfolio, used in calls. */
  readonly portfolio: string
}

/** Inserts a second open portfolio of the account, in a new contest. */
export async function plantStake(
  db: Tx,
  accountId: number,
  { startingCents = 5_000_00, at = new Date(0) } = {},
): Promise<PlantedStake> {
  const [stake] = await db.query<PlantedStake>(
    `with begun as (
       insert into contest (kind, name, starting_cents, starts_at) values ('open', 'Another', $2, $3) returning id
     )
     insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
       splits_through, email_verified)
     select $1, begun.id, 1, $2, $2, $3, (select coalesce(max(id), 0) from split), false from begun
     returning contest_id as "contestId", id as "portfolioId", public_id as portfolio`,
    [accountId, startingCents, at],
  )
  if (stake === undefined) throw new Error('Nothing was planted.')
  return stake
}

/** The holdings of each portfolio, one row per stock: portfolio_id, ticker_id, quantity and cost_cents. */
export const positionRows = `(
  select p.id as portfolio_id, held.ticker_id, held.quantity, held.cost_cents
  from portfolio p, unnest(p.shares, p.cost_cents) with ordinality as held (quantity, cost_cents, ticker_id)
  where held.quantity > 0
) as position`

/** Resets all portfolios to their initial state; the trades must be deleted separately. */
export const emptyPortfolios = `
  update portfolio set cash_cents = starting_cents, first_trade_at = null, last_trade_at = null,
    shares = array_fill(0::bigint, array[16]), cost_cents = array_fill(0::bigint, array[16]),
    realized_cents = array_fill(null::bigint, array[16]), reserved_cents = 0, reserved_shares = null`

/** Clears the tables and portfolios between the rounds of a test. */
export const clearPortfolios = (db: Db, tables: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    for (const table of tables) await tx.query(`delete from ${table}`)
    await tx.query(emptyPortfolios)
  })
