// Finds the key that a token was signed with, among those that the nodes share.
import { errors, type JWK, type JWTVerifyGetKey } from 'jose'

import { DatabaseUnreachable, type Tx } from '../../db.ts'
import { KeysUnavailable } from '../token.ts'
import { readKeys, type StoredKey } from './key-store.ts'

export const algorithm = 'EdDSA'

/** A key is known for longer than any token that it has signed can live. */
export const knownForMs = 86_400_000

export interface KnownKeys {
  readonly find: JWTVerifyGetKey
  /** What others need in order to check a token. */
  readonly published: () => Promise<JWK[]>
  /** There is a new one. */
  readonly lookAgain: () => void
}

/** However many tokens name keys that nobody knows, the database is asked this often. */
const askEveryMs = 5_000

export function createKnownKeys({ db, now }: { db: Tx; now: () => number }): KnownKeys {
  let keys: readonly StoredKey[] = []
  let asked: { readonly at: number; readonly isAnswered: boolean } | null = null
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    const at = now()
    let isAnswered = false
    try {
      keys = await readKeys(db, new Date(at - knownForMs))
      isAnswered = true
    } catch (error) {
      if (!(error instanceof DatabaseUnreachable)) throw error
    } finally {
      asked = { at, isAnswered }
      asking = null
    }
  }

  /** Whoever comes while the database is being asked waits for the same answer. */
  async function refresh(): Promise<void> {
    const isRecent = asked !== null && asked.at <= now() && now() < asked.at + askEveryMs
    if (asking === null && isRecent) return
    asking ??= ask()
    await asking
  }

  const match = (kid: unknown): JWK | undefined =>
    keys.find(({ id, expiresAt }) => id === kid && now() < expiresAt.getTime() + knownForMs)
      ?.publicKey

  return {
    find: async ({ kid }) => {
      const found = match(kid)
      if (found !== undefined) return found
      await refresh()
      const foundNow = match(kid)
      if (foundNow !== undefined) return foundNow
      // Where the database does not answer, the key may be a new one of another node.
      throw asked?.isAnswered === true ? new errors.JWKSNoMatchingKey() : new KeysUnavailable()
    },
    published: async () => {
      await refresh()
      if (keys.length === 0) throw new DatabaseUnreachable('The keys cannot be read right now.')
      return keys.map(publish)
    },
    lookAgain: () => {
      asked = null
    },
  }
}

const publish = ({ id, publicKey: { kty, crv, x } }: StoredKey): JWK => ({
  kid: id,
  kty,
  crv,
  x,
  alg: algorithm,
  use: 'sig',
})
