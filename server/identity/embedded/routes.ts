// The embedded provider over HTTP: passwords, messages and Google.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { groupAddress } from '../../http/address.ts'
import { redirectRoute } from '../../http/redirects-and-downloads.ts'
import { sameOriginRoute, type Refused } from '../../http/route.ts'
import { sendAway, type RelyingParty } from '../relying-party.ts'
import { enterWithGoogle } from './google.ts'
import { addOwnAccountRoutes } from './own-account-routes.ts'
import { askForReset, confirmReset, type Resets } from './reset.ts'
import { signIn, signUp, type Arrival, type ProviderDeps, type SignedIn } from './sign-in.ts'

export interface RouteDeps {
  readonly provider: ProviderDeps
  readonly publicUrl: URL | null
  readonly resets: Resets
  /** Null: not set up. */
  readonly google: RelyingParty | null
}

export function addEmbeddedRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { provider, publicUrl, resets } = deps
  const { sessions } = provider
  const arrivalOf = ({ ip, headers: { cookie } }: FastifyRequest): Arrival => ({
    address: groupAddress(ip),
    cookies: cookie,
    replaced: sessions.cookies.secretOf(cookie),
  })
  const letIn = async (signedIn: SignedIn | Refused, reply: FastifyReply) => {
    if ('refusal' in signedIn) return signedIn
    const { setCookies, ...answer } = await sessions.arrive(signedIn.begun)
    void reply.header('set-cookie', [...setCookies, signedIn.deviceCookie])
    return answer
  }

  sameOriginRoute(app, publicUrl, api.signUp, async ({ body }, request, reply) =>
    letIn(await signUp(provider, body, arrivalOf(request)), reply),
  )
  sameOriginRoute(app, publicUrl, api.signIn, async ({ body }, request, reply) =>
    letIn(await signIn(provider, body, arrivalOf(request)), reply),
  )
  sameOriginRoute(app, publicUrl, api.askForReset, async ({ body }, { ip }) => {
    const refused = await askForReset(provider, resets, body.email, groupAddress(ip))
    return refused ?? { status: true }
  })
  sameOriginRoute(app, publicUrl, api.resetPassword, async ({ body }, request, reply) => {
    const result = await confirmReset(provider, body)
    if ('refusal' in result) return result
    void reply.header('set-cookie', provider.devices.remember(request.headers.cookie, result))
    return { status: true }
  })
  addOwnAccountRoutes(app, { provider, publicUrl, arrivalOf, setCookies: letIn })
  addGoogle(app, deps, arrivalOf)
}

function addGoogle(
  app: FastifyInstance,
  { provider, publicUrl, google }: RouteDeps,
  arrivalOf: (request: FastifyRequest) => Arrival,
): void {
  sameOriginRoute(app, publicUrl, api.askGoogle, async ({ body }, _request, reply) => {
    if (google === null) return { refusal: { code: 'google_not_set_up' } }
    // On a shared computer the one who used it last is not simply signed in again.
    return sendAway(google, reply, { carried: body.nonce, prompt: 'select_account' })
  })
  if (google === null) return
  redirectRoute(app, api.backFromGoogle, async ({ query }, request) => {
    const arrival = arrivalOf(request)
    const { carried, setCookies, result } = await google.finish({
      ...arrival,
      query,
      enter: (claims) => enterWithGoogle(provider, claims, arrival),
    })
    if ('error' in result) {
      return { to: popup(carried, result.error), setCookies, isRefused: true }
    }
    const arrived = await provider.sessions.arrive(result.begun)
    return {
      to: popup(carried, null),
      setCookies: [...setCookies, ...arrived.setCookies, result.deviceCookie],
    }
  })
}

/** The page that tells the window that is waiting. */
function popup(nonce: string | null, error: string | null): string {
  const query = new URLSearchParams()
  if (nonce !== null) query.set('nonce', nonce)
  if (error !== null) query.set('error', error)
  return `/auth/popup.html?${query.toString()}`
}
