// The public keys of an issuer: fetched, filtered and cached, also while the server of the issuer is down.
import { createPublicKey, type JsonWebKey } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'

import { fetchJson } from '../http/fetch-json.ts'
import { createCached } from './cached.ts'
import { KeysUnavailable } from './token.ts'

export interface KeyDeps {
  /** The URL of the key set; throws where it is unknown. */
  readonly url: () => string | Promise<string>
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

export function createPublishedKeys({ url, now, log }: KeyDeps) {
  const closing = new AbortController()
  const keys = createCached({
    load: async () => createLocalJWKSet(await fetchKeySet(await url(), closing.signal)),
    onFailure: (err) => {
      if (!closing.signal.aborted)
        log.warn({ err }, 'the keys of the identity provider cannot be had')
    },
    now,
    freshMs: 600_000,
  })

  const findCached: JWTVerifyGetKey = async (...token) => {
    const find = await keys.get()
    if (find === null) throw new KeysUnavailable()
    return find(...token)
  }

  const find: JWTVerifyGetKey = async (...token) => {
    try {
      return await findCached(...token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // While the issuer is down, an unknown key may be a new one.
      if (!(await keys.refresh())) throw new KeysUnavailable()
      return findCached(...token)
    }
  }

  return { find, close: (): void => closing.abort() }
}

const keysMax = 50
const rsaBitsMin = 2048

const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

async function fetchKeySet(url: string, signal: AbortSignal): Promise<JSONWebKeySet> {
  const { status, json } = await fetchJson(url, { signal })
  if (status !== 200) throw new Error(`The address of the keys answered ${status}.`)
  const keys = keySet.parse(json).keys.slice(0, keysMax).flatMap(usableKey)
  if (keys.length === 0) throw new Error('The address of the keys has none that can be used.')
  return { keys }
}

/** Exports the public part only. A symmetric key has none: its readers could sign tokens. */
function usableKey({ kid, alg, use, ...jwk }: Record<string, unknown>): JWK[] {
  const key = publicKeyOf(jwk)
  if (key === null) return []
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = key
  if (!['rsa', 'ec', 'ed25519'].includes(type)) return []
  if (type === 'rsa' && (details?.modulusLength ?? 0) < rsaBitsMin) return []
  const labels = Object.entries({ kid, alg, use }).filter(([, value]) => typeof value === 'string')
  return [{ ...(key.export({ format: 'jwk' }) as JWK), ...Object.fromEntries(labels) }]
}

function publicKeyOf(jwk: JsonWebKey) {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return null
  }
}
