// Deletes an account and everything that belongs to it in one transaction.
import { openContestId } from '@tengrand/core/contest.ts'

import type { Tx } from '../db/handle.ts'
import { createThrottle } from '../http/throttle.ts'
import { deletePerson, lockPerson } from '../identity/embedded/store.ts'
import { emailsOfSessions, endSessionsOf, lockSessionsOf } from '../identity/session-store.ts'
import { ownIssuer } from '../identity/issuers.ts'
import { anonymizeRanks } from '../contest/write-ranking.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'
import { OutboxStore } from '../mail/outbox-store.ts'
import type { KeyFor } from '../secret.ts'
import { leaveWaitlist } from '../waitlist/store.ts'
import { notifyAccountChange } from './account-cache.ts'
import { addDeletedAccount, createPersonHashes, normalizedEmail } from './deleted-accounts.ts'
import { giveUpLeagues, leaveLeagues, lockLeaguesOf } from './leave-leagues.ts'
import { nameChanges, readAccount, renameKey } from './store.ts'

export interface DeletionDeps {
  readonly keyFor: KeyFor
  /** An email counts as the person's own only once it is confirmed. */
  readonly verifyEmail: boolean
  readonly now: () => number
}

export interface Deletion {
  readonly accountId: number
  /** The email in the token of the caller. */
  readonly email: string | null
}

/** Returns the ids of the ended sessions. */
export async function deleteAccount(
  tx: Tx,
  deps: DeletionDeps,
  { accountId, email }: Deletion,
): Promise<string[]> {
  // A ranking job that has read the account would store the id of its portfolio. The job locks this table before it takes its
  // snapshot; the locks below are not held while the deletion waits for it.
  await tx.query('lock table departure in row exclusive mode')
  const { account, leagueIds, portfolios } = await lockAccount(tx, accountId)
  const { issuer, subject } = account
  const ofOpenContest = portfolios.filter(({ contestId }) => contestId === openContestId)
  const shown = await emailsOfSessions(tx, { issuer, subject })
  const emails = [account.email, email, ...shown].filter((one) => one !== null).map(normalizedEmail)
  // An unconfirmed email may belong to another person, who must not lose the waitlist entry or be taken for deleted.
  const ownEmails = account.isEmailVerified || !deps.verifyEmail ? emails : []
  await addDeletedAccount(tx, createPersonHashes(deps.keyFor), {
    issuer,
    subject,
    email: ownEmails[0] ?? null,
    at: deps.now(),
    chapter: Math.max(1, ...ofOpenContest.map(({ chapter }) => chapter)),
    isLocked: account.lockedAt !== null,
    isUnranked: account.unrankedAt !== null,
  })
  const ids = portfolios.map(({ id }) => id)
  await anonymizeRanks(tx, ids)
  await leaveLeagues(tx, accountId)
  await deletePortfolios(tx, ids)
  await giveUpLeagues(tx, accountId, leagueIds)
  await tx.query('delete from account where id = $1', [accountId])
  await leaveWaitlist(tx, ownEmails)
  const throttle = createThrottle({ db: tx, key: renameKey, now: deps.now, log: silent })
  await throttle.forget(nameChanges(accountId))
  if (issuer === ownIssuer) await deleteEmbeddedPerson(tx, deps, { subject, emails })
  await notifyAccountChange(tx, accountId)
  return endSessionsOf(tx, { issuer, subject })
}

const silent = { warn: () => undefined }

/**
 * Lock order: the person, the sessions, the account, its leagues, the portfolios. The first lock on the account keeps it
 * from joining a league. The second one also waits for references to it, and comes last: a transaction that updates a
 * locked portfolio twice refers to its account and its league once more.
 */
export async function lockAccount(tx: Tx, id: number) {
  const { issuer, subject } = await readAccount(tx, id)
  const person = issuer === ownIssuer ? await lockPerson(tx, subject) : null
  await lockSessionsOf(tx, subject)
  await tx.query('select from account where id = $1 for no key update', [id])
  const leagueIds = await lockLeaguesOf(tx, id)
  const portfolios = await lockPortfolios(tx, id)
  await tx.query('select from account where id = $1 for update', [id])
  const account = { ...(await readAccount(tx, id)), email: person?.email ?? null }
  return { account, leagueIds, portfolios }
}

/** Locks in the order of ids, as orders do: an order in progress is executed first, or finds no portfolio. */
const lockPortfolios = (
  tx: Tx,
  accountId: number,
): Promise<Pick<PortfolioRow, 'id' | 'contestId' | 'chapter'>[]> =>
  tx.query(
    `select id, contest_id as "contestId", chapter from portfolio where account_id = $1 order by id for update`,
    [accountId],
  )

interface EmbeddedPerson {
  readonly subject: string
  readonly emails: readonly string[]
}

/** Also deletes the person's links, waiting messages and counted password failures. */
async function deleteEmbeddedPerson(
  tx: Tx,
  { keyFor, now }: DeletionDeps,
  { subject, emails }: EmbeddedPerson,
): Promise<void> {
  await deletePerson(tx, subject)
  const throttle = createThrottle({ db: tx, key: keyFor('throttle'), now, log: silent })
  for (const email of emails) await throttle.forgetAccount(tx, email)
  const names = new Set([subject, ...emails])
  const outbox = new OutboxStore(tx, keyFor)
  await outbox.removeWhere((about) => wordsIn(about).some((word) => names.has(word)))
}

/** Whole words, because one email may end with another. Some messages are stored as JSON. */
const wordsIn = (about: string): string[] =>
  about
    .replaceAll(String.raw`\n`, ' ')
    .split(/[\s"<>,:()]+/)
    .map((word) => word.replace(/\.$/, ''))
