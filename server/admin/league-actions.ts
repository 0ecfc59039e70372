// The actions of operators on leagues: each runs in one transaction with its row in the action log.
import { codeInGroups, leagueStateAt, parseCode, parseLeagueName } from '@tengrand/core/league.ts'
import { marketAt, momentOf, ticksOf } from '@tengrand/core/lesson.ts'
import { closeFrom } from '@tengrand/core/session.ts'

import type { Tx } from '../db/handle.ts'
import { StartProblem } from '../errors.ts'
import { lockPortfoliosIn } from '../leagues/locked.ts'
import { isDoorOpenAt, leagueColumns, lockContest, type League } from '../leagues/store.ts'
import { endInTransaction } from '../lessons/clock.ts'
import { readLessonsInOutage } from '../lessons/store.ts'
import { parseUuid } from '../uuid.ts'
import type { AdminDeps, AdminRequest } from './actions.ts'
import { factsText } from './facts.ts'
import { findAccountIds, findNamedAccount, listedMax, onlyOne } from './who.ts'

export interface LeagueAdminDeps extends Pick<AdminDeps, 'db' | 'now'> {
  /** Whether the server has a provider's prices, at which a league ends with a session. */
  readonly endsWithSession: () => boolean
}

export type LeagueAction = keyof typeof actions
export const isLeagueAction = (word: string): word is LeagueAction => Object.hasOwn(actions, word)

/** Returns the text for the operator. */
export function performOnLeague(
  { db, now, endsWithSession }: LeagueAdminDeps,
  { action, who, name, reason }: AdminRequest<LeagueAction>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const league = await findNamedLeague(tx, who)
    await tx.query(
      'insert into admin_action (at, action, league, reason) values ($1, $2, $3, $4)',
      [new Date(now()), action, league.publicId, reason],
    )
    return actions[action](tx, { league, name: name ?? '', now, endsWithSession })
  })
}

interface Work extends Omit<LeagueAdminDeps, 'db'> {
  readonly league: League
  readonly name: string
}

const actions = {
  'find-league': describe,

  'rename-league': async (tx: Tx, { league: { id }, name }: Work) => {
    const parsed = parseLeagueName(name)
    if (parsed === null) throw new StartProblem(`${name} cannot be the name of a league.`)
    const league = await lockLeague(tx, id)
    await tx.query('update contest set name = $2 where id = $1', [id, parsed])
    return `${league.name} is now called ${parsed}.`
  },

  'end-league': async (tx: Tx, { league: { id }, now, endsWithSession }: Work) => {
    const league = await lockLeague(tx, id)
    if (league.kind === 'lesson') return endLesson(tx, league, now)
    // Orders in progress are executed before the end; the last one may be as late as this action.
    const portfolios = await lockPortfoliosIn(tx, id)
    const trades = portfolios.map(({ lastTradeAt }) => lastTradeAt?.getTime() ?? 0)
    const at = Math.max(Math.ceil(now()), ...trades.map((trade) => trade + 1))
    const state = leagueStateAt(league, at)
    if (state === 'before') throw new StartProblem(`${league.name} has not begun.`)
    if (state === 'over') throw new StartProblem(`${league.name} is over.`)
    const endsAt = Math.min(league.endsAt, endsWithSession() ? closeFrom(at) : at)
    await tx.query('update contest set ends_at = $2 where id = $1', [id, new Date(endsAt)])
    return `${league.name} ends at ${new Date(endsAt).toISOString()}.`
  },

  'give-league': async (tx: Tx, { league: { id }, name, now }: Work) => {
    const account = await findNamedAccount(tx, name)
    // Before the league, as joins and the deletion of an account do.
    await tx.query('select from account where id = $1 for no key update', [account.id])
    const league = await lockLeague(tx, id)
    // The organiser controls the clock and is not ranked.
    if (league.kind === 'lesson' && (await lessonStateOf(tx, id, now)).state !== 'lobby')
      throw new StartProblem(`${league.name} has started, so it keeps its organiser.`)
    const given = await tx.query(
      `update contest set owner_id = m.account_id from membership m
       where contest.id = $1 and m.contest_id = $1 and m.account_id = $2
         and m.left_at is null and m.removed_at is null returning contest.id`,
      [id, account.id],
    )
    if (given.length === 0)
      throw new StartProblem(`${account.displayName} is not a member of ${league.name}.`)
    return `${league.name} is now ${account.displayName}'s.`
  },
}

