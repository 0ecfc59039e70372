// Signs people in at an OpenID Connect issuer (code flow): redirects the browser there with a state, a nonce and a PKCE challenge, and
// exchanges the code of the callback for an identity token.
import type { api } from '@tengrand/contract/api.ts'
import type { Given } from '@tengrand/contract/call.ts'
import type { IdentityRefusals } from '@tengrand/contract/identity-refusals.ts'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import * as client from 'openid-client'

import { errorName } from '../errors.ts'
import { refused } from '../http/refusals.ts'
import type { Throttle } from '../http/throttle.ts'
import { isIssuedAhead, isSubject } from './claims.ts'
import { IssuerUnreachable, type Discovery } from './discovery.ts'
import { createOAuthStates, type OAuthState, type StateDeps } from './oauth-state.ts'

interface CallbackInput<T> {
  readonly query: Given<typeof api.backFromIssuer>['query']
  /** The header of the request. */
  readonly cookies: string | undefined
  /** The IP address of the browser. */
  readonly address: string
  /** Called at most once for each redirect to the issuer. */
  readonly enter: (claims: client.IDToken) => Promise<T | CallbackFailure>
}

/** The page shows the sentence of this error. */
export interface CallbackFailure {
  readonly error: keyof IdentityRefusals | 'too_many_requests'
}

interface CallbackResult<T> {
  /** Null where this browser was not redirected to the issuer. */
  readonly carried: string | null
  readonly setCookies: string[]
  readonly result: T | CallbackFailure
}

interface RedirectOptions {
  /** Returned with the browser. */
  readonly carried?: string
  /** How the issuer asks: `select_account`, or `login` where the person has to authenticate again. */
  readonly prompt?: string
}

export interface PartyDeps extends StateDeps {
  readonly discovery: Discovery
  readonly throttle: Throttle
  /** Callbacks of one address, because each makes this server send a code to the issuer. */
  readonly triesPerMinute: number
  readonly log: FastifyBaseLogger
  /** Where the issuer redirects to; never taken from a request. */
  readonly redirectUri: () => string
}

export type RelyingParty = ReturnType<typeof createRelyingParty>

export function createRelyingParty(deps: PartyDeps) {
  const { discovery, redirectUri } = deps
  const states = createOAuthStates(deps)
  return {
    /** The answer to a page of ours that wants to redirect to the issuer. */
    startRedirect: async (reply: FastifyReply, { carried = '', prompt }: RedirectOptions) => {
      const configuration = await discovery.reachable()
      if (configuration?.serverMetadata().authorization_endpoint === undefined) {
        return refused('sign_in_unavailable')
      }
      const { state, setCookie } = states.create(carried)
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(),
        scope: 'openid email',
        state: state.value,
        nonce: state.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(state.verifier),
        code_challenge_method: 'S256',
        ...(prompt === undefined ? {} : { prompt }),
      })
      void reply.header('set-cookie', setCookie)
      return { url: url.href }
    },
    finish: async <T extends object>(input: CallbackInput<T>): Promise<CallbackResult<T>> => {
      const state = states.find(input.cookies)
      // The cookie stays: a page of another site must not cancel a sign-in in another window.
      if (state === null || state.value !== input.query.state) {
        return { carried: null, setCookies: [], result: failed }
      }
      const result = await enterWith({ ...deps, useUp: states.useUp }, state, input)
      return { carried: state.carried, setCookies: [states.clearCookie], result }
    },
    /** Where the browser ends its session at the issuer; null where the issuer has no such page. */
    signOutUrl: async (returnTo: string): Promise<string | null> => {
      const configuration = await discovery.reachable()
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
    },
  }
}

async function enterWith<T extends object>(
  deps: PartyDeps & { readonly useUp: (state: OAuthState) => Promise<boolean> },
  state: OAuthState,
  { query, address, enter }: CallbackInput<T>,
): Promise<T | CallbackFailure> {
  try {
    if (!(await mayTry(deps, address))) return { error: 'too_many_requests' }
    const claims = await exchange(deps, state, query)
    if (claims !== undefined && isIssuedAhead(claims, deps.now())) {
      deps.log.warn('an identity token was issued in the future: compare the clock with the issuer')
      return failed
    }
    // Used up only after the issuer has accepted the code: a row per forged callback could fill the database.
    const isSound = claims !== undefined && isSubject(claims.sub) && (await deps.useUp(state))
    return isSound ? await enter(claims) : failed
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== 'sign_in_cancelled') {
      deps.log.warn({ ...errorName(error), reason }, 'a sign-in at another issuer failed')
    }
    return { error: reason }
  }
}

async function mayTry({ throttle, triesPerMinute }: PartyDeps, address: string): Promise<boolean> {
  const limit = { what: 'ways back of an address', parts: [address], seconds: 60 }
  return 'release' in (await throttle.reserve({ ...limit, most: triesPerMinute }))
}

async function exchange(
  { discovery, redirectUri }: PartyDeps,
  { value, nonce, verifier }: OAuthState,
  query: CallbackInput<object>['query'],
): Promise<client.IDToken | undefined> {
  const configuration = await discovery.known()
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
  // Some issuers have the email at the userinfo endpoint only.
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const { email, email_verified } = await client.fetchUserInfo(
    configuration,
    tokens.access_token,
    claims.sub,
  )
  return { ...claims, ...JSON.parse(JSON.stringify({ email, email_verified })) }
}

const failed: CallbackFailure = { error: 'sign_in_failed' }

/** An unreachable issuer may be back soon; any other error is a refusal, which is not explained. */
function reasonOf(error: unknown): keyof IdentityRefusals {
  if (error instanceof client.AuthorizationResponseError) {
    return reasons.get(error.error) ?? 'sign_in_failed'
  }
  const isRefused =
    error instanceof client.ResponseBodyError ||
    // Our client id or secret is wrong.
    error instanceof client.WWWAuthenticateChallengeError ||
    (error instanceof client.ClientError && !(error.cause instanceof IssuerUnreachable))
  return isRefused ? 'sign_in_failed' : 'sign_in_unavailable'
}

const reasons = new Map<string, keyof IdentityRefusals>([
  ['access_denied', 'sign_in_cancelled'],
  ['server_error', 'sign_in_unavailable'],
  ['temporarily_unavailable', 'sign_in_unavailable'],
])
