// Signs tokens, with another key every month.
import { createPrivateKey, type KeyObject } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'
import { SignJWT, type JWTPayload } from 'jose'

import type { Db } from '../../db.ts'
import { StartProblem } from '../../start-problem.ts'
import { currentKey, dropKeys, newestKey } from './key-store.ts'
import { algorithm, createKnownKeys, type KnownKeys } from './known-keys.ts'
import { unseal } from './sealed.ts'

export interface SigningKeys extends KnownKeys {
  readonly sign: (claims: JWTPayload) => Promise<string>
}

export interface KeyDoors {
  readonly db: Db
  readonly sealWith: Buffer
  /** Whether somebody chose the secret, so that other nodes may have it too. */
  readonly isChosen: boolean
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

const signsForMs = 30 * 86_400_000

export async function openSigningKeys(doors: KeyDoors): Promise<SigningKeys> {
  await settleOtherSecret(doors)
  const known = createKnownKeys(doors)
  const signer = createSigner(doors, known.lookAgain)
  // At once, so that a second node with another secret finds a key that it cannot open.
  await signer()
  return {
    ...known,
    sign: async (claims) => {
      const { id, secret } = await signer()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: id, typ: 'JWT' })
        .sign(secret)
    },
  }
}

/**
 * Rather no start than one that fails at every sign-in; but a secret that was made here and is lost has no other
 * owner, and nobody could put it right by hand: then the old keys go.
 */
async function settleOtherSecret({ db, sealWith, isChosen, log }: KeyDoors): Promise<void> {
  const newest = await newestKey(db)
  if (newest === null || unseal(newest.privateKey, sealWith, newest.id) !== null) return
  if (isChosen) throw new StartProblem(otherSecret)
  const dropped = await dropKeys(db, ({ id, privateKey }) => !unseal(privateKey, sealWith, id))
  log.warn(
    { dropped },
    'the signing keys were made with a secret that is lost: others are made, and everybody has to sign in again',
  )
}

const otherSecret =
  'The database was used with another secret before. Set IDENTITY_SECRET to that one; where it was not set, it is in the file identity-secret of the old DATA_DIR. If it is lost, everybody has to sign in again: start without IDENTITY_SECRET, and the server makes a secret of its own, or, in a PostgreSQL of your own, empty the table identity.signing_key.'

interface Signing {
  readonly id: string
  readonly secret: KeyObject
  readonly until: number
}

function createSigner(
  { db, sealWith, now }: KeyDoors,
  onChange: () => void,
): () => Promise<Signing> {
  let signing: Signing | null = null
  let asking: Promise<Signing> | null = null

  async function ask(): Promise<Signing> {
    const { id, privateKey, expiresAt } = await currentKey(db, { at: now(), signsForMs, sealWith })
    const pkcs8 = unseal(privateKey, sealWith, id)
    if (pkcs8 === null) throw new Error('A signing key was made with another secret.')
    const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    signing = { id, secret, until: expiresAt.getTime() }
    onChange()
    return signing
  }

  return async () => {
    if (signing !== null && now() < signing.until) return signing
    asking ??= ask().finally(() => (asking = null))
    return asking
  }
}
