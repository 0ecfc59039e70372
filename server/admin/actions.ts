// The actions of operators on accounts: each runs in one transaction with its row in the action log.
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { openContestId } from '@tengrand/core/contest.ts'
import { parseDisplayName } from '@tengrand/core/display-name.ts'

import { readDataSnapshot, writeData } from '../account/data.ts'
import { deleteAccount } from '../account/delete.ts'
import { notifyAccountChange } from '../account/account-cache.ts'
import { createPersonHashes } from '../account/deleted-accounts.ts'
import { changeName } from '../account/store.ts'
import type { Db, Tx } from '../db/handle.ts'
import { lockPerson } from '../identity/embedded/store.ts'
import { endSessionsOf, lockSessionsOf } from '../identity/session-store.ts'
import { ownIssuer } from '../identity/issuers.ts'
import { cancelOrders } from '../ledger/order-end.ts'
import type { KeyFor } from '../secret.ts'
import { StartProblem } from '../errors.ts'
import { factsText } from './facts.ts'
import { findNamedAccount, type NamedAccount } from './who.ts'

export interface AdminDeps {
  readonly db: Db
  readonly keyFor: KeyFor
  /** IDENTITY_VERIFY_EMAIL of the server: an email counts only once it is confirmed. */
  readonly verifyEmail: boolean
  readonly now: () => number
}

export interface AdminRequest<Known extends string> {
  readonly action: Known
  /** An account or a league. */
  readonly who: string
  /** The new name of a rename, or the member who becomes the owner; null for other actions. */
  readonly name: string | null
  readonly reason: string
}

export type Action = keyof typeof actions
export const isAction = (word: string): word is Action => Object.hasOwn(actions, word)

/** Returns the text for the operator. */
export function perform(deps: AdminDeps, request: AdminRequest<Action>): Promise<string> {
  const { action, who, name, reason } = request
  const work = async (tx: Tx): Promise<string> => {
    const account = await findNamedAccount(tx, who)
    const personHash = createPersonHashes(deps.keyFor).ofPerson(account)
    await tx.query(
      'insert into admin_action (at, action, person_hash, reason) values ($1, $2, $3, $4)',
      [new Date(deps.now()), action, personHash, reason],
    )
    return actions[action](tx, { ...deps, account, name })
  }
  // The export needs one snapshot; the other actions must see the newest rows after they have waited for a lock.
  return deps.db.transaction(work, { snapshot: action === 'data' })
}

interface Work extends Omit<AdminDeps, 'db'> {
  readonly account: NamedAccount
  readonly name: string | null
}

const actions = {
  find: (tx: Tx, { account }: Work) => describeAccount(tx, account),

  data: async (tx: Tx, { account, keyFor, verifyEmail, now }: Work) => {
    const hashes = createPersonHashes(keyFor)
    const request = { accountId: account.id, email: account.email, hashes, verifyEmail, at: now() }
    return text(Readable.from(writeData(tx, await readDataSnapshot(tx, request))))
  },

  rename: async (tx: Tx, { account, name }: Work) => {
    const parsed = parseDisplayName(name ?? '')
    if ('fault' in parsed) throw new StartProblem(`${name} cannot be the name of an account.`)
    if (!(await changeName(tx, account.id, parsed.name))) {
      throw new StartProblem(
        `Somebody already has the name ${parsed.name}, or one that looks like it.`,
      )
    }
    return `${account.displayName} is now called ${parsed.name}.`
  },

  lock: async (tx: Tx, { account, now }: Work) => {
    await lockSignIns(tx, account)
    await mark(tx, account, 'locked_at', new Date(now()))
    await endSessionsOf(tx, account)
    await cancelAllOrders(tx, account)
    return `${account.displayName} is locked and signed out everywhere.`
  },

  unlock: async (tx: Tx, { account }: Work) => {
    await mark(tx, account, 'locked_at', null)
    return `${account.displayName} can sign in again.`
  },

  'sign-out': async (tx: Tx, { account }: Work) => {
    await lockSignIns(tx, account)
    const ended = await endSessionsOf(tx, account)
    return ended.length === 0
      ? `${account.displayName} has no session on this server. Tokens of another issuer are good until they expire.`
      : `${account.displayName} is signed out: ${ended.length} ${ended.length === 1 ? 'session' : 'sessions'}.`
  },

  unrank: async (tx: Tx, { account, now }: Work) => {
    await mark(tx, account, 'unranked_at', new Date(now()))
    return `${account.displayName} is left out from the next ranking on.`
  },

  rank: async (tx: Tx, { account }: Work) => {
    await mark(tx, account, 'unranked_at', null)
    return `${account.displayName} is in the next ranking again.`
  },

  delete: async (tx: Tx, { account, ...deps }: Work) => {
    await deleteAccount(tx, deps, { accountId: account.id, email: account.email })
    return 'The account is deleted.'
  },
}

/** A concurrent sign-in either commits first, so that its session is ended, or reads the account after this transaction. */
async function lockSignIns(tx: Tx, { issuer, subject }: NamedAccount): Promise<void> {
  if (issuer === ownIssuer) await lockPerson(tx, subject)
  await lockSessionsOf(tx, subject)
}

/** The open orders of a locked account must not be executed. */
async function cancelAllOrders(tx: Tx, account: NamedAccount): Promise<void> {
  const portfolios = await tx.query<{ id: number }>(
    'select id from portfolio where account_id = $1 and closed_at is null order by id for update',
    [account.id],
  )
  const ids = portfolios.map(({ id }) => id)
  await cancelOrders(tx, ids, 'account_locked')
}

/** A column that is already set keeps its time. */
async function mark(
  tx: Tx,
  { id }: NamedAccount,
  column: 'locked_at' | 'unranked_at',
  at: Date | null,
): Promise<void> {
  const marked = await tx.query(
    `update account set ${column} = case when $2::timestamptz is null then null else coalesce(${column}, $2) end
     where id = $1 returning id`,
    [id, at],
  )
  if (marked.length === 0) throw new StartProblem('The account has just been deleted.')
  await notifyAccountChange(tx, id)
}

async function describeAccount(tx: Tx, account: NamedAccount): Promise<string> {
  const [counts] = await tx.query<{ chapter: number; trades: number; sessions: number }>(
    `select
       (select max(chapter) from portfolio where account_id = $1 and contest_id = ${openContestId}) as chapter,
       (select count(*) from trade join portfolio p on p.id = portfolio_id where account_id = $1) as trades,
       (select count(*) from identity.session where issuer = $2 and subject = $3) as sessions`,
    [account.id, account.issuer, account.subject],
  )
  return factsText([
    ['Id', account.publicId],
    ['Name', account.displayName],
    ['Email', account.email ?? 'not kept here'],
    ['Signs in with', account.issuer],
    ['Created', account.createdAt],
    ['Chapter', counts?.chapter],
    ['Trades', counts?.trades],
    ['Sessions', counts?.sessions],
    ['Locked', account.lockedAt],
    ['Left out of rankings', account.unrankedAt],
    ['Earlier account deleted', account.departedAt],
  ])
}
