// The session of a browser over HTTP: who is signed in, a fresh token, and the way out.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sameOriginRoute } from '../http/route.ts'
import type { Session } from './session-store.ts'
import type { Sessions } from './sessions.ts'

export interface SessionRouteDeps {
  readonly sessions: Sessions
  readonly publicUrl: URL | null
  /** Where people sign out of the issuer that they came from; null where it offers nothing. */
  readonly signOutUrl: () => Promise<string | null>
}

export function addSessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { sessions, publicUrl, signOutUrl } = deps
  const { cookies } = sessions
  const currentOf = currentSessionOf(sessions)

  sameOriginRoute(app, publicUrl, api.session, async (_given, request, reply) => {
    const session = await currentOf(request, reply)
    return { user: session && { id: session.subject, email: session.email } }
  })
  sameOriginRoute(app, publicUrl, api.token, async (_given, request, reply) => {
    const session = await currentOf(request, reply)
    if (session === null) return { refusal: { code: 'unauthorized' } }
    return { token: await sessions.tokenOf(session) }
  })
  sameOriginRoute(app, publicUrl, api.signOut, async (_given, request, reply) => {
    // Whatever happens to the session, this browser forgets it.
    void reply.header('set-cookie', cookies.clear())
    const secret = cookies.secretOf(request.headers.cookie)
    const hasEnded = secret !== null && (await sessions.end(secret))
    return { success: true, url: hasEnded ? await signOutUrl() : null }
  })
}

/** On the way, the cookies of a session that is over are taken away, and those of one that goes on last longer. */
export const currentSessionOf =
  (sessions: Sessions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Session | null> => {
    const { cookies } = sessions
    const { cookie } = request.headers
    const secret = cookies.secretOf(cookie)
    const current = secret === null ? null : await sessions.current(secret)
    if (current === null && cookies.isHinted(cookie)) {
      void reply.header('set-cookie', cookies.clear())
    }
    if (current?.isProlonged === true && secret !== null) {
      void reply.header('set-cookie', cookies.set(secret))
    }
    return current?.session ?? null
  }
