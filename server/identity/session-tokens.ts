// Signs and verifies the API tokens of sessions of this server, with a symmetric key.
import type { KeyObject } from 'node:crypto'

import { SignJWT } from 'jose'

import { signedInAtOf } from './claims.ts'
import { guestIssuer, ownIssuer } from './issuers.ts'
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

const audience = 'tengrand-api'
const algorithm = 'HS256'

export const createSessionTokens = (deps: SessionTokenDeps) => ({
  tokenOf: ({ id: sid, issuer, subject: sub, email, createdAt }: Session): Promise<string> => {
    const iat = Math.floor(deps.now() / 1000)
    const exp = iat + deps.minutes * 60
    const auth_time = Math.floor(createdAt.getTime() / 1000)
    const guest = issuer === guestIssuer ? { guest: true } : {}
    const claims = { iss: ownIssuer, aud: audience, sub, email, sid, auth_time, iat, exp }
    return new SignJWT({ ...claims, ...guest })
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
      const issuer = claims['guest'] === true ? guestIssuer : deps.issuer
      return { issuer, subject, email, signedInAt, sessionId, ...settled }
    },
    isAlive: ({ sid }) => deps.isAlive(String(sid)),
  }),
})