/** Throws where there is no such league, or more than one. An id or a code names one, whatever it is a part of. */
async function findNamedLeague(tx: Tx, words: string): Promise<League> {
  const found = await tx.query<League & { readonly isExact: boolean }>(
    `select ${leagueColumns}, coalesce(c.public_id = $2, false) or c.code = $3 as "isExact" from contest c
     where kind <> 'open' and (
       public_id = $2 or code = $3 or position(lower($1) in lower(name)) > 0 or owner_id = any($4::bigint[])
     ) order by "isExact" desc, id desc limit ${listedMax + 1}`,
    [words, parseUuid(words), parseCode(words), await findAccountIds(tx, words)],
  )
  const nameOf = ({ publicId, name }: League) => `${publicId} (${name})`
  const meant = found[0]?.isExact === true ? found.slice(0, 1) : found
  return onlyOne(meant, { who: words, what: 'league', nameOf })
}

/** As it is after the wait for the lock. */
async function lockLeague(tx: Tx, id: number): Promise<League> {
  await lockContest(tx, id)
  const statement = `select ${leagueColumns} from contest c where id = $1`
  const [league] = await tx.query<League>(statement, [id])
  if (league === undefined) throw new StartProblem('The league has just been deleted.')
  return league
}

type Now = LeagueAdminDeps['now']

/** With the next tick. */
async function endLesson(tx: Tx, { id, name }: League, now: Now): Promise<string> {
  const { isOutage, state } = await lessonStateOf(tx, id, now)
  if (isOutage)
    throw new StartProblem('No server has run for a while. Start one, then end the lesson.')
  if (!(await endInTransaction(tx, id, now)))
    throw new StartProblem(state === 'over' ? `${name} is over.` : `${name} has not begun.`)
  return `${name} ends now.`
}

async function lessonStateOf(tx: Tx, id: number, now: Now) {
  const [lesson] = await readLessonsInOutage(tx, [id])
  if (lesson === undefined) throw new StartProblem('The lesson has just been deleted.')
  return { ...lesson, ...momentOf(lesson, now()) }
}

async function describe(tx: Tx, { league, now }: Work): Promise<string> {
  const lesson = league.kind === 'lesson' ? await lessonStateOf(tx, league.id, now) : null
  const at = lesson === null ? now() : marketAt(lesson, lesson.tick)
  return factsText([
    ['Id', league.publicId],
    ['Name', league.name],
    [lesson === null ? 'Owner' : 'Organiser', league.ownerName ?? 'account deleted'],
    ...(lesson === null ? timesOf(league, at) : clockOf(lesson)),
    ['Final board', league.settledAt],
    ['Members', league.members],
    ['Code', codeInGroups(league.code)],
    ['Door', isDoorOpenAt(league, at) ? 'open' : 'closed'],
  ])
}

const timesOf = (league: League, now: number) =>
  [
    ['State', leagueStateAt(league, now)],
    ['Starts', new Date(league.startsAt)],
    ['Ends', new Date(league.endsAt)],
    ['Ends by the rules', new Date(league.plannedEndsAt)],
  ] as const

const spans = { quarter: 'a quarter', year: 'a year', five_years: 'five years' }

const clockOf = (lesson: Awaited<ReturnType<typeof lessonStateOf>>) =>
  [
    ['Plays', `${spans[lesson.span]} in ${lesson.minutes} minutes`],
    ['State', lesson.state],
    ['Started', lesson.startsAt === null ? null : new Date(lesson.startsAt)],
    ['Tick', `${lesson.tick} of ${ticksOf(lesson)}`],
  ] as const
