// The product behind a real port, with one provider or the other, and everything an attacker could wish for but its keys.
import { createPrivateKey } from 'node:crypto'

import type { JWK } from 'jose'
import { afterAll, onTestFinished } from 'vitest'

import { createLog } from '../../log.ts'
import { createWorld, type AtEnd, type World } from '../../testing/world.ts'
import { audience as embeddedAudience, issuer as embeddedIssuer } from '../embedded/provider.ts'
import { unseal } from '../embedded/sealed.ts'
import { openSecret } from '../embedded/secret.ts'
import { startEvilServer, type EvilServer } from './evil-server.ts'
import { audience, signers, startIssuer, type Issuer } from './issuer.ts'
import { createSigner, forge, signerOf, type Signer } from './signer.ts'

export interface Attacked {
  readonly url: string
  readonly clock: { now: number }
  readonly logLines: readonly string[]
  readonly ask: (authorization?: string, path?: string) => Promise<Response>
  /** Seconds since 1970: when tokens are issued, which is now. */
  readonly issuedAt: () => number
  readonly issuer: string
  /** Where the issuer can be reached, which is not its name. */
  readonly alias: string
  /** All are published, whether their algorithms are taken or not. */
  readonly keys: Readonly<Record<'RS256' | 'ES256' | 'EdDSA', Signer>>
  /** The one of them that tokens are signed with, unless it is said otherwise. */
  readonly own: Signer
  readonly publish: (key: JWK & { readonly kid: string }) => Promise<void>
  /** An attacker's key, of the kind and under the name of the right one. */
  readonly evilSigner: Signer
  readonly evil: EvilServer
  readonly claims: (changed?: object) => object
  /** A good token, but for what is said otherwise; undefined leaves something out. */
  readonly token: (claims?: object, header?: object, signer?: Signer) => string
  /** Any claims at all, rightly signed. */
  readonly signed: (claims: unknown) => string
}

export interface AttackedOidc extends Attacked {
  readonly provider: Issuer
}

/** The published keys say nothing of algorithms, so that only our own list counts. */
export async function attackOidc(atEnd: AtEnd = onTestFinished): Promise<AttackedOidc> {
  const clock = wholeSecond()
  const provider = await startIssuer(clock, atEnd)
  provider.keys = Object.values(signers).map(({ jwk: { alg: _alg, ...jwk } }) => jwk)
  const world = await createWorld({
    env: { IDENTITY: 'oidc', OIDC_ISSUER: provider.url, OIDC_AUDIENCE: audience },
    now: () => clock.now,
    atEnd,
  })
  const attacked = await attack({
    world,
    clock,
    issuer: provider.url,
    alias: provider.url.replace('127.0.0.1', 'localhost'),
    keys: signers,
    own: signers.ES256,
    claims: provider.claims(),
    publish: async (jwk) => void (provider.keys = [...provider.keys, jwk]),
    atEnd,
  })
  return { ...attacked, provider }
}

export interface AttackedEmbedded extends Attacked {
  readonly world: World
  /** The session that tokens name; it lives. */
  readonly sid: string
}

/** With the key that the installation has made for itself, and beside it keys of kinds that it never makes. */
export async function attackEmbedded(atEnd: AtEnd = onTestFinished): Promise<AttackedEmbedded> {
  const clock = wholeSecond()
  const sid = 'the-session-of-ada'
  const secret = 'a secret that the attacker does not know'
  const env = { IDENTITY_SECRET: secret }
  const world = await createWorld({ env, now: () => clock.now, atEnd })
  const own = await installedKey(world, secret)
  const { RS256, ES256 } = signers
  const publish = async ({ kid, ...jwk }: Parameters<Attacked['publish']>[0]) => {
    await world.db.query(
      `insert into identity.signing_key select $1, $2, private_key, created_at, expires_at
       from identity.signing_key where id = $3`,
      [kid, jwk, own.kid],
    )
  }
  for (const { kid, jwk } of [RS256, ES256]) {
    const { alg: _alg, ...unsaid } = jwk
    await publish({ ...unsaid, kid })
  }
  await world.db.query(
    `insert into identity."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     values ('ada', '', 'ada@example.org', false, $1, $1)`,
    [new Date(clock.now)],
  )
  await addSession(world, sid, clock.now + 86_400_000)
  const attacked = await attack({
    world,
    clock,
    issuer: embeddedIssuer,
    alias: 'http://localhost:3000',
    keys: { RS256, ES256, EdDSA: own },
    own,
    claims: { ...embeddedClaims, sid },
    publish,
    atEnd,
  })
  return { ...attacked, world, sid }
}

