// The keys that an issuer publishes, also while its server is down for a while.
import type { FastifyBaseLogger } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

import { createCached } from './cached.ts'
import { KeysUnavailable } from './token.ts'

export interface PublishedKeys {
  readonly find: JWTVerifyGetKey
  readonly close: () => void
}

export interface KeyDeps {
  /** Fetches the whole set; throws where that does not succeed. */
  readonly load: (signal: AbortSignal) => Promise<JSONWebKeySet>
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

export function createPublishedKeys({ load, now, log }: KeyDeps): PublishedKeys {
  const closing = new AbortController()
  const keys = createCached({
    load: async () => createLocalJWKSet(await load(closing.signal)),
    onFailure: (err) => {
      if (!closing.signal.aborted)
        log.warn({ err }, 'the keys of the identity provider cannot be had')
    },
    now,
    freshMs: 600_000,
    // One of them may have been withdrawn since.
    keptMs: 86_400_000,
    // However many tokens name unknown keys.
    refreshEveryMs: 30_000,
    // With no key at all nobody can be let in.
    retryEveryMs: 5_000,
  })

  async function findIn(...token: Parameters<JWTVerifyGetKey>) {
    const find = await keys.get()
    if (find === null) throw new KeysUnavailable()
    return find(...token)
  }

  return {
    find: async (header, token) => {
      try {
        return await findIn(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        // Where the issuer does not answer, the key may be a new one of its own.
        if (!(await keys.refresh())) throw new KeysUnavailable()
        return findIn(header, token)
      }
    },
    close: () => closing.abort(),
  }
}
