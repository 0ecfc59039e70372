// Routes of the embedded provider: sign-up, sign-in, password reset, Google, and changes of one's own account.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { groupAddress } from '../../http/address.ts'
import { redirectRoute } from '../../http/redirects-and-downloads.ts'
import { refused } from '../../http/refusals.ts'
import { sameOriginRoute, type Refused } from '../../http/route.ts'
import type { RelyingParty } from '../relying-party.ts'
import { currentSessionOf } from '../session-routes.ts'
import type { Session } from '../session-store.ts'
import { changeEmail, changePassword, readOwnAccount } from './change.ts'
import { confirmEmail, sendConfirmation } from './confirm.ts'
import { enterWithGoogle } from './google.ts'
import { confirmReset, requestReset, type Resets } from './reset.ts'
import { signIn, signUp, type ClientInfo, type ProviderDeps, type SignedIn } from './sign-in.ts'

export interface RouteDeps {
  readonly provider: ProviderDeps
  readonly publicUrl: URL | null
  readonly resets: Resets
  /** Null where Google is not configured. */
  readonly google: RelyingParty | null
}

export function addEmbeddedRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { provider, publicUrl, resets } = deps
  sameOriginRoute(app, publicUrl, api.signUp, async ({ body }, request, reply) =>
    replySignedIn(deps, await signUp(provider, body, clientOf(deps, request)), reply),
  )
  sameOriginRoute(app, publicUrl, api.signIn, async ({ body }, request, reply) =>
    replySignedIn(deps, await signIn(provider, body, clientOf(deps, request)), reply),
  )
  sameOriginRoute(app, publicUrl, api.askForReset, async ({ body }, { ip }) => {
    const refusal = await requestReset(provider, resets, body.email, groupAddress(ip))
    return refusal ?? { status: true }
  })
  sameOriginRoute(app, publicUrl, api.resetPassword, async ({ body }, request, reply) => {
    const result = await confirmReset(provider, body)
    if ('refusal' in result) return result
    void reply.header('set-cookie', provider.devices.remember(request.headers.cookie, result))
    return { status: true }
  })
  addOwnAccountRoutes(app, deps)
  addGoogleRoutes(app, deps)
}

const clientOf = (
  { provider }: RouteDeps,
  { ip, headers: { cookie } }: FastifyRequest,
): ClientInfo => ({
  address: groupAddress(ip),
  cookies: cookie,
  replaced: provider.sessions.cookies.secretOf(cookie),
})

async function replySignedIn(
  { provider }: RouteDeps,
  signedIn: SignedIn | Refused,
  reply: FastifyReply,
) {
  if ('refusal' in signedIn) return signedIn
  const { setCookies, ...answer } = await provider.sessions.issueToken(signedIn.created)
  void reply.header('set-cookie', [...setCookies, signedIn.deviceCookie])
  return answer
}

function addOwnAccountRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { provider, publicUrl } = deps
  const currentOf = currentSessionOf(provider.sessions)
  const withSession = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (session: Session) => Promise<T | Refused>,
  ): Promise<T | Refused> => {
    const session = await currentOf(request, reply)
    if (session === null) return refused('unauthorized')
    // The log needs the account, so that operators see whose password is guessed with a stolen session.
    const publicId = await provider.publicIdOf(session.subject)
    request.account = () => publicId
    return work(session)
  }

  sameOriginRoute(app, publicUrl, api.ownAccount, (_given, request, reply) =>
    withSession(request, reply, (session) => readOwnAccount(provider, session)),
  )
  sameOriginRoute(app, publicUrl, api.changePassword, ({ body }, request, reply) =>
    withSession(request, reply, async (session) => {
      const changed = await changePassword(provider, session, body, clientOf(deps, request))
      const answer = await replySignedIn(deps, changed, reply)
      return 'refusal' in answer ? answer : { status: true }
    }),
  )
  sameOriginRoute(app, publicUrl, api.changeEmail, ({ body }, request, reply) =>
    withSession(request, reply, (session) =>
      changeEmail(provider, session, body, groupAddress(request.ip)),
    ),
  )
  sameOriginRoute(app, publicUrl, api.sendConfirmation, (_given, request, reply) =>
    withSession(request, reply, (session) =>
      sendConfirmation(provider, session, groupAddress(request.ip)),
    ),
  )
  // Needs no session, because the message may be read on another device.
  sameOriginRoute(app, publicUrl, api.confirmEmail, async ({ body }, request, reply) => {
    const confirmed = await confirmEmail(provider, body.token)
    if ('refusal' in confirmed) return confirmed
    const { email, changed } = confirmed
    const session = changed && (await currentOf(request, reply))
    if (changed && session && session.id === changed.sessionId) {
      const { cookie } = request.headers
      void reply.header('set-cookie', provider.devices.remember(cookie, changed.person))
    }
    return { email, isChanged: changed !== null }
  })
}

function addGoogleRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { provider, publicUrl, google } = deps
  sameOriginRoute(app, publicUrl, api.askGoogle, async ({ body }, _request, reply) => {
    if (google === null) return refused('google_not_set_up')
    // On a shared computer Google must not sign in its last user without asking.
    return google.startRedirect(reply, { carried: body.nonce, prompt: 'select_account' })
  })
  if (google === null) return
  redirectRoute(app, api.backFromGoogle, async ({ query }, request) => {
    const from = clientOf(deps, request)
    const { carried, setCookies, result } = await google.finish({
      ...from,
      query,
      enter: (claims) => enterWithGoogle(provider, claims, from),
    })
    if ('error' in result) {
      return { to: popupUrl(carried, result.error), setCookies, isRefused: true }
    }
    const issued = await provider.sessions.issueToken(result.created)
    return {
      to: popupUrl(carried, null),
      setCookies: [...setCookies, ...issued.setCookies, result.deviceCookie],
    }
  })
}

/** The page of the popup, which reports the result to the window that opened it. */
function popupUrl(nonce: string | null, error: string | null): string {
  const query = new URLSearchParams()
  if (nonce !== null) query.set('nonce', nonce)
  if (error !== null) query.set('error', error)
  return `/auth/popup.html?${query.toString()}`
}
