// The way to an OpenID Connect issuer and back: the browser goes there with a state, a nonce and a challenge (PKCE), and
// comes back with a code, which this server exchanges for an identity token.
import type { api } from '@tengrand/contract/api.ts'
import type { Given } from '@tengrand/contract/call.ts'
import type { PeopleRefusals } from '@tengrand/contract/identity-refusals.ts'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import * as client from 'openid-client'

import { errorName } from '../errors.ts'
import { isIssuedAhead, isSubject } from './claims.ts'
import { IssuerUnreachable, type Discovered } from './discovery.ts'
import type { OAuthState, OAuthStates } from './oauth-state.ts'

export interface RelyingParty {
  /** Null when the issuer cannot be reached. What is carried along comes back with the browser. */
  readonly begin: (asked: Asked) => Promise<{ url: string; setCookie: string } | null>
  readonly finish: <T extends object>(back: WayBack<T>) => Promise<Finished<T>>
  /** Where the browser can end its session at the issuer; null where that is not offered. */
  readonly signOutUrl: (leadsTo: string) => Promise<string | null>
}

interface WayBack<T> {
  readonly query: Given<typeof api.backFromIssuer>['query']
  /** The header as it came. */
  readonly cookies: string | undefined
  /** Where the browser is. */
  readonly address: string
  /** Lets in whom the issuer vouches for; asked once for each time that somebody was sent there. */
  readonly enter: (claims: client.IDToken) => Promise<T | Unentered>
}

/** What the page says to somebody who is not let in. */
export interface Unentered {
  readonly error: keyof PeopleRefusals | 'too_many_requests'
}

interface Finished<T> {
  /** Null where this browser was not sent to the issuer. */
  readonly carried: string | null
  readonly setCookies: string[]
  readonly result: T | Unentered
}

interface Asked {
  readonly carried?: string
  /** How the issuer shall ask: `select_account`, or `login` where somebody has to show anew who they are. */
  readonly prompt?: string
}

export interface PartyDeps {
  readonly discovered: Discovered
  readonly states: OAuthStates
  /** Else anybody could have this server ask the issuer about codes without end. */
  readonly mayTry: (address: string) => Promise<boolean>
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** Where the issuer sends the browser back to; never taken from a request. */
  readonly redirectUri: () => string
}

export function createRelyingParty(deps: PartyDeps): RelyingParty {
  const { discovered, states, redirectUri } = deps
  return {
    begin: async ({ carried = '', prompt }) => {
      const configuration = await discovered.reachable()
      if (configuration?.serverMetadata().authorization_endpoint === undefined) return null
      const { state, setCookie } = states.begin(carried)
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(),
        scope: 'openid email',
        state: state.value,
        nonce: state.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(state.verifier),
        code_challenge_method: 'S256',
        ...(prompt === undefined ? {} : { prompt }),
      })
      return { url: url.href, setCookie }
    },
    finish: async (back) => {
      const state = states.find(back.cookies)
      // Neither is the cookie taken away: the page of another site must not end what goes on in another window.
      if (state === null || state.value !== back.query.state) {
        return { carried: null, setCookies: [], result: failed }
      }
      const result = await enterWith(deps, state, back)
      return { carried: state.carried, setCookies: [states.clearCookie], result }
    },
    signOutUrl: async (leadsTo) => {
      const configuration = await discovered.reachable()
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: leadsTo }).href
    },
  }
}

/** The answer to a page of ours that wants somebody to sign in there. */
export async function sendAway(party: RelyingParty, reply: FastifyReply, asked: Asked) {
  const begun = await party.begin(asked)
  if (begun === null) return { refusal: { code: 'sign_in_unavailable' } } as const
  void reply.header('set-cookie', begun.setCookie)
  return { url: begun.url }
}

async function enterWith<T extends object>(
  deps: PartyDeps,
  state: OAuthState,
  { query, address, enter }: WayBack<T>,
): Promise<T | Unentered> {
  try {
    if (!(await deps.mayTry(address))) return { error: 'too_many_requests' }
    const claims = await exchange(deps, state, query)
    if (claims !== undefined && isIssuedAhead(claims, deps.now())) {
      deps.log.warn('an identity token was issued in the future: compare the clock with the issuer')
      return failed
    }
    // Used up only now, after the issuer has taken the code, so that strangers cannot fill the database.
    const isSound =
      claims !== undefined && isSubject(claims.sub) && (await deps.states.useUp(state))
    return isSound ? await enter(claims) : failed
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== 'sign_in_cancelled') {
      deps.log.warn({ ...errorName(error), reason }, 'a sign-in at another issuer failed')
    }
    return { error: reason }
  }
}

async function exchange(
  { discovered, redirectUri }: PartyDeps,
  { value, nonce, verifier }: OAuthState,
  query: WayBack<object>['query'],
): Promise<client.IDToken | undefined> {
  const configuration = await discovered.known()
  if (configuration === null) throw new IssuerUnreachable('The issuer is not known.')
  const address = new URL(redirectUri())
  for (const [name, given] of Object.entries(query)) {
    if (given !== undefined) address.searchParams.set(name, given)
  }
  const tokens = await client.authorizationCodeGrant(configuration, address, {
    expectedState: value,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined || claims['email'] !== undefined) return claims
  // Some issuers give the email at the userinfo endpoint only.
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const { email, email_verified } = await client.fetchUserInfo(
    configuration,
    tokens.access_token,
    claims.sub,
  )
  return { ...claims, ...JSON.parse(JSON.stringify({ email, email_verified })) }
}

const failed: Unentered = { error: 'sign_in_failed' }

/** An issuer that cannot be reached may be back in a moment; everything else was refused, and is not explained. */
function reasonOf(error: unknown): keyof PeopleRefusals {
  if (error instanceof client.AuthorizationResponseError) {
    return answers.get(error.error) ?? 'sign_in_failed'
  }
  const isRefused =
    error instanceof client.ResponseBodyError ||
    // Our own name or secret is not the one that is registered there.
    error instanceof client.WWWAuthenticateChallengeError ||
    (error instanceof client.ClientError && !(error.cause instanceof IssuerUnreachable))
  return isRefused ? 'sign_in_failed' : 'sign_in_unavailable'
}

const answers = new Map<string, keyof PeopleRefusals>([
  ['access_denied', 'sign_in_cancelled'],
  ['server_error', 'sign_in_unavailable'],
  ['temporarily_unavailable', 'sign_in_unavailable'],
])
