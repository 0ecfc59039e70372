// Keys that sign tokens, and forged tokens of any shape, which no library would create.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'

import type { JWK } from 'jose'
import { inject } from 'vitest'

export type Alg = 'RS256' | 'RS384' | 'PS256' | 'ES256' | 'EdDSA' | 'HS256'

export interface Signer {
  readonly alg: Alg
  readonly kid: string
  readonly publicKey: KeyObject
  /** The public key as issuers publish it. */
  readonly jwk: JWK
  /** Signs with the algorithm of the key, or with another one that fits the key. */
  readonly sign: (input: string, as?: Alg) => Buffer
}

/** Has a new key, except for RSA: all tests of a run share one RSA key. */
export function createSigner(alg: Alg, kid: string = alg): Signer {
  return alg === 'HS256'
    ? sharing(createSecretKey(randomBytes(32)))
    : signerOf(privateKeyFor(alg), alg, kid)
}

/** Has a key that no other signer has; all RSA strangers of a process share one. */
export function createStranger(alg: 'RS256' | 'ES256' | 'EdDSA', kid: string = alg): Signer {
  return alg === 'RS256' ? signerOf(otherRsaKey(), alg, kid) : createSigner(alg, kid)
}

export const rsaKey = (): KeyObject => createPrivateKey(inject('rsaKey'))

let other: KeyObject | undefined
const otherRsaKey = () => (other ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

/** Signs with a symmetric key, which has no public key; that of a new ES256 key takes its place. */
export function sharing(secret: KeyObject): Signer {
  return {
    ...createSigner('ES256'),
    alg: 'HS256',
    kid: 'HS256',
    sign: (input) => createHmac('sha256', secret).update(input).digest(),
  }
}

function signerOf(privateKey: KeyObject, alg: Alg, kid: string): Signer {
  const publicKey = createPublicKey(privateKey)
  return {
    alg,
    kid,
    publicKey,
    jwk: { ...(publicKey.export({ format: 'jwk' }) as JWK), kid, alg, use: 'sig' },
    sign: (input, as = alg) => signed(as, privateKey, input),
  }
}

/** Creates a token from any three parts. */
export function forge(
  header: unknown,
  claims: unknown,
  signature: (input: string) => Buffer,
): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${signature(input).toString('base64url')}`
}

/** Text is not converted to JSON, so that broken JSON can be sent, too. */
export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export const unsigned = (): Buffer => Buffer.alloc(0)

function privateKeyFor(alg: Alg): KeyObject {
  if (alg === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519').privateKey
  return rsaKey()
}

function signed(alg: Alg, key: KeyObject, input: string): Buffer {
  const data = Buffer.from(input)
  switch (alg) {
    case 'RS256':
      return sign('sha256', data, key)
    case 'RS384':
      return sign('sha384', data, key)
    case 'PS256':
      return sign('sha256', data, { key, padding: 6, saltLength: 32 })
    case 'ES256':
      return sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' })
    case 'EdDSA':
      return sign(null, data, key)
    case 'HS256':
      throw new Error('A shared key signs by itself.')
  }
}
