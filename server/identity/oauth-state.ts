// The state of a sign-in that goes on at another issuer: in a cookie of the browser that went there, and good once.
import { createHmac, randomBytes, type KeyObject } from 'node:crypto'

import { cookieName, readCookie, readSigned, sign, writeCookie } from '../http/cookies.ts'
import type { IdentityDeps } from './identity.ts'

export interface OAuthStates {
  /** What is carried along comes back with the browser. */
  readonly begin: (carried: string) => { readonly state: OAuthState; readonly setCookie: string }
  /** Null where this browser was not sent away, or too long ago. */
  readonly find: (cookies: string | undefined) => OAuthState | null
  /** True the first time, on whichever node. A thief may have kept the cookie that the browser has thrown away. */
  readonly useUp: (state: OAuthState) => Promise<boolean>
  readonly clearCookie: string
}

/** Nonce and verifier follow from the value, so that nothing else needs to be kept. */
export interface OAuthState {
  readonly value: string
  readonly carried: string
  readonly nonce: string
  readonly verifier: string
}

type StateDeps = Pick<IdentityDeps, 'db' | 'now'> & { readonly key: KeyObject; secure: boolean }

/** Nobody takes longer to choose an account and type a password. */
const livesMs = 600_000

/** In a cookie, so that strangers cannot fill the database. */
export function createOAuthStates({ db, key, secure, now }: StateDeps): OAuthStates {
  // The stricter prefix, so that no neighboring site below the same domain can plant a state of its own.
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
    begin: (carried) => {
      const value = randomBytes(32).toString('base64url')
      const signed = sign([value, carried, now() + livesMs].join('~'), key)
      return { state: stateOf(value, carried), setCookie: cookieOf(signed, livesMs / 1000) }
    },
    find: (cookies) => {
      const kept = readSigned(readCookie(cookies, name), key)?.split('~') ?? []
      const [value = '', carried = '', until] = kept
      return now() < Number(until) ? stateOf(value, carried) : null
    },
    useUp: async ({ value }) => {
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
