// The product on a real port with one of the providers, and the tools of an attacker who does not have its keys.
import type { JWK } from 'jose'
import { onTestFinished } from 'vitest'

import { createLog } from '../../log.ts'
import { openSecret } from '../../secret.ts'
import { sharedByTests } from '../../testing/shared-worlds.ts'
import { createWorld, type AtEnd, type World } from '../../testing/world.ts'
import { startEvilServer, type EvilServer } from './evil-server.ts'
import { audience, signers, startIssuer, type Issuer } from './issuer.ts'
import { createSigner, forge, sharing, type Signer } from './signer.ts'

export interface Attacked {
  readonly url: string
  readonly clock: { now: number }
  readonly logLines: readonly string[]
  readonly ask: (authorization?: string, path?: string) => Promise<Response>
  /** Injects the request instead of using the port, which is faster. */
  readonly isTaken: (token: string) => Promise<boolean>
  /** The present time of the clock, in seconds since 1970. */
  readonly issuedAt: () => number
  readonly issuer: string
  /** Another URL or name of the issuer, which tokens must not have. */
  readonly alias: string
  /** The issuer, if there is one, publishes all of these keys, even those with a refused algorithm. */
  readonly keys: Readonly<Record<'RS256' | 'ES256' | 'EdDSA', Signer>>
  /** The default key of tokens. */
  readonly own: Signer
  /** An attacker's key with the algorithm and the kid of `own`. */
  readonly evilSigner: Signer
  readonly evil: EvilServer
  readonly claims: (changed?: object) => object
  /** A valid token with these changes; undefined omits a claim or a header field. */
  readonly token: (claims?: object, header?: object, signer?: Signer) => string
  /** A token with any claims, signed with `own`. */
  readonly signed: (claims: unknown) => string
}

export interface AttackedOidc extends Attacked {
  readonly provider: Issuer
  readonly publish: (key: JWK & { readonly kid: string }) => void
}

export const clientId = 'tengrand-web'

/** The published keys name no algorithm, so only the list of the server counts. */
export async function attackOidc(atEnd: AtEnd = onTestFinished): Promise<AttackedOidc> {
  const clock = wholeSecond()
  const provider = await startIssuer(clock, atEnd)
  provider.keys = Object.values(signers).map(({ jwk: { alg: _alg, ...jwk } }) => jwk)
  const world = await createWorld({
    env: {
      IDENTITY: 'oidc',
      OIDC_ISSUER: provider.url,
      OIDC_AUDIENCE: audience,
      // With a client id, the server also accepts its own tokens.
      OIDC_CLIENT_ID: clientId,
    },
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
    atEnd,
  })
  const publish = (jwk: JWK) => void (provider.keys = [...provider.keys, jwk])
  return { ...attacked, provider, publish }
}

export interface AttackedEmbedded extends Attacked {
  readonly world: World
  /** The id of the live session in the tokens. */
  readonly sid: string
}

/** Tokens are signed with the key that is derived from the secret of the installation. */
export async function attackEmbedded(atEnd: AtEnd = onTestFinished): Promise<AttackedEmbedded> {
  return attackSessions({}, 'tengrand:embedded', atEnd)
}

/** The same where people sign in at another issuer, and this server has their sessions. */
export async function attackOidcSessions(atEnd: AtEnd = onTestFinished): Promise<AttackedEmbedded> {
  const { url } = await startIssuer({}, atEnd)
  const env = { IDENTITY: 'oidc', OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId }
  return attackSessions(env, url, atEnd)
}

async function attackSessions(
  env: Record<string, string>,
  personsIssuer: string,
  atEnd: AtEnd,
): Promise<AttackedEmbedded> {
  const clock = wholeSecond()
  const sid = 'the-session-of-ada'
  const secret = 'a secret that the attacker does not know'
  const world = await createWorld({
    env: { IDENTITY_SECRET: secret, ...env },
    now: () => clock.now,
    atEnd,
  })
  const keyFor = await openSecret({ chosen: secret, dataDir: '', log: createLog('silent') })
  const own = sharing(keyFor('tokens'))
  await addSession(world, { id: sid, issuer: personsIssuer, expiresAt: clock.now + 86_400_000 })
  const attacked = await attack({
    world,
    clock,
    issuer: 'tengrand:embedded',
    alias: 'http://localhost:3000',
    keys: signers,
    own,
    claims: { ...embeddedClaims, sid },
    atEnd,
  })
  return { ...attacked, world, sid }
}

/**
 * One stage for all cases of a block that do not change it, which a valid token proves before each case. The clock
 * moves a minute between cases, so that cached results for sessions and missing keys have expired.
 */
export function shared<Stage extends Attacked>(
  open: (atEnd: AtEnd) => Promise<Stage>,
): () => Promise<Stage> {
  const opened = sharedByTests(open)
  return async () => {
    const stage = await opened()
    stage.clock.now += 60_000
    if (!(await stage.isTaken(stage.token())))
      throw new Error('A good token is refused here since a case before.')
    return stage
  }
}

interface AddedSession {
  readonly id: string
  readonly issuer?: string
  readonly expiresAt: number
}

export async function addSession(
  { db }: World,
  { id, issuer = 'tengrand:embedded', expiresAt }: AddedSession,
): Promise<void> {
  await db.query(
    `insert into identity.session
       (id, secret, issuer, subject, email, created_at, used_at, expires_at)
     values ($1, $1, $2, 'ada', 'ada@example.org', $3, $3, $3)`,
    [id, issuer, new Date(expiresAt)],
  )
}

const wholeSecond = () => ({ now: Math.floor(Date.now() / 1000) * 1000 })

const embeddedClaims = {
  iss: 'tengrand:embedded',
  aud: 'tengrand-api',
  sub: 'ada',
  email: 'ada@example.org',
}

interface Parts extends Pick<Attacked, 'clock' | 'issuer' | 'alias' | 'keys' | 'own'> {
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
    isTaken: async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await world.app.inject({ url: '/api/account', headers })).statusCode === 200
    },
    token: (changed, header = {}, { alg, kid, sign } = own) =>
      forge({ alg, kid, typ: 'JWT', ...header }, claims(changed), sign),
    signed: (whatever) => forge({ alg: own.alg, kid: own.kid }, whatever, own.sign),
  }
}
