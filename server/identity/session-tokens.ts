// Signs and verifies the API tokens of sessions of this server, with a symmetric key.
import type { KeyObject } from 'node:crypto'

import { SignJWT } from 'jose'

import { signedInAtOf } from './claims.ts'
import type { Session } from './session-store.ts'
import { createVerifier } from './token.ts'

interface SessionTokenDeps {
  readonly key: KeyObject
  readonly minutes: number
  readonly now: () => number
  /** The issuer of the people, which is not that of the tokens. */
  readonly issuer: string
  readonly isAlive: (sessionId: string) => Promise<boolean>
}

/** Not the URL of the server, so that accounts survive a move to another one. */
export const ownIssuer = 'tengrand:embedded'
const audience = 'tengrand-api'
const algorithm = 'HS256'

export const createSessionTokens = (deps: SessionTokenDeps) => ({
  tokenOf: ({ id: sid, subject: sub, email, createdAt }: Session): Promise<string> => {
    const iat = Math.floor(deps.now() / 1000)
    const exp = iat + deps.minutes * 60
    const auth_time = Math.floor(createdAt.getTime() / 1000)
    return new SignJWT({ iss: ownIssuer, aud: audience, sub, email, sid, auth_time, iat, exp })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .sign(deps.key)
  },
  verify: createVerifier({
    issuer: ownIssuer,
    audience,
    algorithms: [algorithm],
    keys: async () => deps.key,
    now: deps.now,
    personOf: (claims) => {
      const { sub: subject, email, sid: sessionId } = claims
      if (typeof sessionId !== 'string') return null
      if (typeof email !== 'string' && email !== null) return null
      const signedInAt = signedInAtOf(claims)
      // The admission and the email claim are handled before a token is issued.
      const settled = { unwelcome: null, emailClaim: null }
      return { issuer: deps.issuer, subject, email, signedInAt, sessionId, ...settled }
    },
    isAlive: ({ sid }) => deps.isAlive(String(sid)),
  }),
})
