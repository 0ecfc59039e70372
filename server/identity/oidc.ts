// Any OpenID Connect issuer: its tokens are taken, and the web app signs people in there, where it is a client.
import { api } from '@tengrand/contract/api.ts'
import { createSecretKey, randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import type { IDToken } from 'openid-client'

import { groupAddress } from '../http/address.ts'
import { redirectRoute } from '../http/redirects-and-downloads.ts'
import { sameOriginRoute } from '../http/route.ts'
import { createThrottle, perMinute } from '../http/throttle.ts'
import { emailClaimOf, isAllowed, vouchedEmail, whyUnwelcome } from './admission.ts'
import { shownEmail, signedInAtOf } from './claims.ts'
import type { OidcConfig, OidcWebConfig } from './config.ts'
import { createDiscovery, IssuerUnreachable, type Discovered } from './discovery.ts'
import type { Identity, IdentityDeps, Verify } from './identity.ts'
import { fetchKeySet } from './key-set.ts'
import { createOAuthStates } from './oauth-state.ts'
import { createPublishedKeys } from './published-keys.ts'
import { createRelyingParty, sendAway, type Unentered } from './relying-party.ts'
import { addSessionRoutes } from './session-routes.ts'
import { ownIssuer } from './session-tokens.ts'
import { lockSessionsOf } from './session-store.ts'
import { openSessions, signInsOf, type Begun, type Sessions } from './sessions.ts'
import { createVerifier } from './token.ts'

type OidcDeps = IdentityDeps & { readonly config: OidcConfig }

export async function openOidcIdentity(deps: OidcDeps): Promise<Identity> {
  const { config, now, log } = deps
  const { issuer, audience, signUp, allowedDomains, web } = config
  const { clientId, clientSecret } = web ?? { clientId: audience, clientSecret: null }
  const discovered = createDiscovery({ ...deps, ...config, clientId, clientSecret })
  const load = async (signal: AbortSignal) => fetchKeySet(await keysOf(config, discovered), signal)
  const keys = createPublishedKeys({ load, now, log })
  const verify = createVerifier({
    ...config,
    parties: [audience, clientId],
    keys: keys.find,
    now,
    personOf: (claims) => ({
      issuer,
      subject: claims.sub,
      email: shownEmail(claims),
      signedInAt: signedInAtOf(claims),
      sessionId: null,
      unwelcome: whyUnwelcome(config, vouchedEmail(claims)),
      emailClaim: emailClaimOf(claims),
    }),
  })
  const front = web && (await openFront(deps, web, discovered))
  return {
    verify: front === null ? verify : either(front.verify, verify),
    forWeb: { kind: 'oidc', name: web?.name ?? null, signUp, allowedDomains: [...allowedDomains] },
    // Without the web app nobody signs in here, and a key of this very run will do.
    addressKey: front?.addressKey ?? createSecretKey(randomBytes(32)),
    contentSources: {},
    addRoutes: async (app) => front?.addRoutes(app),
    signIns: front?.signIns ?? null,
    warnings: () => [],
    close: async () => {
      keys.close()
      await front?.close()
    },
  }
}

async function keysOf({ jwksUrl }: OidcConfig, discovered: Discovered): Promise<string> {
  const url = jwksUrl ?? (await discovered.known())?.serverMetadata().jwks_uri
  if (url === undefined) throw new IssuerUnreachable('The address of the keys is not known.')
  return url
}

/** A token says whose it is; that is only believed when it is checked. */
const either =
  (own: Verify, issuers: Verify): Verify =>
  (token) =>
    issuerIn(token) === ownIssuer ? own(token) : issuers(token)

function issuerIn(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

const wayOut = ({ error }: Unentered) => ({ to: `/login?error=${error}`, isRefused: true })

/** The web app's way in: at the issuer, and then with a session of this server. */
async function openFront(deps: OidcDeps, web: OidcWebConfig, discovered: Discovered) {
  const { config, publicUrl, localUrl } = deps
  const sessions = await openSessions(deps, web, config.issuer)
  const { keyFor, secure, cookies } = sessions
  const addressOf = (path: string): string => new URL(path, publicUrl ?? localUrl()).href
  const redirectUri = () => addressOf(api.backFromIssuer.path)
  const states = createOAuthStates({ ...deps, key: keyFor('oauth states of the issuer'), secure })
  const throttle = createThrottle({ ...deps, key: keyFor('throttle') })
  const mayTry = perMinute(throttle, 'ways back of an address', web.signInsPerMinute)
  const party = createRelyingParty({ ...deps, discovered, states, mayTry, redirectUri })

  const enter = createEntry(deps, sessions)
  // Now, so that a mistake is in the log at the start and not at the first sign-in.
  void discovered.reachable()
  return {
    verify: sessions.verify,
    addressKey: keyFor('addresses in the log'),
    close: sessions.close,
    signIns: signInsOf(sessions, async () => 'none'),
    addRoutes: (app: FastifyInstance): void => {
      const signOutUrl = () => party.signOutUrl(addressOf('/login'))
      addSessionRoutes(app, { sessions, publicUrl, signOutUrl })
      sameOriginRoute(app, publicUrl, api.askIssuer, ({ body }, _request, reply) =>
        sendAway(party, reply, body.askAgain === true ? { prompt: 'login' } : {}),
      )
      redirectRoute(app, api.backFromIssuer, async ({ query }, { ip, headers }) => {
        const { setCookies, result } = await party.finish({
          query,
          cookies: headers.cookie,
          address: groupAddress(ip),
          enter: (claims) => enter(claims, cookies.secretOf(headers.cookie)),
        })
        if ('error' in result) return { ...wayOut(result), setCookies }
        const arrived = await sessions.arrive(result)
        return { to: '/login', setCookies: [...setCookies, ...arrived.setCookies] }
      })
    },
  }
}

/** Lets in whom the issuer vouches for. */
function createEntry(deps: OidcDeps, sessions: Sessions) {
  const { config, db, now, log, hasAccount, isLockedOut, openAccount } = deps
  const { issuer } = config
  return async (claims: IDToken, replaced: string | null): Promise<Begun | Unentered> => {
    const email = vouchedEmail(claims)
    if (!isAllowed(config, email)) {
      if (email === null) log.warn({ issuer }, 'the issuer does not vouch for an email')
      return { error: email === null ? 'email_unverified' : 'domain_not_allowed' }
    }
    const person = { issuer, subject: claims.sub, email: shownEmail(claims) }
    const error = (await hasAccount(db, person)) ? null : whyUnwelcome(config, email)
    if (error !== null) return { error }
    return db.transaction(async (tx) => {
      await lockSessionsOf(tx, person.subject)
      if (await isLockedOut(tx, person)) return { error: 'account_locked' } as const
      // Now, although the issuer may remember them from before: they have just asked to come in.
      const signedInAt = now()
      await openAccount(tx, { ...person, signedInAt, emailClaim: emailClaimOf(claims) })
      return sessions.begin(tx, person, replaced)
    })
  }
}
