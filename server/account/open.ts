// Opens what the rest of the server knows of accounts: whose they are, and which of them have changed.
import type { Db } from '../db/handle.ts'
import type { AccountsOfPeople } from '../identity/identity.ts'
import type { KeyFor } from '../secret.ts'
import { accountsOfPeople } from './caller.ts'
import { openKnownAccounts, type KnownAccounts } from './known-accounts.ts'
import { createPersonHashes } from './person-hashes.ts'

export interface Accounts {
  readonly keyFor: KeyFor
  readonly people: AccountsOfPeople
  readonly known: KnownAccounts
}

interface AccountDeps {
  readonly db: Db
  readonly keyFor: KeyFor
  readonly now: () => number
}

export async function openAccounts({ db, keyFor, now }: AccountDeps): Promise<Accounts> {
  const people = accountsOfPeople({ now, hashes: createPersonHashes(keyFor) })
  return { keyFor, people, known: await openKnownAccounts(db) }
}
