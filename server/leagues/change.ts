// What owners do to a league: change its rules, end it early, delete it.
import type { Given } from '@tengrand/contract/call.ts'
import type { changeLeague } from '@tengrand/contract/leagues.ts'
import { earlyEnd, leagueStateAt, parseLeagueName } from '@tengrand/core/league.ts'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'
import type { Decided } from '../market/markets.ts'
import { lockPortfoliosIn } from './locked.ts'
import { deleteContests, rulesOnWire, type OwnLeague } from './store.ts'
import { parseRules, type WishDeps } from './wish.ts'

type Change = Given<typeof changeLeague>['body']

type RuleChange = Omit<Change, 'door' | 'guests' | 'generated_names'>

interface ChangeDeps extends Omit<WishDeps, 'now'> {
  /** Reads the instant of the decision in market time, after the locks. */
  readonly decide: () => Promise<Decided>
}

/** The league is locked. Equal values are no change, so a client may send all of them. */
export async function change(tx: Tx, league: OwnLeague, body: Change, deps: ChangeDeps) {
  const { door, guests, generated_names, ...wished } = body
  if (league.kind === 'league' && (guests ?? generated_names) !== undefined)
    return refused('not_a_lesson')
  if (guests === true && league.guests === false && !deps.limits.guests)
    return refused('guests_not_allowed')
  const { at: now } = await deps.decide()
  // The stored name stays, even if the rules for names are stricter by now.
  const name = wished.name === undefined ? league.name : parseLeagueName(wished.name)
  const refusal = hasNewRules(league, wished) ? await changeRules(tx, league, wished, deps) : null
  if (refusal !== null) return refusal
  if (name === null) return refused('invalid_league_name')
  const isOpen = door === undefined ? league.isDoorOpen : door === 'open'
  const isReopened = door === 'open' && league.doorClosesAt !== null && now >= league.doorClosesAt
  await tx.query(
    `update contest set name = $2, is_door_open = $3, is_door_reopened = is_door_reopened or $4,
       guests = coalesce($5, guests), generated_names = coalesce($6, generated_names) where id = $1`,
    [league.id, name, isOpen, isReopened, guests, generated_names],
  )
  return null
}

/** The portfolio of an owner alone is locked first, so a trade comes before, and freezes the rules, or follows the new ones. */
async function changeRules(tx: Tx, league: OwnLeague, wished: RuleChange, deps: ChangeDeps) {
  if (league.kind === 'lesson') return refused('rules_frozen')
  // Former members with a trade count, too: they have seen the rules.
  const { id } = league
  const members = await tx.query('select from membership where contest_id = $1 limit 2', [id])
  const hasTraded =
    members.length > 1 || (await lockPortfoliosIn(tx, id)).some((portfolio) => portfolio.hasTraded)
  const { at: now } = await deps.decide()
  if (hasTraded || leagueStateAt(league, now) !== 'before') return refused('rules_frozen')
  // A rule that is not in the JSON keeps its value.
  const { ends_at, ...rules } = rulesOnWire(league)
  const wish = parseRules({ ...rules, ends_at: ends_at ?? undefined, ...wished }, { ...deps, now })
  if ('refusal' in wish) return wish
  const { startingCash, startsAt, endsAt, orders, holdings } = wish
  await tx.query(
    `update contest set starting_cents = $2, starts_at = $3, ends_at = $4, planned_ends_at = $4, orders = $5,
       holdings = $6 where id = $1`,
    [id, startingCash, new Date(startsAt), new Date(endsAt), orders, holdings],
  )
  await tx.query(
    'update portfolio set starting_cents = $2, cash_cents = $2, opened_at = $3 where contest_id = $1',
    [id, startingCash, new Date(startsAt)],
  )
  return null
}

function hasNewRules(league: OwnLeague, { name: _name, ...wished }: RuleChange): boolean {
  const rules = rulesOnWire(league)
  // The same instant may be written in several ways.
  const isSame = (given: unknown, known: unknown): boolean =>
    given === known ||
    (typeof given === 'string' && Date.parse(given) === Date.parse(String(known)))
  return Object.entries(wished).some(
    ([rule, given]) => !isSame(given, rules[rule as keyof typeof wished]),
  )
}

/** The league is locked. */
export async function endEarly(tx: Tx, league: OwnLeague, now: number, withSession: boolean) {
  const state = leagueStateAt(league, now)
  if (state !== 'open') return refused(state === 'before' ? 'contest_not_begun' : 'contest_over')
  const endsAt = earlyEnd(now, league.endsAt, withSession)
  await tx.query('update contest set ends_at = $2 where id = $1', [league.id, new Date(endsAt)])
  return null
}

/** The league is locked. Its portfolios too, so that an order is executed before, and counts, or finds no portfolio. */
export async function deleteLeague(tx: Tx, league: OwnLeague) {
  const portfolios = await lockPortfoliosIn(tx, league.id)
  if (portfolios.some(({ accountId, hasTraded }) => hasTraded && accountId !== league.accountId))
    return refused('league_in_use')
  const ids = portfolios.map(({ id }) => id)
  await tx.query('delete from membership where contest_id = $1', [league.id])
  await deletePortfolios(tx, ids)
  await deleteContests(tx, [league.id])
  return null
}
