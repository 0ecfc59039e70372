// The provider for any OpenID Connect issuer: verifies its tokens, and signs people of the web app in there.
import { api } from '@tengrand/contract/api.ts'
import { createSecretKey, randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import type { IDToken } from 'openid-client'

import { groupAddress } from '../http/address.ts'
import { redirectRoute } from '../http/redirects-and-downloads.ts'
import { sameOriginRoute } from '../http/route.ts'
import { createThrottle } from '../http/throttle.ts'
import { emailClaimOf, isAllowed, personIn, vouchedEmail, whyUnwelcome } from './admission.ts'
import { shownEmail } from './claims.ts'
import type { OidcConfig, OidcWebConfig } from './config.ts'
import { createDiscovery, IssuerUnreachable, type Discovery } from './discovery.ts'
import type { Identity, IdentityDeps } from './identity.ts'
import { createPublishedKeys } from './published-keys.ts'
import { createRelyingParty, type CallbackFailure } from './relying-party.ts'
import { addSessionRoutes } from './session-routes.ts'
import { ownIssuer } from './issuers.ts'
import { lockSessionsOf } from './session-store.ts'
import {
  guestSessionsOf,
  openSessions,
  signInsOf,
  type CreatedSession,
  type Sessions,
} from './sessions.ts'
import { createVerifier } from './token.ts'

type OidcDeps = IdentityDeps & { readonly config: OidcConfig }

export async function openOidcIdentity(deps: OidcDeps): Promise<Identity> {
  const { config, now, log } = deps
  const { issuer, audience, signUp, allowedDomains, web } = config
  const { clientId, clientSecret } = web ?? { clientId: audience, clientSecret: null }
  const discovery = createDiscovery({ ...deps, ...config, clientId, clientSecret })
  const keys = createPublishedKeys({ url: () => keysUrl(config, discovery), now, log })
  const verify = createVerifier({
    ...config,
    parties: [audience, clientId],
    keys: keys.find,
    now,
    personOf: (claims) => personIn(claims, issuer, whyUnwelcome(config, vouchedEmail(claims))),
  })
  const signIn = web && (await openWebSignIn(deps, web, discovery))
  return {
    // The issuer in an unverified token only selects its verifier.
    verify: async (token) =>
      signIn !== null && issuerIn(token) === ownIssuer ? signIn.verify(token) : verify(token),
    forWeb: { kind: 'oidc', name: web?.name ?? null, signUp, allowedDomains: [...allowedDomains] },
    // Without the web app no sign-ins are logged here, so a key of this process is enough.
    addressKey: signIn?.addressKey ?? createSecretKey(randomBytes(32)),
    contentSources: {},
    addRoutes: async (app) => signIn?.addRoutes(app),
    signIns: signIn?.signIns ?? null,
    guests: signIn?.guests ?? null,
    warnings: () => [],
    close: async () => {
      keys.close()
      await signIn?.close()
    },
  }
}

async function keysUrl({ jwksUrl }: OidcConfig, discovery: Discovery): Promise<string> {
  const url = jwksUrl ?? (await discovery.known())?.serverMetadata().jwks_uri
  if (url === undefined) throw new IssuerUnreachable('The address of the keys is not known.')
  return url
}

function issuerIn(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/** Signs people of the web app in at the issuer, and gives them a session of this server. */
async function openWebSignIn(deps: OidcDeps, web: OidcWebConfig, discovery: Discovery) {
  const { config, publicUrl, localUrl } = deps
  const sessions = await openSessions(deps, web, config.issuer)
  const { keyFor, secure, cookies } = sessions
  const addressOf = (path: string): string => new URL(path, publicUrl ?? localUrl()).href
  const party = createRelyingParty({
    ...deps,
    discovery,
    key: keyFor('oauth states of the issuer'),
    secure,
    throttle: createThrottle({ ...deps, key: keyFor('throttle') }),
    triesPerMinute: web.signInsPerMinute,
    redirectUri: () => addressOf(api.backFromIssuer.path),
  })
  // Loads the discovery document at the start, so that a wrong setting is logged before the first sign-in.
  void discovery.reachable()
  return {
    verify: sessions.verify,
    addressKey: keyFor('addresses in the log'),
    close: sessions.close,
    signIns: signInsOf(sessions, async () => 'none'),
    guests: guestSessionsOf(sessions),
    addRoutes: (app: FastifyInstance): void => {
      const signOutUrl = () => party.signOutUrl(addressOf('/login'))
      addSessionRoutes(app, { ...deps, sessions, signOutUrl })
      sameOriginRoute(app, publicUrl, api.askIssuer, ({ body }, _request, reply) =>
        party.startRedirect(reply, body.askAgain === true ? { prompt: 'login' } : {}),
      )
      redirectRoute(app, api.backFromIssuer, async ({ query }, { ip, headers }) => {
        const { setCookies, result } = await party.finish({
          query,
          cookies: headers.cookie,
          address: groupAddress(ip),
          enter: (claims) => enter(deps, sessions, claims, cookies.secretOf(headers.cookie)),
        })
        if ('error' in result) {
          return { to: `/login?error=${result.error}`, isRefused: true, setCookies }
        }
        const issued = await sessions.issueToken(result)
        return { to: '/login', setCookies: [...setCookies, ...issued.setCookies] }
      })
    },
  }
}

async function enter(
  { config, db, now, log, findAccount, isLockedOut, openAccount }: OidcDeps,
  sessions: Sessions,
  claims: IDToken,
  replaced: string | null,
): Promise<CreatedSession | CallbackFailure> {
  const { issuer } = config
  const email = vouchedEmail(claims)
  if (!isAllowed(config, email)) {
    if (email === null) log.warn({ issuer }, 'the issuer does not vouch for an email')
    return { error: email === null ? 'email_unverified' : 'domain_not_allowed' }
  }
  const person = { issuer, subject: claims.sub, email: shownEmail(claims) }
  const error = (await findAccount(db, person)) === null ? whyUnwelcome(config, email) : null
  if (error !== null) return { error }
  return db.transaction(async (tx) => {
    await lockSessionsOf(tx, person.subject)
    if (await isLockedOut(tx, person)) return { error: 'account_locked' } as const
    // The present time, although the session at the issuer may be older: the person has just signed in here.
    const signedInAt = now()
    await openAccount(tx, { ...person, signedInAt, emailClaim: emailClaimOf(claims) })
    return sessions.create(tx, person, replaced)
  })
}
