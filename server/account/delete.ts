// Deletes an account with everything that belongs to it, in one transaction: either all of it is gone, or nothing.
import { openContestId } from '@tengrand/core/contest.ts'

import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import { createThrottle } from '../http/throttle.ts'
import { deletePerson, lockPerson } from '../identity/embedded/store.ts'
import { emailsOfSessions, endSessionsOf, lockSessionsOf } from '../identity/session-store.ts'
import { ownIssuer } from '../identity/session-tokens.ts'
import { unlinkPlaces } from '../contest/write-ranking.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { OutboxStore } from '../mail/outbox-store.ts'
import type { KeyFor } from '../secret.ts'
import { leaveWaitlist } from '../waitlist/store.ts'
import { writeDeparture } from './deleted-accounts.ts'
import { tellOfAccount } from './account-cache.ts'
import { createPersonHashes, storedEmail } from './person-hashes.ts'
import { nameChanges, renameKey } from './store.ts'

export interface DeletionDeps {
  readonly keyFor: KeyFor
  /** Whether an email counts for its owner's only once it is confirmed. */
  readonly verifyEmail: boolean
  readonly now: () => number
}

export interface Deletion {
  readonly accountId: number
  /** As the token of whoever asks has it; that of an account here is known. */
  readonly email: string | null
}

/** Returns the ids of the sessions that ended, which every node is told. */
export async function deleteAccount(
  tx: Tx,
  deps: DeletionDeps,
  { accountId, email }: Deletion,
): Promise<string[]> {
  // A ranking that is being written has seen the account, and would keep the number of its portfolio. It locks this table
  // before it takes its view; what is locked below is not held while the deletion waits for it.
  await tx.query('lock table departure in row exclusive mode')
  const account = await lockAccount(tx, accountId)
  const { issuer, subject } = account
  const portfolios = await lockPortfolios(tx, accountId)
  const ofOpenContest = portfolios.filter(({ contestId }) => contestId === openContestId)
  const shown = await emailsOfSessions(tx, { issuer, subject })
  const emails = [account.email, email, ...shown].filter((one) => one !== null).map(storedEmail)
  // Whoever signs up under the email of somebody else and leaves must not keep that person out, or off the waitlist.
  const ownEmails = account.isEmailVerified || !deps.verifyEmail ? emails : []
  await writeDeparture(tx, createPersonHashes(deps.keyFor), {
    issuer,
    subject,
    email: ownEmails[0] ?? null,
    at: deps.now(),
    chapter: Math.max(1, ...ofOpenContest.map(({ chapter }) => chapter)),
    isLocked: account.isLocked,
    isUnranked: account.isUnranked,
  })
  const ids = portfolios.map(({ id }) => id)
  await unlinkPlaces(tx, ids)
  await tx.query('delete from trade where portfolio_id = any($1::bigint[])', [ids])
  await tx.query('delete from stock_order where portfolio_id = any($1::bigint[])', [ids])
  await tx.query('delete from portfolio where account_id = $1', [accountId])
  await tx.query('delete from account where id = $1', [accountId])
  await leaveWaitlist(tx, ownEmails)
  await forgetNameChanges(tx, deps, accountId)
  if (issuer === ownIssuer) await forgetPerson(tx, deps, { subject, emails })
  await tellOfAccount(tx, accountId)
  return endSessionsOf(tx, { issuer, subject, kept: null })
}

interface LockedAccount {
  readonly issuer: string
  readonly subject: string
  /** Of a person who signs in here. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly isLocked: boolean
  readonly isUnranked: boolean
}

/** The person first, then the sessions, the account and the portfolios: in the order of all who lock more than one of them. */
async function lockAccount(tx: Tx, id: number): Promise<LockedAccount> {
  const [found] = await tx.query<{ issuer: string; subject: string }>(
    'select issuer, subject from account where id = $1',
    [id],
  )
  if (found === undefined) throw new AccountGone()
  const person = found.issuer === ownIssuer ? await lockPerson(tx, found.subject) : null
  await lockSessionsOf(tx, found.subject)
  const [locked] = await tx.query<Omit<LockedAccount, 'issuer' | 'subject' | 'email'>>(
    `select email_verified as "isEmailVerified", locked_at is not null as "isLocked",
       unranked_at is not null as "isUnranked"
     from account where id = $1 for update`,
    [id],
  )
  if (locked === undefined) throw new AccountGone()
  return { ...found, ...locked, email: person?.email ?? null }
}

/** In the order of their ids, as orders do: one that is under way is executed before, or finds nothing. */
const lockPortfolios = (
  tx: Tx,
  accountId: number,
): Promise<Pick<PortfolioRow, 'id' | 'contestId' | 'chapter'>[]> =>
  tx.query(
    `select id, contest_id as "contestId", chapter from portfolio where account_id = $1 order by id for update`,
    [accountId],
  )

const silent = { warn: () => undefined }

const forgetNameChanges = (tx: Tx, { now }: DeletionDeps, accountId: number): Promise<void> =>
  createThrottle({ db: tx, key: renameKey, now, log: silent }).forget(nameChanges(accountId))

interface OwnPerson {
  readonly subject: string
  readonly emails: readonly string[]
}

/** With links to confirm an email or to choose a password, messages that wait, and wrong passwords that were counted. */
async function forgetPerson(
  tx: Tx,
  { keyFor, now }: DeletionDeps,
  { subject, emails }: OwnPerson,
): Promise<void> {
  await deletePerson(tx, subject)
  const throttle = createThrottle({ db: tx, key: keyFor('throttle'), now, log: silent })
  for (const email of emails) await throttle.forgetAccount(tx, email)
  const names = new Set([subject, ...emails])
  const outbox = new OutboxStore(tx, keyFor)
  await outbox.removeWhere((about) => wordsIn(about).some((word) => names.has(word)))
}

/** Whole ones: the email of somebody may end in that of somebody else. Some messages are kept as JSON. */
const wordsIn = (about: string): string[] =>
  about
    .replaceAll(String.raw`\n`, ' ')
    .split(/[\s"<>,:()]+/)
    .map((word) => word.replace(/\.$/, ''))
