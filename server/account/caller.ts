// Who is calling: the token in the header, the person it stands for, and that person's account.
import { randomInt } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Db, Tx } from '../db.ts'
import type { Unwelcome } from '../identity/admission.ts'
import type { Incomer, Person, Verify } from '../identity/identity.ts'
import { tokenCharactersMax } from '../identity/token.ts'
import type { Identify } from '../route.ts'
import { accountIdOf, hasAccount } from './store.ts'

export interface CallerDoors {
  readonly db: Db
  readonly verify: Verify
  readonly now: () => number
}

/** Finds the account of a person, or makes it, and keeps what is said of the e-mail. */
export const openAccountWith =
  (now: () => number) =>
  (tx: Tx, person: Incomer): Promise<number> =>
    accountIdOf(tx, { person, at: now(), pick: randomInt })

export function createIdentify({ db, verify, now }: CallerDoors): Identify {
  const accounts = new WeakMap<Person, number>()
  const openAccount = openAccountWith(now)

  /** An account never changes hands and is never removed, so its number is kept for as long as the person's token is. */
  async function accountOf(person: Person): Promise<number | Unwelcome> {
    const known = accounts.get(person)
    if (known !== undefined) return known
    if (person.unwelcome !== null && !(await hasAccount(db, person))) return person.unwelcome
    const id = await db.transaction((tx) => openAccount(tx, person))
    accounts.set(person, id)
    return id
  }

  return async (request) => {
    const token = bearerOf(request)
    if (token === null) return { refusal: { code: 'unauthorized' } }
    const verdict = await verify(token)
    if ('refusal' in verdict) return verdict
    const account = await accountOf(verdict.person)
    if (typeof account === 'string') return { refusal: { code: account } }
    return { caller: { accountId: account, email: verdict.person.email } }
  }
}

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i

/** The third part may be empty: tokens of the Firebase emulator have no signature, and only its verifier takes them. */
function bearerOf({ headers }: FastifyRequest): string | null {
  const header = headers.authorization ?? ''
  if (header.length > tokenCharactersMax + 'Bearer '.length) return null
  return bearer.exec(header)?.[1] ?? null
}
