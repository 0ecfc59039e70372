// The tokens that the API takes for a session of this server. Issuer and verifier are one, so that a shared key is enough.
import type { KeyObject } from 'node:crypto'

import { SignJWT } from 'jose'

import { signedInAtOf } from './claims.ts'
import type { Verify } from './identity.ts'
import type { Session } from './session-store.ts'
import { createVerifier } from './token.ts'

export interface SessionTokens {
  readonly tokenOf: (session: Session) => Promise<string>
  readonly verify: Verify
}

interface SessionTokenDeps {
  readonly key: KeyObject
  readonly minutes: number
  readonly now: () => number
  /** Whose people they are. */
  readonly issuer: string
  readonly isAlive: (sessionId: string) => Promise<boolean>
}

/** Not the address of this server: people stay who they are when it moves to another. */
export const ownIssuer = 'tengrand:embedded'
const audience = 'tengrand-api'
const algorithm = 'HS256'

export const createSessionTokens = (deps: SessionTokenDeps): SessionTokens => ({
  tokenOf: ({ id: sid, subject: sub, email, createdAt }) => {
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
      // Of the email it was kept at the sign-in what is known.
      const known = { unwelcome: null, emailClaim: null }
      return { issuer: deps.issuer, subject, email, signedInAt, sessionId, ...known }
    },
    isAlive: ({ sid }) => deps.isAlive(String(sid)),
  }),
})
