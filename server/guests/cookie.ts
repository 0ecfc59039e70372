// The cookies by which a browser finds its guests again, one for each lesson. The session cookie goes to other addresses,
// and ends with a sign-out.
import { createHmac } from 'node:crypto'

import { parseCode } from '@tengrand/core/league.ts'

import { cookieName, readSigned, sign, writeCookie } from '../http/cookies.ts'
import type { GuestSessions } from '../identity/identity.ts'

type Keys = Pick<GuestSessions, 'cookieKey' | 'secure'>

const maxAgeSeconds = 30 * 86_400
const nameOf = (league: string, secure: boolean): string => cookieName(`guest.${league}`, secure)

const write = ({ secure }: Keys, league: string, value: string, seconds: number): string =>
  writeCookie({
    name: nameOf(league, secure),
    value,
    path: '/api',
    maxAgeSeconds: seconds,
    secure,
    httpOnly: true,
  })

/** `league` is the public id. */
export const writeGuestCookie = (keys: Keys, league: string, subject: string): string =>
  write(keys, league, sign(subject, keys.cookieKey), maxAgeSeconds)

export const clearGuestCookie = (keys: Keys, league: string): string => write(keys, league, '', 0)

/** The subjects of the guests of a browser; that of one lesson, if it is given. */
export function readGuestCookies(keys: Keys, header: string | undefined, league = ''): string[] {
  const prefix = nameOf(league, keys.secure)
  return (header ?? '').split(';').flatMap((part) => {
    const [name = '', ...value] = part.trim().split('=')
    return name.startsWith(prefix) ? (readSigned(value.join('='), keys.cookieKey) ?? []) : []
  })
}

/** The same for each retry of a request, so that a retry finds the guest whose answer was lost; another in each lesson. */
export const subjectOf = ({ cookieKey }: Keys, idempotencyKey: string, code: string): string =>
  createHmac('sha256', cookieKey)
    .update(`subject ${idempotencyKey} ${parseCode(code)}`)
    .digest('base64url')
    .slice(0, 32)
