// Reads the rows that the export of an account contains, apart from trades and orders; secrets and password hashes are left out.
import type { Tx } from '../db/handle.ts'
import type { PersonKey } from '../identity/identity.ts'
import { ownIssuer } from '../identity/issuers.ts'
import {
  portfolioColumns,
  portfolioOf,
  type PortfolioRow,
  type PortfolioValues,
} from '../ledger/portfolio-row.ts'

/** Null for a person of another issuer. */
export async function readEmbeddedPerson(tx: Tx, { issuer, subject }: PersonKey) {
  if (issuer !== ownIssuer) return null
  const [person] = await tx.query<{ readonly email: string }>(
    `select email, is_email_proven, created_at, password is not null as has_password, google_subject
     from identity.person where id = $1`,
    [subject],
  )
  if (person === undefined) return null
  return {
    ...person,
    pending_emails: await tx.query(
      'select email, expires_at from identity.email_link where person_id = $1 order by purpose',
      [subject],
    ),
    reset_links: await tx.query(
      'select expires_at from identity.reset_link where person_id = $1 order by expires_at',
      [subject],
    ),
  }
}

export const readSessions = (tx: Tx, { issuer, subject }: PersonKey): Promise<object[]> =>
  tx.query(
    `select email, created_at, used_at, expires_at from identity.session
     where issuer = $1 and subject = $2 order by created_at, id`,
    [issuer, subject],
  )

export async function readWaitlistEntry(tx: Tx, email: string): Promise<object | null> {
  const [entry] = await tx.query<object>(
    'select email, joined_at, asked_at from waitlist where email = $1',
    [email],
  )
  return entry ?? null
}

export const readActions = (tx: Tx, personHash: Buffer): Promise<object[]> =>
  tx.query('select at, action, reason from admin_action where person_hash = $1 order by id', [
    personHash,
  ])

export const readDeletions = (
  tx: Tx,
  personHash: Buffer,
  emailHash: Buffer | null,
): Promise<object[]> =>
  tx.query(
    `select deleted_at, chapter, is_locked as was_locked, is_unranked as was_unranked
     from departure where person_hash = $1 or email_hash = $2 order by deleted_at`,
    [personHash, emailHash],
  )

/** Cents as SQL in the dollars of the file. */
const dollarsOf = (amount: string): string => `${amount}::float8 / 100`

/** The ranks of all chapters in all stored rankings. */
export const readRanks = (tx: Tx, accountId: number): Promise<object[]> =>
  tx.query(
    `select r.day as date, p.chapter, place.rank, ${dollarsOf('place.cash_cents')} as cash_balance,
       ${dollarsOf('place.value_cents')} as current_value
     from portfolio p join ranking_place place on place.portfolio_id = p.id
     join ranking r on r.id = place.ranking_id
     where p.account_id = $1 order by r.id, p.id`,
    [accountId],
  )

/** The leagues that the account owns, newest first. */
export const readOwnedLeagues = (tx: Tx, accountId: number): Promise<object[]> =>
  tx.query(
    `select public_id as id, kind, name, created_at, ${dollarsOf('c.starting_cents')} as starting_cash, starts_at,
       ends_at, planned_ends_at, span, minutes, guests, generated_names, orders, holdings, code,
       case when is_door_open then 'open' else 'closed' end as door
     from contest c join market on market.id = market_id where owner_id = $1 order by c.id desc`,
    [accountId],
  )

/** The leagues where the account is or was a member, newest first, also those that ended. The rank and the value are of the final board. */
export const readMemberships = (tx: Tx, accountId: number): Promise<object[]> =>
  tx.query(
    `select c.public_id as league, c.name as league_name, m.joined_at, m.left_at, m.removed_at,
       m.name as guest_name, m.organiser_name, m.shows_journal, p.public_id as portfolio, f.rank as final_rank,
       ${dollarsOf('f.value_cents')} as final_value
     from membership m join contest c on c.id = m.contest_id left join portfolio p on p.id = m.portfolio_id
     left join final_place f on f.contest_id = m.contest_id and f.account_id = m.account_id
     where m.account_id = $1 order by c.id desc`,
    [accountId],
  )

export interface ExportedPortfolio extends PortfolioRow {
  /** The name of its contest. */
  readonly contest: string
  /** The public id of a league or a lesson; null for the open contest. */
  readonly league: string | null
  readonly isLesson: boolean
}

/** Sorted by contest, with the newest chapter first. */
export async function readPortfolios(tx: Tx, accountId: number): Promise<ExportedPortfolio[]> {
  const rows = await tx.query<
    PortfolioValues & Pick<ExportedPortfolio, 'contest' | 'league' | 'isLesson'>
  >(
    `select ${portfolioColumns}, contest.name as contest,
       case when contest.kind <> 'open' then contest.public_id end as league, contest.kind = 'lesson' as "isLesson"
     from portfolio p join contest on contest.id = contest_id
     where account_id = $1 order by contest_id, chapter desc`,
    [accountId],
  )
  return rows.map(portfolioOf)
}
