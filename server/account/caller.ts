// Who is calling: the token in the header, the person it stands for, and that person's account.
import { randomInt } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Db, Tx } from '../db/handle.ts'
import type { Budgets } from '../http/budgets.ts'
import type { Identify } from '../http/route.ts'
import type { AdmissionRefusal } from '../identity/admission.ts'
import type { IssuerPerson, Person, Verify } from '../identity/identity.ts'
import { tokenCharactersMax } from '../identity/token.ts'
import { singleFlight } from '../single-flight.ts'
import { accountIdOf, hasAccount, readAccount } from './store.ts'

export interface CallerDeps {
  readonly db: Db
  readonly verify: Verify
  readonly budgets: Budgets
  readonly now: () => number
}

/** Finds the account of a person, or makes it, and keeps what is said of the email. */
export const openAccountWith =
  (now: () => number) =>
  (tx: Tx, person: IssuerPerson): Promise<number> =>
    accountIdOf(tx, { person, at: now(), pick: randomInt })

interface Known {
  readonly id: number
  /** The one that others see, and that stands in the log. */
  readonly publicId: string
}

export function createIdentify({ db, verify, budgets, now }: CallerDeps): Identify {
  const accounts = new WeakMap<Person, Known>()
  const once = singleFlight<Known | AdmissionRefusal>()
  const openAccount = openAccountWith(now)

  /** An account never changes hands and is never removed, so its numbers are kept for as long as the person's token is. */
  async function accountOf(person: Person): Promise<Known | AdmissionRefusal> {
    const known = accounts.get(person)
    if (known !== undefined) return known
    // A thousand calls at once with a token that is new here are one question to the database.
    const key = JSON.stringify([person.issuer, person.subject, person.unwelcome])
    const found = await once(key, () => look(person))
    if (typeof found !== 'string') accounts.set(person, found)
    return found
  }

  async function look(person: Person): Promise<Known | AdmissionRefusal> {
    if (person.unwelcome !== null && !(await hasAccount(db, person))) return person.unwelcome
    const id = await db.transaction((tx) => openAccount(tx, person))
    const { publicId } = await readAccount(db, id)
    return { id, publicId }
  }

  return async (request, call) => {
    const token = bearerOf(request)
    if (token === null) return { refusal: { code: 'unauthorized' } }
    const verdict = await verify(token)
    if ('refusal' in verdict) return verdict
    const account = await accountOf(verdict.person)
    if (typeof account === 'string') return { refusal: { code: account } }
    const { id: accountId, publicId } = account
    request.account = publicId
    const refusal = budgets.spend(accountId, call)
    if (refusal !== null) return { refusal }
    const caller = { accountId, email: verdict.person.email }
    return { caller, acquireSlot: budgets.slotFor(accountId, call) }
  }
}

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i

/** The third part may be empty: tokens of the Firebase emulator have no signature, and only its verifier takes them. */
function bearerOf({ headers }: FastifyRequest): string | null {
  const header = headers.authorization ?? ''
  if (header.length > tokenCharactersMax + 'Bearer '.length) return null
  return bearer.exec(header)?.[1] ?? null
}
