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
  /** As an issuer publishes it. */
  readonly jwk: JWK
  /** With the algorithm of the key, or with another that the key could also be used for. */
  readonly sign: (input: string, as?: Alg) => Buffer
}

/** A new key, unless it is an RSA key: that is always the one that the tests of a run share. */
export function createSigner(alg: Alg, kid: string = alg): Signer {
  return alg === 'HS256'
    ? sharing(createSecretKey(randomBytes(32)))
    : signerOf(privateKeyFor(alg), alg, kid)
}

/** With another key than every other signer has; of RSA it is the same one in all of a process. */
export function createStranger(alg: 'RS256' | 'ES256' | 'EdDSA', kid: string = alg): Signer {
  return alg === 'RS256' ? signerOf(otherRsaKey(), alg, kid) : createSigner(alg, kid)
}

export const rsaKey = (): KeyObject => createPrivateKey(inject('rsaKey'))

let other: KeyObject | undefined
const otherRsaKey = () => (other ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

/** Signs with a shared key, which has no public half; a known one stands in its place. */
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

/** The three parts of a token, whatever stands in them. */
export function forge(
  header: unknown,
  claims: unknown,
  signature: (input: string) => Buffer,
): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${signature(input).toString('base64url')}`
}

/** Text goes in as it is, so that broken JSON can be sent too. */
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
