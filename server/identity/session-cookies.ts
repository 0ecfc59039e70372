// The cookies of a session: its own, which no script can read, and the hint that there is one.
import type { KeyObject } from 'node:crypto'

import { cookieName, readCookie, readSigned, sign, writeCookie } from '../http/cookies.ts'

export interface SessionCookies {
  readonly secretOf: (header: string | undefined) => string | null
  /** Whether the browser believes that it has a session. */
  readonly isHinted: (header: string | undefined) => boolean
  readonly set: (secret: string) => string[]
  readonly clear: () => string[]
}

export interface SessionCookieOptions {
  readonly secure: boolean
  readonly key: KeyObject
  readonly seconds: number
}

/** The session's is for this provider alone; the hint is no secret and tells the web app that asking is worth it. */
export function sessionCookies({ secure, key, seconds }: SessionCookieOptions): SessionCookies {
  const name = cookieName('session', secure)
  const hintName = 'tengrand_session'
  const both = (value: string, hint: string, maxAgeSeconds: number): string[] => [
    writeCookie({ name, value, path: '/identity', maxAgeSeconds, secure, httpOnly: true }),
    writeCookie({
      name: hintName,
      value: hint,
      path: '/',
      maxAgeSeconds,
      secure,
      httpOnly: false,
    }),
  ]
  return {
    secretOf: (header) => readSigned(readCookie(header, name), key),
    isHinted: (header) =>
      readCookie(header, name) !== null || readCookie(header, hintName) !== null,
    set: (secret) => both(sign(secret, key), '1', seconds),
    clear: () => both('', '', 0),
  }
}
