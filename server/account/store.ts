// Accounts in the database: found by (issuer, subject), made when that person is first seen.
import { createSecretKey } from 'node:crypto'

import { openContestId } from '@tengrand/core/contest.ts'
import { makeDisplayName, lookalikeKey } from '@tengrand/core/display-name.ts'

import { isUniqueViolation, type Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { EmailClaim } from '../identity/admission.ts'
import type { IssuerPerson } from '../identity/identity.ts'
import { quotedPrices } from '../market/store.ts'
import type { Limit } from '../http/throttle.ts'
import { findDeparture, isSignedInBefore, type Leaver } from './deleted-accounts.ts'
import type { PersonHashes } from './person-hashes.ts'

export interface Newcomer {
  readonly person: IssuerPerson
  /** Of the installation. */
  readonly hashes: PersonHashes
  readonly at: number
  /** A whole number from 0 to n − 1. */
  readonly pick: (n: number) => number
}

/** Whether somebody has been here before. */
export const hasAccount = async (db: Tx, person: Known): Promise<boolean> =>
  (await findAccount(db, person)) !== null

/** By which others, and operators in the log, know somebody who has been here before. */
export async function publicIdOf(db: Tx, { issuer, subject }: Known): Promise<string | null> {
  const [account] = await db.query<{ id: string }>(
    'select public_id as id from account where issuer = $1 and subject = $2',
    [issuer, subject],
  )
  return account?.id ?? null
}

/** The account of a person, with what is said of the email. */
export async function accountIdOf(db: Tx, newcomer: Newcomer): Promise<number> {
  const id = await findOrMake(db, newcomer)
  if (newcomer.person.emailClaim !== null) await keepClaim(db, id, newcomer.person.emailClaim)
  return id
}

/**
 * Made once, however many calls ask at the same time, together with its portfolio in the open contest. Whoever has
 * deleted an account lately goes on with the chapter after the last one, as if they had started over.
 */
async function findOrMake(db: Tx, { person, hashes, at, pick }: Newcomer): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const found = await findAccount(db, person)
    if (found !== null) return found
    const departure = await findDeparture(db, hashes, person, at)
    if (departure !== null && isSignedInBefore(person.signedInAt, departure))
      throw new AccountGone()
    // Nothing comes back when another call was first, or when the name is taken: try again with another.
    const name = makeDisplayName(pick)
    const [made] = await db.query<{ id: number }>(
      `with made as (
         insert into account (issuer, subject, display_name, name_key, created_at,
           departed_at, locked_at, unranked_at)
         select $1, $2, $3, $4, $5::timestamptz, $6::timestamptz, $7::timestamptz, $8::timestamptz
         where not exists (${oldLookAlikes('$4')})
         on conflict do nothing returning id, created_at, email_verified
       )
       insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
         opening_prices, splits_through, email_verified)
       select made.id, contest.id, $9, starting_cents, starting_cents, made.created_at,
         ${quotedPrices}, (select coalesce(max(id), 0) from split), made.email_verified
       from made, contest where contest.id = ${openContestId} returning account_id as id`,
      [
        person.issuer,
        person.subject,
        name,
        lookalikeKey(name),
        new Date(at),
        departure && new Date(departure.at),
        departure?.isLocked === true ? new Date(at) : null,
        departure?.isUnranked === true ? new Date(at) : null,
        (departure?.chapter ?? 0) + 1,
      ],
    )
    if (made !== undefined) return made.id
  }
  throw new Error('No free display name was found.')
}

const triesMax = 20

interface Asked {
  readonly person: Leaver
  readonly hashes: PersonHashes
  readonly at: number
}

/** Whether operators have locked the account, or the one that the person has deleted lately. */
export async function isLockedOut(db: Tx, { person, hashes, at }: Asked): Promise<boolean> {
  const [account] = await db.query<{ isLocked: boolean }>(
    `select locked_at is not null as "isLocked" from account where issuer = $1 and subject = $2`,
    [person.issuer, person.subject],
  )
  if (account !== undefined) return account.isLocked
  return (await findDeparture(db, hashes, person, at))?.isLocked === true
}

/** Both ways: an issuer can also take back that an address is the person's own. */
async function keepClaim(db: Tx, id: number, { isVerified, at }: EmailClaim): Promise<void> {
  const changed = await db.query(
    `update account set email_verified = $2, email_vouched_at = $3
     where id = $1 and email_verified <> $2
       and (email_vouched_at is null or email_vouched_at <= $3)
     returning id`,
    [id, isVerified, new Date(at)],
  )
  if (changed.length === 0) return
  // A statement of its own, which also sees a chapter that was begun while the one before waited for the account. It locks in
  // the order of ids, as batches of orders do.
  await db.query(
    `with open as (
       select id from portfolio where account_id = $1 and closed_at is null order by id for no key update
     )
     update portfolio set email_verified = $2 from open where portfolio.id = open.id`,
    [id, isVerified],
  )
}

type Known = Pick<IssuerPerson, 'issuer' | 'subject'>

async function findAccount(db: Tx, person: Known): Promise<number | null> {
  const [found] = await db.query<{ id: number }>(
    'select id from account where issuer = $1 and subject = $2',
    [person.issuer, person.subject],
  )
  return found?.id ?? null
}

/** Keeps the account from being deleted before the end of the transaction. */
export async function holdAccount(tx: Tx, id: number): Promise<void> {
  const held = await tx.query('select from account where id = $1 for key share', [id])
  if (held.length === 0) throw new AccountGone()
}

/** Under which name whoever vouches for the person knows them. */
export async function readSubject(db: Tx, id: number): Promise<string> {
  const [account] = await db.query<{ subject: string }>(
    'select subject from account where id = $1',
    [id],
  )
  if (account === undefined) throw new AccountGone()
  return account.subject
}

export interface Account {
  readonly publicId: string
  readonly displayName: string
  readonly createdAt: Date
  readonly lockedAt: Date | null
}

export async function readAccount(db: Tx, id: number): Promise<Account> {
  const [account] = await db.query<Account>(
    `select public_id as "publicId", display_name as "displayName", created_at as "createdAt",
       locked_at as "lockedAt" from account where id = $1`,
    [id],
  )
  if (account === undefined) throw new AccountGone()
  return account
}

/**
 * False where somebody else has the name, also when both want it at the same moment: the index decides. Whoever has
 * looked like another since before it did may still say the same name again.
 */
export async function changeName(db: Tx, id: number, name: string): Promise<boolean> {
  try {
    const changed = await db.query(
      `update account set display_name = $2,
         name_key = case when display_name = $2 then name_key else $3 end
       where id = $1 and (
         display_name = $2 or name_key = $3
         or not exists (${oldLookAlikes('$3')} and other.id <> $1)
       )
       returning id`,
      [id, name, lookalikeKey(name)],
    )
    return changed.length > 0
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return false
  }
}

/** Confusables from before the keys: theirs have a number behind a space, which the unique index takes for another. */
const oldLookAlikes = (key: string): string =>
  `select from account as other where other.name_key > ${key} || ' ' and other.name_key < ${key} || '!'`

/** Of numbers of accounts, which are no secret: the same on every node, whichever provider signs people in. */
export const renameKey = createSecretKey('names of accounts', 'utf8')

/** The others shall be able to tell who is who. */
export const nameChanges = (accountId: number): Limit => ({
  what: 'names of an account',
  most: 10,
  seconds: 86_400,
  parts: [String(accountId)],
})
