// Guests in the database: accounts of the issuer 'guest', each a member of one lesson, with a name in that lesson only.
import type { Tx } from '../db/handle.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { endSessionsOf } from '../identity/session-store.ts'
import { notifyAccountChange } from './account-cache.ts'
import { lockAccount } from './delete.ts'
import { giveUpLeagues, leaveLeagues } from './leave-leagues.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'

export interface Guest {
  readonly accountId: number
  readonly subject: string
  /** Of the membership; null once the organiser has removed the guest. */
  readonly name: string | null
  readonly isRemoved: boolean
  /** Public ids. */
  readonly league: string
  readonly portfolio: string | null
}

const guestStatement = (condition: string): string => `
  select a.id as "accountId", a.subject, m.name, coalesce(m.left_at, m.removed_at) is not null as "isRemoved",
    c.public_id as league, p.public_id as portfolio
  from account a join membership m on m.account_id = a.id join contest c on c.id = m.contest_id
    left join portfolio p on p.id = m.portfolio_id
  where a.issuer = '${guestIssuer}' and ${condition} order by "isRemoved", a.id desc limit 1`

/** The guest with one of the subjects who is in the lesson with this code. Members come before those who were removed. */
export async function findGuestByCode(
  tx: Tx,
  subjects: readonly string[],
  code: string | null,
): Promise<Guest | null> {
  if (subjects.length === 0 || code === null) return null
  const statement = guestStatement('a.subject = any($1) and c.code = $2')
  const [guest] = await tx.query<Guest>(statement, [subjects, code])
  return guest ?? null
}

export async function findGuest(tx: Tx, accountId: number): Promise<Guest | null> {
  const [guest] = await tx.query<Guest>(guestStatement('a.id = $1'), [accountId])
  return guest ?? null
}

/** Whether the guest is a member, who cannot be removed until the end of the transaction. */
export async function holdGuest(tx: Tx, accountId: number): Promise<boolean> {
  const held = await tx.query(
    'select from membership where account_id = $1 and coalesce(left_at, removed_at) is null for share',
    [accountId],
  )
  return held.length > 0
}

/** The id of the lesson of a guest; null for one who was removed or deleted. */
export async function findLeagueOfGuest(tx: Tx, subject: string): Promise<string | null> {
  const [guest] = await tx.query<Guest>(guestStatement('a.subject = $1'), [subject])
  return guest === undefined || guest.isRemoved ? null : guest.league
}

export async function findGuestId(tx: Tx, subject: string): Promise<number | null> {
  const [found] = await tx.query<{ id: number }>(
    `select id from account where issuer = '${guestIssuer}' and subject = $1`,
    [subject],
  )
  return found?.id ?? null
}

/** Returns the id. */
export async function createGuestAccount(tx: Tx, subject: string, at: number): Promise<number> {
  const [made] = await tx.query<{ id: number }>(
    `insert into account (issuer, subject, created_at) values ('${guestIssuer}', $1, $2) returning id`,
    [subject, new Date(at)],
  )
  if (made === undefined) throw new Error('A guest was not inserted.')
  return made.id
}

const endGuestSessions = (tx: Tx, subject: string): Promise<string[]> =>
  endSessionsOf(tx, { issuer: guestIssuer, subject })

/** With the portfolio and the name. A final board keeps the row, as that of a guest without a name. */
export async function deleteGuest(tx: Tx, accountId: number): Promise<void> {
  const { account, leagueIds, portfolios } = await lockAccount(tx, accountId)
  await tx.query('update final_place set is_guest = true where account_id = $1', [accountId])
  await leaveLeagues(tx, accountId)
  await deletePortfolios(
    tx,
    portfolios.map(({ id }) => id),
  )
  await giveUpLeagues(tx, accountId, leagueIds)
  await removeGuestAccount(tx, accountId, account.subject)
}

/** Nothing refers to the account any more. */
export async function removeGuestAccount(tx: Tx, id: number, subject: string): Promise<void> {
  await tx.query(`delete from account where id = $1 and issuer = '${guestIssuer}'`, [id])
  await notifyAccountChange(tx, id)
  await endGuestSessions(tx, subject)
}
