// Fetches a set of public keys and keeps those of them that can check a signature.
import { createPublicKey, type JsonWebKey } from 'node:crypto'

import type { JSONWebKeySet, JWK } from 'jose'
import * as z from 'zod/mini'

import { fetchJson } from '../http/fetch-json.ts'

export async function fetchKeySet(url: string, signal: AbortSignal): Promise<JSONWebKeySet> {
  const { status, json } = await fetchJson(url, { signal })
  if (status !== 200) throw new Error(`The address of the keys answered ${status}.`)
  const keys = keySet.parse(json).keys.slice(0, keysMax).flatMap(usableKey)
  if (keys.length === 0) throw new Error('The address of the keys has none that can be used.')
  return { keys }
}

const keysMax = 50
const rsaBitsMin = 2048

const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

/** Only what is public is taken over, and a shared secret has no such part: it would let its readers sign. */
function usableKey({ kid, alg, use, ...jwk }: Record<string, unknown>): JWK[] {
  const key = publicKeyOf(jwk)
  if (key === null) return []
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = key
  if (!['rsa', 'ec', 'ed25519'].includes(type)) return []
  if (type === 'rsa' && (details?.modulusLength ?? 0) < rsaBitsMin) return []
  const said = Object.entries({ kid, alg, use }).filter(([, value]) => typeof value === 'string')
  return [{ ...(key.export({ format: 'jwk' }) as JWK), ...Object.fromEntries(said) }]
}

function publicKeyOf(jwk: JsonWebKey) {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return null
  }
}
