// The state of a sign-in at another issuer: stored in a signed cookie of the browser, and accepted once.
import { createHmac, randomBytes, type KeyObject } from 'node:crypto'

import { cookieName, readCookie, readSigned, sign, writeCookie } from '../http/cookies.ts'
import type { IdentityDeps } from './identity.ts'

/** Nonce and verifier are derived from the value, so that only the value is stored. */
export interface OAuthState {
  readonly value: string
  /** Returned with the browser. */
  readonly carried: string
  readonly nonce: string
  readonly verifier: string
}

export type StateDeps = Pick<IdentityDeps, 'db' | 'now'> & {
  readonly key: KeyObject
  readonly secure: boolean
}

/** Enough to choose an account and to type a password. */
const livesMs = 600_000

/** The states are cookies, because rows would let strangers fill the database. */
export function createOAuthStates({ db, key, secure, now }: StateDeps) {
  // The stricter prefix: another site below the same domain cannot set this cookie.
  const name = cookieName('oauth_state', secure).replace('__Secure-', '__Host-')
  const cookieOf = (value: string, maxAgeSeconds: number): string =>
    writeCookie({ name, value, path: '/', maxAgeSeconds, secure, httpOnly: true })
  const derive = (what: string, value: string): Buffer =>
    createHmac('sha256', key).update(`${what} ${value}`).digest()
  const stateOf = (value: string, carried: string): OAuthState => ({
    value,
    carried,
    nonce: derive('nonce', value).toString('base64url'),
    verifier: derive('verifier', value).toString('base64url'),
  })
  return {
    create: (carried: string) => {
      const value = randomBytes(32).toString('base64url')
      const signed = sign([value, carried, now() + livesMs].join('~'), key)
      return { state: stateOf(value, carried), setCookie: cookieOf(signed, livesMs / 1000) }
    },
    /** Null where the browser has no state, or an expired one. */
    find: (cookies: string | undefined): OAuthState | null => {
      const parts = readSigned(readCookie(cookies, name), key)?.split('~') ?? []
      const [value = '', carried = '', until] = parts
      return now() < Number(until) ? stateOf(value, carried) : null
    },
    /** True the first time, on any node: a stolen cookie outlives the one in the browser. */
    useUp: async ({ value }: OAuthState): Promise<boolean> => {
      const first = await db.query(
        `insert into identity.used_state (hash, until) values ($1, $2)
         on conflict do nothing returning true`,
        [derive('used', value), new Date(now() + livesMs)],
      )
      return first.length > 0
    },
    clearCookie: cookieOf('', 0),
  }
}
