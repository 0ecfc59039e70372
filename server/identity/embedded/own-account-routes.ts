// What somebody does about their own sign-in over HTTP: another password, another email, and confirming one.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { groupAddress } from '../../http/address.ts'
import { sameOriginRoute, type Refused } from '../../http/route.ts'
import { currentSessionOf } from '../session-routes.ts'
import type { Session } from '../session-store.ts'
import { changeEmail, changePassword, readOwnAccount } from './change.ts'
import { confirmEmail, sendConfirmation } from './confirm.ts'
import type { Arrival, ProviderDeps, SignedIn } from './sign-in.ts'

interface OwnAccountRoutes {
  readonly provider: ProviderDeps
  readonly publicUrl: URL | null
  readonly arrivalOf: (request: FastifyRequest) => Arrival
  readonly setCookies: (signedIn: SignedIn, reply: FastifyReply) => Promise<unknown>
}

export function addOwnAccountRoutes(app: FastifyInstance, routes: OwnAccountRoutes): void {
  const { provider, publicUrl, arrivalOf, setCookies } = routes
  const currentOf = currentSessionOf(provider.sessions)
  const withSession = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (session: Session) => Promise<T | Refused>,
  ): Promise<T | Refused> => {
    const session = await currentOf(request, reply)
    if (session === null) return { refusal: { code: 'unauthorized' } }
    // Else nobody would find who guesses passwords by a session that was stolen.
    const publicId = await provider.publicIdOf(session.subject)
    request.account = () => publicId
    return work(session)
  }

  sameOriginRoute(app, publicUrl, api.ownAccount, (_given, request, reply) =>
    withSession(request, reply, (session) => readOwnAccount(provider, session)),
  )
  sameOriginRoute(app, publicUrl, api.changePassword, ({ body }, request, reply) =>
    withSession(request, reply, async (session) => {
      const changed = await changePassword(provider, session, body, arrivalOf(request))
      if ('refusal' in changed) return changed
      await setCookies(changed, reply)
      return { status: true }
    }),
  )
  sameOriginRoute(app, publicUrl, api.changeEmail, ({ body }, request, reply) =>
    withSession(request, reply, (session) =>
      changeEmail(provider, session, body, arrivalOf(request)),
    ),
  )
  sameOriginRoute(app, publicUrl, api.sendConfirmation, (_given, request, reply) =>
    withSession(request, reply, (session) =>
      sendConfirmation(provider, session, groupAddress(request.ip)),
    ),
  )
  // Without a session: the message may be read on another device.
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
