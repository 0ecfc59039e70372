// Routes of the browser's session: who is signed in, a new token, and sign-out.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refused } from '../http/refusals.ts'
import { sameOriginRoute } from '../http/route.ts'
import type { IdentityDeps } from './identity.ts'
import { guestIssuer } from './issuers.ts'
import type { Session } from './session-store.ts'
import type { Sessions } from './sessions.ts'

export interface SessionRouteDeps extends Pick<IdentityDeps, 'db' | 'publicUrl' | 'leagueOfGuest'> {
  readonly sessions: Sessions
  /** The sign-out page of the issuer; null where there is none. */
  readonly signOutUrl: () => Promise<string | null>
}

export function addSessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { sessions, db, publicUrl, leagueOfGuest, signOutUrl } = deps
  const { cookies } = sessions
  const currentOf = anySessionOf(sessions)

  sameOriginRoute(app, publicUrl, api.session, async (_given, request, reply) => {
    const session = await currentOf(request, reply)
    if (session === null) return { user: null }
    const user = { id: session.subject, email: session.email }
    if (session.issuer !== guestIssuer) return { user }
    const league = await leagueOfGuest(db, session.subject)
    return { user: league === null ? null : { ...user, league } }
  })
  sameOriginRoute(app, publicUrl, api.token, async (_given, request, reply) => {
    const session = await currentOf(request, reply)
    return session === null ? refused('unauthorized') : { token: await sessions.tokenOf(session) }
  })
  sameOriginRoute(app, publicUrl, api.signOut, async (_given, request, reply) => {
    // Clears the cookies even if the session was not found or could not be ended.
    void reply.header('set-cookie', cookies.clear())
    const secret = cookies.secretOf(request.headers.cookie)
    const ended = secret === null ? null : await sessions.end(secret)
    // A guest has not signed in at the issuer: somebody else may have, in the same browser.
    const isOfPerson = ended !== null && ended !== guestIssuer
    return { success: true, url: isOfPerson ? await signOutUrl() : null }
  })
}

/** The session of a person who has an account: guests have no password, email and other sessions. */
export const currentSessionOf = (sessions: Sessions) => {
  const anyOf = anySessionOf(sessions)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Session | null> => {
    const session = await anyOf(request, reply)
    return session?.issuer === guestIssuer ? null : session
  }
}

/** Finds the session of a request. Clears the cookies if it has ended, and renews them if it was prolonged. */
const anySessionOf =
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
      void reply.header('set-cookie', cookies.set(secret, current.session))
    }
    return current?.session ?? null
  }