/**
 * One stage for all cases of a block that leave it as it was, to which a good token bears witness each time. For each
 * it is a minute later, so that neither a session nor a missing key is taken for what it was a moment ago.
 */
export function shared<Stage extends Attacked>(
  open: (atEnd: AtEnd) => Promise<Stage>,
): () => Promise<Stage> {
  const ends = new AsyncDisposableStack()
  afterAll(() => ends.disposeAsync())
  let opened: Promise<Stage> | undefined
  return async () => {
    opened ??= open((end) => ends.defer(end))
    const stage = await opened
    stage.clock.now += 60_000
    const { status } = await stage.ask(`Bearer ${stage.token()}`)
    if (status !== 200) throw new Error('A good token is refused here since a case before.')
    return stage
  }
}

export async function addSession({ db }: World, id: string, expiresAt: number): Promise<void> {
  await db.query(
    `insert into identity.session (id, token, "userId", "createdAt", "updatedAt", "expiresAt")
     values ($1, $1, 'ada', $2, $2, $2)`,
    [id, new Date(expiresAt)],
  )
}

const wholeSecond = () => ({ now: Math.floor(Date.now() / 1000) * 1000 })

/** What only somebody with both the database and the secret can read. */
async function installedKey({ db }: World, chosen: string): Promise<Signer> {
  const [row] = await db.query<{ id: string; sealed: Buffer }>(
    'select id, private_key as sealed from identity.signing_key',
  )
  if (row === undefined) throw new Error('The installation has no key.')
  const keyFor = await openSecret({ chosen, dataDir: '', log: createLog('silent') })
  const pkcs8 = unseal(row.sealed, keyFor('signing keys'), row.id)
  if (pkcs8 === null) throw new Error('The key of the installation cannot be read.')
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return signerOf(key, 'EdDSA', row.id)
}

const embeddedClaims = {
  iss: embeddedIssuer,
  aud: embeddedAudience,
  sub: 'ada',
  email: 'ada@example.org',
}

interface Parts extends Pick<Attacked, 'clock' | 'issuer' | 'alias' | 'keys' | 'own' | 'publish'> {
  readonly world: World
  readonly claims: object
  readonly atEnd: AtEnd
}

async function attack({ world, claims: usual, atEnd, ...parts }: Parts): Promise<Attacked> {
  const { own, clock } = parts
  const evilSigner = createSigner(own.alg, own.kid)
  const evil = await startEvilServer(evilSigner, atEnd)
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const issuedAt = () => clock.now / 1000
  const claims = (changed: object = {}) => ({
    ...usual,
    iat: issuedAt(),
    exp: issuedAt() + 900,
    ...changed,
  })
  return {
    ...parts,
    url,
    evil,
    evilSigner,
    claims,
    issuedAt,
    logLines: world.logLines,
    ask: (authorization, path = '/api/account') =>
      fetch(`${url}${path}`, authorization === undefined ? {} : { headers: { authorization } }),
    token: (changed, header = {}, { alg, kid, sign } = own) =>
      forge({ alg, kid, typ: 'JWT', ...header }, claims(changed), sign),
    signed: (whatever) => forge({ alg: own.alg, kid: own.kid }, whatever, own.sign),
  }
}
