// Who is calling: the token in the header, the person it stands for, and that person's account; and what the rest of
// the server knows of accounts: whose they are, and which of them have changed.
import { randomInt } from 'node:crypto'

import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { FastifyRequest } from 'fastify'

import type { Db, Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { Budgets } from '../http/budgets.ts'
import type { Identify } from '../http/route.ts'
import type { AdmissionRefusal } from '../identity/admission.ts'
import type { AccountsOfPeople, IssuerPerson, Person, Verify } from '../identity/identity.ts'
import { tokenCharactersMax } from '../identity/token.ts'
import { singleFlight } from '../single-flight.ts'
import type { KeyFor } from '../secret.ts'
import { findDeparture } from './deleted-accounts.ts'
import { openKnownAccounts, type Kept, type KnownAccounts } from './account-cache.ts'
import { createPersonHashes } from './person-hashes.ts'
import {
  accountIdOf,
  hasAccount,
  isLockedOut as isPersonLockedOut,
  publicIdOf,
  readAccount,
} from './store.ts'

export interface CallerDeps {
  readonly db: Db
  readonly verify: Verify
  readonly budgets: Budgets
  readonly known: KnownAccounts
  readonly openAccount: OpenAccount
  readonly isLockedOut: AccountsOfPeople['isLockedOut']
}

/** Finds the account of a person, or makes it, and keeps what is said of the email. */
type OpenAccount = (tx: Tx, person: IssuerPerson) => Promise<number>

/** An account that changes faster than it is read is more than bad luck. */
const looksMax = 5

export function createIdentify(deps: CallerDeps): Identify {
  const { db, verify, budgets, known, openAccount, isLockedOut } = deps
  const accounts = new WeakMap<Person, Kept>()
  const once = singleFlight<Kept | AdmissionRefusal>()

  /** An account never changes hands, so its numbers are kept for as long as the person's token is, and the account. */
  async function accountOf(person: Person): Promise<Kept | AdmissionRefusal> {
    const kept = accounts.get(person)
    if (kept !== undefined && known.isCurrent(kept)) return kept
    // A thousand calls at once with a token that is new here are one question to the database.
    const { issuer, subject, email, signedInAt, unwelcome } = person
    const key = JSON.stringify([issuer, subject, email, signedInAt, unwelcome])
    for (let looks = 0; looks < looksMax; looks += 1) {
      const found = await once(key, () => look(person))
      if (typeof found === 'string') return found
      // Of before a change, where others had asked for it already.
      if (!known.isCurrent(found)) continue
      accounts.set(person, found)
      return found
    }
    throw new AccountGone()
  }

  async function look(person: Person): Promise<Kept | AdmissionRefusal> {
    const before = known.moment()
    if (person.unwelcome !== null && !(await hasAccount(db, person))) return person.unwelcome
    const id = await db.transaction((tx) => openAccount(tx, person))
    const { publicId, lockedAt } = await readAccount(db, id)
    return known.note({ id, publicId, isLocked: lockedAt !== null }, before)
  }

  return async (request, call) => {
    const token = bearerOf(request)
    if (token === null) return refused('unauthorized')
    const verdict = await verify(token)
    if ('refusal' in verdict) {
      const { refusal, ended } = verdict
      // Another sign-in would not help, and a page that is open can say why.
      const isLockedNow = ended !== undefined && (await isLockedOut(db, ended))
      return isLockedNow ? refused('account_locked') : { refusal }
    }
    const { person } = verdict
    const account = await accountOf(person)
    if (typeof account === 'string') return refused(account)
    const { id: accountId, publicId, isLocked } = account
    // A call that ends after the account does is not logged with it.
    request.account = () => (known.isCurrent(account) ? publicId : null)
    if (isLocked) return refused('account_locked')
    const refusal = budgets.spend(accountId, call)
    if (refusal !== null) return { refusal }
    const { email, signedInAt, sessionId } = person
    const caller = { accountId, email, signedInAt, sessionId }
    return { caller, acquireSlot: budgets.slotFor(accountId, call) }
  }
}

const refused = (code: 'unauthorized' | 'account_locked' | AdmissionRefusal) => ({
  refusal: { code } satisfies Refusal,
})

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i

/** The third part may be empty: tokens of the Firebase emulator have no signature, and only its verifier takes them. */
function bearerOf({ headers }: FastifyRequest): string | null {
  const header = headers.authorization ?? ''
  if (header.length > tokenCharactersMax + 'Bearer '.length) return null
  return bearer.exec(header)?.[1] ?? null
}

export interface Accounts {
  readonly keyFor: KeyFor
  /** What identity providers may know of accounts. */
  readonly people: AccountsOfPeople
  readonly known: KnownAccounts
}

interface AccountDeps {
  readonly db: Db
  readonly keyFor: KeyFor
  readonly now: () => number
}

export async function openAccounts({ db, keyFor, now }: AccountDeps): Promise<Accounts> {
  const hashes = createPersonHashes(keyFor)
  const people: AccountsOfPeople = {
    hasAccount,
    publicIdOf,
    isLockedOut: (tx, person) => isPersonLockedOut(tx, { person, hashes, at: now() }),
    hasDeparted: async (tx, email) =>
      (await findDeparture(tx, hashes, { ...nobody, email }, now())) !== null,
    openAccount: (tx, person) => accountIdOf(tx, { person, hashes, at: now(), pick: randomInt }),
  }
  return { keyFor, people, known: await openKnownAccounts(db) }
}

/** No sign-in of a person: the query finds deleted accounts by the email alone. */
const nobody = { issuer: '', subject: '' }
