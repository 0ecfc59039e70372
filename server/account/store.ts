// Accounts in the database: found by (issuer, subject), and created at the first sign-in of that person.
import { createSecretKey } from 'node:crypto'

import { openContestId } from '@tengrand/core/contest.ts'
import { makeDisplayName, lookalikeKey } from '@tengrand/core/display-name.ts'

import { isUniqueViolation } from '../db/failures.ts'
import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { EmailClaim } from '../identity/admission.ts'
import type { AccountSummary, IssuerPerson, PersonKey } from '../identity/identity.ts'
import { quotedPrices } from '../market/store.ts'
import { limitOf } from '../http/throttle.ts'
import {
  findDeletedAccount,
  isSignedInBefore,
  type PersonHashes,
  type PersonWithEmail,
} from './deleted-accounts.ts'

interface SignIn {
  readonly person: IssuerPerson
  readonly hashes: PersonHashes
  readonly at: number
  /** A random whole number from 0 to n − 1. */
  readonly pick: (n: number) => number
}

/** Finds or creates the account of a person, and stores whether the email is verified. */
export async function accountIdOf(db: Tx, signIn: SignIn): Promise<number> {
  const id = (await findAccount(db, signIn.person))?.id ?? (await createAccount(db, signIn))
  if (signIn.person.emailClaim !== null) await storeClaim(db, id, signIn.person.emailClaim)
  return id
}

/**
 * Creates the account once for any number of simultaneous calls, with its portfolio in the open contest. A person who has
 * deleted an account lately continues with the chapter after the last one, as after starting over.
 */
async function createAccount(db: Tx, { person, hashes, at, pick }: SignIn): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const deleted = await findDeletedAccount(db, hashes, person, at)
    if (deleted !== null && isSignedInBefore(person.signedInAt, deleted)) throw new AccountGone()
    // Inserts nothing when another call was first, or when the name is taken.
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
        deleted && new Date(deleted.at),
        deleted?.isLocked === true ? new Date(at) : null,
        deleted?.isUnranked === true ? new Date(at) : null,
        (deleted?.chapter ?? 0) + 1,
      ],
    )
    const id = made?.id ?? (await findAccount(db, person))?.id
    if (id !== undefined) return id
  }
  throw new Error('No free display name was found.')
}

const triesMax = 20

/** Operators have locked the account, or the account that the person has deleted lately. */
export async function isLockedOut(
  db: Tx,
  { person, hashes, at }: Pick<SignIn, 'hashes' | 'at'> & { readonly person: PersonWithEmail },
): Promise<boolean> {
  const found =
    (await findAccount(db, person)) ?? (await findDeletedAccount(db, hashes, person, at))
  return found?.isLocked === true
}

/** An issuer can also revoke the verification of an email. */
async function storeClaim(db: Tx, id: number, { isVerified, at }: EmailClaim): Promise<void> {
  const changed = await db.query(
    `update account set email_verified = $2, email_vouched_at = $3
     where id = $1 and email_verified <> $2
       and (email_vouched_at is null or email_vouched_at <= $3)
     returning id`,
    [id, isVerified, new Date(at)],
  )
  if (changed.length === 0) return
  // A separate statement, whose snapshot includes a chapter that was opened while the first one waited for the account. Locks in
  // the order of ids, as batches of orders do.
  await db.query(
    `with open as (
       select id from portfolio where account_id = $1 and closed_at is null order by id for no key update
     )
     update portfolio set email_verified = $2 from open where portfolio.id = open.id`,
    [id, isVerified],
  )
}

export async function findAccount(
  db: Tx,
  { issuer, subject }: PersonKey,
): Promise<AccountSummary | null> {
  const [found] = await db.query<AccountSummary>(
    `select id, public_id as "publicId", locked_at is not null as "isLocked"
     from account where issuer = $1 and subject = $2`,
    [issuer, subject],
  )
  return found ?? null
}

/** Locks the account against deletion until the end of the transaction. */
export async function holdAccount(tx: Tx, id: number): Promise<void> {
  const held = await tx.query('select from account where id = $1 for key share', [id])
  if (held.length === 0) throw new AccountGone()
}

export interface Account {
  readonly issuer: string
  readonly subject: string
  readonly publicId: string
  readonly displayName: string
  readonly isEmailVerified: boolean
  readonly emailVouchedAt: Date | null
  readonly createdAt: Date
  readonly lockedAt: Date | null
  readonly unrankedAt: Date | null
  readonly departedAt: Date | null
}

export const accountColumns = `
  account.issuer, account.subject, public_id as "publicId", display_name as "displayName",
  email_verified as "isEmailVerified", email_vouched_at as "emailVouchedAt",
  account.created_at as "createdAt", locked_at as "lockedAt", unranked_at as "unrankedAt",
  departed_at as "departedAt"`

export async function readAccount(db: Tx, id: number): Promise<Account> {
  const [account] = await db.query<Account>(`select ${accountColumns} from account where id = $1`, [
    id,
  ])
  if (account === undefined) throw new AccountGone()
  return account
}

/**
 * False where another account has the name; the unique index decides between simultaneous changes. An account whose name
 * has looked like another since before the index may set its own name again.
 */
export async function changeName(db: Tx, id: number, name: string): Promise<boolean> {
  try {
    const changed = await db.query(
      `update account set display_name = $2,
         name_key = case when display_name = $2 then name_key else $3 end
       where id = $1 and (
         display_name = $2 or name_key = $3
         or not exists (${oldLookAlikes('$3')} and other.id <> $1)
       ) and not exists (${guestsWith('$3', '$1')})
       returning id`,
      [id, name, lookalikeKey(name)],
    )
    return changed.length > 0
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return false
  }
}

/** Guests with this key in the lessons of an account. */
const guestsWith = (key: string, accountId: string): string =>
  `select from membership own join membership guest on guest.contest_id = own.contest_id
   where own.account_id = ${accountId} and guest.name_key = ${key}`

/** Confusable names from before the index: their keys end with a space and a number, which makes them unique. */
const oldLookAlikes = (key: string): string =>
  `select from account as other where other.name_key > ${key} || ' ' and other.name_key < ${key} || '!'`

/** The throttle key of account ids, which are no secret: the same on every node, with every identity provider. */
export const renameKey = createSecretKey('names of accounts', 'utf8')

/** Limits renames, so that other learners can recognize an account. */
export const nameChanges = (accountId: number) =>
  limitOf('names of an account', String(accountId), { most: 10, seconds: 86_400 })
