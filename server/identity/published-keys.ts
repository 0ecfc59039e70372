// The keys that an issuer publishes: fetched when they are first needed, kept while its server is down, never asked for in a flood.
import type { FastifyBaseLogger } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

import { KeysUnavailable } from './token.ts'

export interface PublishedKeys {
  readonly find: JWTVerifyGetKey
  readonly close: () => void
}

export interface KeyDoors {
  /** Fetches the whole set; throws where that does not succeed. */
  readonly load: (signal: AbortSignal) => Promise<JSONWebKeySet>
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** However many tokens name keys that nobody knows, the issuer is asked this often. */
const askEveryMs = 30_000
/** With no key at all nobody can be let in, so that the next try comes sooner. */
const retryEveryMs = 5_000
const freshMs = 600_000
/** Old keys are better than none, but not for ever: one of them may have been withdrawn since. */
const keptMs = 86_400_000

export function createPublishedKeys({ load, now, log }: KeyDoors): PublishedKeys {
  const closing = new AbortController()
  let keys: { readonly find: JWTVerifyGetKey; readonly at: number } | null = null
  let asked: { readonly at: number; readonly isAnswered: boolean } | null = null
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    const at = now()
    let isAnswered = false
    try {
      keys = { find: createLocalJWKSet(await load(closing.signal)), at }
      isAnswered = true
    } catch (err) {
      if (!closing.signal.aborted)
        log.warn({ err }, 'the keys of the identity provider cannot be had')
    }
    asked = { at, isAnswered }
    asking = null
  }

  /** Whoever comes while the issuer is being asked waits for the same answer. */
  const askOnce = (): Promise<void> => (asking ??= ask())

  /** A clock that was set back must not make anything last longer. */
  const isWithin = (at: number, ms: number): boolean => at <= now() && now() < at + ms

  const mayAsk = (everyMs: number): boolean => asked === null || !isWithin(asked.at, everyMs)

  async function currentKeys(): Promise<JWTVerifyGetKey> {
    if (keys === null || !isWithin(keys.at, keptMs)) {
      if (asking !== null || mayAsk(retryEveryMs)) await askOnce()
    } else if (!isWithin(keys.at, freshMs) && mayAsk(askEveryMs)) void askOnce()
    if (keys === null || !isWithin(keys.at, keptMs)) throw new KeysUnavailable()
    return keys.find
  }

  return {
    find: async (header, token) => {
      const find = await currentKeys()
      try {
        return await find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        if (asking !== null || mayAsk(askEveryMs)) await askOnce()
        // Where the issuer does not answer, the key may be a new one of its own.
        if (asked?.isAnswered !== true) throw new KeysUnavailable()
        return (await currentKeys())(header, token)
      }
    },
    close: () => closing.abort(),
  }
}
