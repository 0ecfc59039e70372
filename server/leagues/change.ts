// What owners do to a league: change its rules, end it early, delete it.
import type { Given } from '@tengrand/contract/call.ts'
import type { changeLeague } from '@tengrand/contract/leagues.ts'
import { earlyEnd, leagueStateAt, parseLeagueName } from '@tengrand/core/league.ts'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { rulesOnWire, type OwnLeague } from './store.ts'
import { parseWish, type Wish, type WishDeps } from './wish.ts'

type Change = Given<typeof changeLeague>['body']

/** The league is locked. Equal values are no change, so a client may send all of them. */
export async function change(tx: Tx, league: OwnLeague, body: Change, deps: WishDeps) {
  const { door, ...wished } = body
  const isFrozen = leagueStateAt(league, deps.now) !== 'before' || !(await isAlone(tx, league.id))
  if (isFrozen && hasNewRules(league, wished)) return refused('rules_frozen')
  const name = parseLeagueName(wished.name ?? league.name)
  if (name === null) return refused('invalid_league_name')
  if (!isFrozen) {
    const { ends_at, orders, holdings, ...rest } = rulesOnWire(league)
    const wish = parseWish(
      {
        ...rest,
        ...wished,
        name,
        ends_at: wished.ends_at ?? ends_at,
        orders: wished.orders ?? orders,
        holdings: wished.holdings ?? holdings,
      },
      deps,
    )
    if ('refusal' in wish) return wish
    await writeRules(tx, league.id, wish)
  }
  await tx.query('update contest set name = $2, is_door_open = $3 where id = $1', [
    league.id,
    name,
    door === undefined ? league.isDoorOpen : door === 'open',
  ])
  return null
}

function hasNewRules(league: OwnLeague, { name: _name, ...wished }: Omit<Change, 'door'>): boolean {
  const rules = rulesOnWire(league)
  // The same instant may be written in several ways.
  const isSame = (given: unknown, known: unknown): boolean =>
    given === known ||
    (typeof given === 'string' && Date.parse(given) === Date.parse(String(known)))
  return Object.entries(wished).some(
    ([rule, given]) => given !== undefined && !isSame(given, rules[rule as keyof typeof wished]),
  )
}

/** Also former members count: they have seen the rules. */
async function isAlone(tx: Tx, contestId: number): Promise<boolean> {
  const others = await tx.query('select from membership where contest_id = $1 limit 2', [contestId])
  return others.length < 2
}

/** The portfolio is locked, so that an order that is decided beside this sees either all old or all new rules. */
async function writeRules(tx: Tx, contestId: number, wish: Wish): Promise<void> {
  const { startingCash, startsAt, endsAt, orders, holdings } = wish
  await tx.query('select from portfolio where contest_id = $1 order by id for update', [contestId])
  await tx.query(
    `update contest set starting_cents = $2, starts_at = $3, ends_at = $4, planned_ends_at = $4, orders = $5,
       holdings = $6 where id = $1`,
    [contestId, startingCash, new Date(startsAt), new Date(endsAt), orders, holdings],
  )
  await tx.query(
    'update portfolio set starting_cents = $2, cash_cents = $2, opened_at = $3 where contest_id = $1',
    [contestId, startingCash, new Date(startsAt)],
  )
}

/** The league is locked. */
export async function endEarly(
  tx: Tx,
  league: OwnLeague,
  { now, withSession }: { readonly now: number; readonly withSession: boolean },
) {
  const state = leagueStateAt(league, now)
  if (state === 'before') return refused('contest_not_begun')
  if (state === 'over') return refused('contest_over')
  await tx.query('update contest set ends_at = $2 where id = $1', [
    league.id,
    new Date(earlyEnd(now, league.endsAt, withSession)),
  ])
  return null
}

/** The league is locked. Its portfolios too, so that an order is executed before, and counts, or finds no portfolio. */
export async function deleteLeague(tx: Tx, { id, accountId }: OwnLeague) {
  const portfolios = await tx.query<{ id: number; isForeign: boolean; hasTraded: boolean }>(
    `select id, account_id <> $2 as "isForeign", first_trade_at is not null as "hasTraded"
     from portfolio where contest_id = $1 order by id for update`,
    [id, accountId],
  )
  if (portfolios.some(({ isForeign, hasTraded }) => isForeign && hasTraded))
    return refused('league_in_use')
  await tx.query('delete from final_place where contest_id = $1', [id])
  await tx.query('delete from membership where contest_id = $1', [id])
  for (const portfolio of portfolios) await deletePortfolio(tx, portfolio.id)
  await tx.query('delete from contest where id = $1', [id])
  return null
}

/** With its trades and orders; no membership refers to it any more. */
export async function deletePortfolio(tx: Tx, id: number): Promise<void> {
  for (const table of ['trade', 'stock_order']) {
    await tx.query(`delete from ${table} where portfolio_id = $1`, [id])
  }
  await tx.query('delete from portfolio where id = $1', [id])
}
