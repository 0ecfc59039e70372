// What is kept of somebody in the tables, apart from the trades; without what opens an account, such as secrets and hashes.
import type { Cents } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { ownIssuer } from '../identity/session-tokens.ts'
import {
  portfolioColumns,
  portfolioOf,
  type PortfolioRow,
  type PortfolioValues,
} from '../ledger/portfolio-row.ts'

interface PersonKey {
  readonly issuer: string
  readonly subject: string
}

export interface OwnPerson {
  readonly email: string
  readonly is_email_proven: boolean
  readonly created_at: Date
  readonly has_password: boolean
  readonly google_subject: string | null
  readonly pending_emails: readonly { readonly email: string; readonly expires_at: Date }[]
  readonly reset_links: readonly { readonly expires_at: Date }[]
}

/** Null for somebody who signs in elsewhere. */
export async function readOwnPerson(
  tx: Tx,
  { issuer, subject }: PersonKey,
): Promise<OwnPerson | null> {
  if (issuer !== ownIssuer) return null
  const [person] = await tx.query<Omit<OwnPerson, 'pending_emails' | 'reset_links'>>(
    `select email, is_email_proven, created_at, password is not null as has_password, google_subject
     from identity.person where id = $1`,
    [subject],
  )
  if (person === undefined) return null
  const pending = await tx.query<OwnPerson['pending_emails'][number]>(
    'select email, expires_at from identity.email_link where person_id = $1 order by purpose',
    [subject],
  )
  const resets = await tx.query<OwnPerson['reset_links'][number]>(
    'select expires_at from identity.reset_link where person_id = $1 order by expires_at',
    [subject],
  )
  return { ...person, pending_emails: pending, reset_links: resets }
}

export const readSessions = (tx: Tx, { issuer, subject }: PersonKey): Promise<object[]> =>
  tx.query(
    `select email, created_at, used_at, expires_at from identity.session
     where issuer = $1 and subject = $2 order by created_at, id`,
    [issuer, subject],
  )

export async function readWaiting(tx: Tx, email: string): Promise<object | null> {
  const [waiting] = await tx.query<object>(
    'select email, joined_at, asked_at from waitlist where email = $1',
    [email],
  )
  return waiting ?? null
}

export const readActions = (tx: Tx, personHash: Buffer): Promise<object[]> =>
  tx.query('select at, action, reason from admin_action where person_hash = $1 order by id', [
    personHash,
  ])

export const readDepartures = (
  tx: Tx,
  personHash: Buffer,
  emailHash: Buffer | null,
): Promise<object[]> =>
  tx.query(
    `select deleted_at, chapter, is_locked as was_locked, is_unranked as was_unranked
     from departure where person_hash = $1 or email_hash = $2 order by deleted_at`,
    [personHash, emailHash],
  )

interface Place {
  readonly date: string
  readonly chapter: number
  readonly rank: number
  readonly cash: Cents
  readonly value: Cents
}

/** Of all rankings that are kept, and all chapters. */
export function readPlaces(tx: Tx, accountId: number): Promise<Place[]> {
  return tx.query<Place>(
    `select r.day as date, p.chapter, place.rank, place.cash_cents as cash, place.value_cents as value
     from portfolio p join ranking_place place on place.portfolio_id = p.id
     join ranking r on r.id = place.ranking_id
     where p.account_id = $1 order by r.id, p.id`,
    [accountId],
  )
}

/** With the name of the contest that it is in. */
export interface OwnPortfolio extends PortfolioRow {
  readonly contest: string
}

/** Contest by contest, and newest first. */
export async function readPortfolios(tx: Tx, accountId: number): Promise<OwnPortfolio[]> {
  const rows = await tx.query<PortfolioValues & Pick<OwnPortfolio, 'contest'>>(
    `select ${portfolioColumns}, contest.name as contest
     from portfolio p join contest on contest.id = contest_id
     where account_id = $1 order by contest_id, chapter desc`,
    [accountId],
  )
  return rows.map((row) => Object.assign(portfolioOf(row), { contest: row.contest }))
}
