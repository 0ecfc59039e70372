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

async function find(tx: Tx, condition: string, ...values: unknown[]): Promise<Guest | null> {
  const [guest] = await tx.query<Guest>(
    `select a.id as "accountId", a.subject, m.name, coalesce(m.left_at, m.removed_at) is not null as "isRemoved",
       c.public_id as league, p.public_id as portfolio
     from account a join membership m on m.account_id = a.id join contest c on c.id = m.contest_id
       left join portfolio p on p.id = m.portfolio_id
     where a.issuer = '${guestIssuer}' and ${condition} order by "isRemoved", a.id desc limit 1`,
    values,
  )
  return guest ?? null
}

/** The guest with one of the subjects who is in the lesson with this code. Members come before those who were removed. */
export const findGuestByCode = (tx: Tx, subjects: readonly string[], code: string | null) =>
  find(tx, 'a.subject = any($1) and c.code = $2', subjects, code)

export const findGuest = (tx: Tx, accountId: number) => find(tx, 'a.id = $1', accountId)

export const findGuestBySubject = (tx: Tx, subject: string) => find(tx, 'a.subject = $1', subject)

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
  const guest = await findGuestBySubject(tx, subject)
  return guest === null || guest.isRemoved ? null : guest.league
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

/** With the portfolio and the name. A final board keeps the row, as that of a guest without a name. */
export async function deleteGuest(tx: Tx, accountId: number): Promise<void> {
  const { account, leagueIds, portfolios } = await lockAccount(tx, accountId)
  await tx.query('update final_place set is_guest = true where account_id = $1', [accountId])
  await leaveLeagues(tx, accountId)
  const ids = portfolios.map(({ id }) => id)
  await deletePortfolios(tx, ids)
  await giveUpLeagues(tx, accountId, leagueIds)
  await removeGuestAccount(tx, accountId, account.subject)
}

/** Nothing refers to the account any more. */
export async function removeGuestAccount(tx: Tx, id: number, subject: string): Promise<void> {
  await tx.query(`delete from account where id = $1 and issuer = '${guestIssuer}'`, [id])
  await notifyAccountChange(tx, id)
  await endSessionsOf(tx, { issuer: guestIssuer, subject })
}
