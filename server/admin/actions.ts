// What operators do to accounts: each in one transaction with the line that tells of it, and heard by every node at once.
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { openContestId } from '@tengrand/core/contest.ts'
import { parseDisplayName } from '@tengrand/core/display-name.ts'

import { readDataSnapshot, writeData } from '../account/data.ts'
import { deleteAccount } from '../account/delete.ts'
import { tellOfAccount } from '../account/account-cache.ts'
import { createPersonHashes } from '../account/person-hashes.ts'
import { changeName } from '../account/store.ts'
import type { Db, Tx } from '../db/handle.ts'
import { lockPerson } from '../identity/embedded/store.ts'
import { endSessionsOf, lockSessionsOf } from '../identity/session-store.ts'
import { ownIssuer } from '../identity/session-tokens.ts'
import { cancelOrders } from '../ledger/order-end.ts'
import type { KeyFor } from '../secret.ts'
import { StartProblem } from '../errors.ts'
import { findWho, type Found } from './who.ts'

export interface AdminDeps {
  readonly db: Db
  readonly keyFor: KeyFor
  /** As the server has it: whether an email counts only once it is confirmed. */
  readonly verifyEmail: boolean
  readonly now: () => number
}

export interface Wish {
  readonly action: Action
  readonly who: string
  /** Of a rename. */
  readonly name: string | null
  readonly reason: string
}

export type Action = keyof typeof actions
export const isAction = (word: string): word is Action => Object.hasOwn(actions, word)

/** Returns what is said of it. */
export function perform(deps: AdminDeps, wish: Wish): Promise<string> {
  const work = async (tx: Tx): Promise<string> => {
    const account = await findWho(tx, wish.who)
    await tx.query(
      'insert into admin_action (at, action, person_hash, reason) values ($1, $2, $3, $4)',
      [
        new Date(deps.now()),
        wish.action,
        createPersonHashes(deps.keyFor).ofPerson(account),
        wish.reason,
      ],
    )
    return actions[wish.action](tx, { ...deps, account, name: wish.name })
  }
  // The file is of one moment; other actions find what is newest after they have waited for a lock.
  return deps.db.transaction(work, { snapshot: wish.action === 'data' })
}

interface Work extends Omit<AdminDeps, 'db'> {
  readonly account: Found
  readonly name: string | null
}

const actions = {
  find: (tx: Tx, { account }: Work) => describeAccount(tx, account),

  data: async (tx: Tx, { account, keyFor, verifyEmail, now }: Work) => {
    const hashes = createPersonHashes(keyFor)
    const asked = { accountId: account.id, email: account.email, hashes, verifyEmail, at: now() }
    return text(Readable.from(writeData(tx, await readDataSnapshot(tx, asked))))
  },

  rename: async (tx: Tx, { account, name }: Work) => {
    const parsed = parseDisplayName(name ?? '')
    if ('fault' in parsed) throw new StartProblem(`${name} cannot be the name of an account.`)
    if (!(await changeName(tx, account.id, parsed.name))) {
      throw new StartProblem(
        `Somebody already has the name ${parsed.name}, or one that looks like it.`,
      )
    }
    return `${account.name} is now called ${parsed.name}.`
  },

  lock: async (tx: Tx, { account, now }: Work) => {
    await holdSignIns(tx, account)
    await mark(tx, account, 'locked_at', new Date(now()))
    await endSessionsOf(tx, { ...account, kept: null })
    await cancelAllOrders(tx, account)
    return `${account.name} is locked and signed out everywhere.`
  },

  unlock: async (tx: Tx, { account }: Work) => {
    await mark(tx, account, 'locked_at', null)
    return `${account.name} can sign in again.`
  },

  'sign-out': async (tx: Tx, { account }: Work) => {
    await holdSignIns(tx, account)
    const ended = await endSessionsOf(tx, { ...account, kept: null })
    return ended.length === 0
      ? `${account.name} has no session on this server. Tokens of another issuer are good until they expire.`
      : `${account.name} is signed out: ${ended.length} ${ended.length === 1 ? 'session' : 'sessions'}.`
  },

  unrank: async (tx: Tx, { account, now }: Work) => {
    await mark(tx, account, 'unranked_at', new Date(now()))
    return `${account.name} is left out from the next ranking on.`
  },

  rank: async (tx: Tx, { account }: Work) => {
    await mark(tx, account, 'unranked_at', null)
    return `${account.name} is in the next ranking again.`
  },

  delete: async (tx: Tx, { account, ...deps }: Work) => {
    await deleteAccount(tx, deps, { accountId: account.id, email: account.email })
    return 'The account is deleted.'
  },
}

/** A sign-in that is under way has its session ended, or finds the account as it is then. */
async function holdSignIns(tx: Tx, { issuer, subject }: Found): Promise<void> {
  if (issuer === ownIssuer) await lockPerson(tx, subject)
  await lockSessionsOf(tx, subject)
}

/** Nobody who is locked out trades on by what they have placed before. */
async function cancelAllOrders(tx: Tx, { id }: Found): Promise<void> {
  const portfolios = await tx.query<{ id: number }>(
    'select id from portfolio where account_id = $1 and closed_at is null order by id for update',
    [id],
  )
  await cancelOrders(
    tx,
    portfolios.map((portfolio) => portfolio.id),
    'account_locked',
  )
}

/** The time of the first mark stays. */
async function mark(
  tx: Tx,
  { id }: Found,
  column: 'locked_at' | 'unranked_at',
  at: Date | null,
): Promise<void> {
  const marked = await tx.query(
    `update account set ${column} = case when $2::timestamptz is null then null else coalesce(${column}, $2) end
     where id = $1 returning id`,
    [id, at],
  )
  if (marked.length === 0) throw new StartProblem('The account has just been deleted.')
  await tellOfAccount(tx, id)
}

/** An account as an operator sees it, one fact on each line. */
async function describeAccount(tx: Tx, account: Found): Promise<string> {
  const [counts] = await tx.query<{ chapter: number; trades: number; sessions: number }>(
    `select
       (select max(chapter) from portfolio where account_id = $1 and contest_id = ${openContestId}) as chapter,
       (select count(*) from trade join portfolio p on p.id = portfolio_id where account_id = $1) as trades,
       (select count(*) from identity.session where issuer = $2 and subject = $3) as sessions`,
    [account.id, account.issuer, account.subject],
  )
  const facts: readonly (readonly [string, string | number | Date | null | undefined])[] = [
    ['Id', account.publicId],
    ['Name', account.name],
    ['Email', account.email ?? 'not kept here'],
    ['Signs in with', account.issuer],
    ['Created', account.createdAt],
    ['Chapter', counts?.chapter],
    ['Trades', counts?.trades],
    ['Sessions', counts?.sessions],
    ['Locked', account.lockedAt],
    ['Left out of rankings', account.unrankedAt],
    ['Earlier account deleted', account.departedAt],
  ]
  return facts
    .map(
      ([what, value]) =>
        `${what}: ${value instanceof Date ? value.toISOString() : (value ?? 'no')}`,
    )
    .join('\n')
}
