// Authenticates calls: verifies the bearer token, finds or creates the account of its person, and charges its budget.
import { randomInt } from 'node:crypto'

import type { Call } from '@tengrand/contract/call.ts'
import { mayGuestsCall } from '@tengrand/contract/guest-calls.ts'
import type { FastifyRequest } from 'fastify'

import type { Db } from '../db/handle.ts'
import { AccountGone, refused } from '../http/refusals.ts'
import type { Budgets } from '../http/budgets.ts'
import type { Identify } from '../http/route.ts'
import type { AdmissionRefusal } from '../identity/admission.ts'
import type { AccountDirectory, Person, Verify } from '../identity/identity.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { tokenCharactersMax } from '../identity/token.ts'
import { singleFlight } from '../single-flight.ts'
import type { KeyFor } from '../secret.ts'
import { openAccountCache, type AccountCache, type CachedAccount } from './account-cache.ts'
import { findLeagueOfGuest } from './guest-accounts.ts'
import { createPersonHashes, findDeletedAccount } from './deleted-accounts.ts'
import { accountIdOf, findAccount, isLockedOut as isPersonLockedOut, readAccount } from './store.ts'

export interface CallerDeps extends Pick<AccountDirectory, 'openAccount' | 'isLockedOut'> {
  readonly db: Db
  readonly verify: Verify
  readonly budgets: Budgets
  readonly cache: AccountCache
}

/** How often an account is read if it changes during each query. */
const readsMax = 5

export function createIdentify(deps: CallerDeps): Identify {
  const { db, verify, budgets, cache, isLockedOut } = deps
  const accounts = new WeakMap<Person, CachedAccount>()
  const once = singleFlight<CachedAccount | AdmissionRefusal>()

  /** Caches the account for as long as the verified token of the person is cached. */
  async function accountOf(person: Person): Promise<CachedAccount | AdmissionRefusal> {
    const cached = accounts.get(person)
    if (cached !== undefined && cache.isCurrent(cached)) return cached
    // Simultaneous calls with the same new token share one query.
    const { issuer, subject, email, signedInAt, unwelcome } = person
    const key = JSON.stringify([issuer, subject, email, signedInAt, unwelcome])
    for (let reads = 0; reads < readsMax; reads += 1) {
      const found = await once(key, () => read(deps, person))
      if (typeof found === 'string') return found
      // A shared query may have started before the account changed.
      if (!cache.isCurrent(found)) continue
      accounts.set(person, found)
      return found
    }
    throw new AccountGone()
  }

  return async (request, call) => {
    const token = bearerOf(request)
    if (token === null) return refused('unauthorized')
    const verdict = await verify(token)
    if ('refusal' in verdict) {
      const { refusal, ended } = verdict
      // A new sign-in would not help the owner of a locked account, so an open page can say why.
      const isLockedNow = ended !== undefined && (await isLockedOut(db, ended))
      return isLockedNow ? refused('account_locked') : { refusal }
    }
    const { person } = verdict
    const account = await accountOf(person)
    if (typeof account === 'string') return refused(account)
    const { id: accountId, publicId, isLocked } = account
    // A call that ends after its account is deleted is logged without it.
    request.account = () => (cache.isCurrent(account) ? publicId : null)
    if (isLocked) return refused('account_locked')
    const isGuest = person.issuer === guestIssuer
    if (isGuest && !isForGuests(request, call)) return refused('guest_only')
    const refusal = budgets.spend(accountId, call)
    if (refusal !== null) return { refusal }
    const { email, signedInAt, sessionId } = person
    const caller = { accountId, email, signedInAt, sessionId, isGuest }
    return { caller, acquireSlot: budgets.slotFor(accountId, call) }
  }
}

async function read(deps: CallerDeps, person: Person): Promise<CachedAccount | AdmissionRefusal> {
  const { db, cache } = deps
  const version = cache.version()
  if (person.unwelcome !== null && (await findAccount(db, person)) === null) {
    return person.unwelcome
  }
  const id = await idOf(deps, person)
  const { publicId, lockedAt } = await readAccount(db, id)
  return { id, publicId, isLocked: lockedAt !== null, version }
}

/** Only joining a lesson creates the account of a guest. */
async function idOf({ db, openAccount }: CallerDeps, person: Person): Promise<number> {
  if (person.issuer !== guestIssuer) return db.transaction((tx) => openAccount(tx, person))
  const guest = await findAccount(db, person)
  if (guest === null) throw new AccountGone()
  return guest.id
}

/** A guest has no portfolio but that of the lesson, which a call has to name. */
const isForGuests = ({ query }: FastifyRequest, call: Call): boolean => {
  const hasMain = call.query !== undefined && 'portfolio' in call.query.shape
  return mayGuestsCall(call) && (!hasMain || 'portfolio' in (query as object))
}

/** The third part may be empty: tokens of the Firebase emulator have no signature, and only its verifier accepts them. */
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i

function bearerOf({ headers }: FastifyRequest): string | null {
  const header = headers.authorization ?? ''
  if (header.length > tokenCharactersMax + 'Bearer '.length) return null
  return bearer.exec(header)?.[1] ?? null
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

interface AccountDeps {
  readonly db: Db
  readonly keyFor: KeyFor
  readonly now: () => number
}

export async function openAccounts({ db, keyFor, now }: AccountDeps) {
  const hashes = createPersonHashes(keyFor)
  const directory: AccountDirectory = {
    findAccount,
    leagueOfGuest: findLeagueOfGuest,
    isLockedOut: (tx, person) => isPersonLockedOut(tx, { person, hashes, at: now() }),
    // No sign-in has this empty key: the query finds deleted accounts by the email alone.
    isEmailOfDeleted: async (tx, email) =>
      (await findDeletedAccount(tx, hashes, { issuer: '', subject: '', email }, now())) !== null,
    openAccount: (tx, person) => accountIdOf(tx, { person, hashes, at: now(), pick: randomInt }),
  }
  return { keyFor, directory, cache: await openAccountCache(db) }
}
