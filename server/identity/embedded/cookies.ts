// The cookies of the provider: the session's, the hint that there is one, and signed values in general.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAgeSeconds: number
  readonly secure: boolean
  readonly httpOnly: boolean
}

export const writeCookie = (cookie: Cookie): string =>
  [
    `${cookie.name}=${cookie.value}`,
    `Path=${cookie.path}`,
    `Max-Age=${cookie.maxAgeSeconds}`,
    'SameSite=Lax',
    ...(cookie.secure ? ['Secure'] : []),
    ...(cookie.httpOnly ? ['HttpOnly'] : []),
  ].join('; ')

/** The first of that name, which is the one with the longest path. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [given, ...value] = part.split('=')
    if (given?.trim() === name) return value.join('=').trim()
  }
  return null
}

/** A value that only this installation can have written. */
export const sign = (value: string, key: Buffer): string => `${value}.${signatureOf(value, key)}`

export function readSigned(text: string | null, key: Buffer): string | null {
  const dot = text?.lastIndexOf('.') ?? -1
  if (text === null || dot < 1) return null
  const value = text.slice(0, dot)
  const given = Buffer.from(text.slice(dot + 1))
  const wanted = Buffer.from(signatureOf(value, key))
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? value : null
}

const signatureOf = (value: string, key: Buffer): string =>
  createHmac('sha256', key).update(value).digest('base64url')

export interface SessionCookies {
  readonly tokenOf: (header: string | undefined) => string | null
  /** Whether the browser believes that it has a session. */
  readonly isHinted: (header: string | undefined) => boolean
  readonly set: (token: string) => string[]
  readonly clear: () => string[]
}

export interface SessionCookieOptions {
  readonly secure: boolean
  readonly key: Buffer
  readonly seconds: number
}

/** The session's is for this provider alone; the hint is no secret and tells the web app that asking is worth it. */
export function sessionCookies({ secure, key, seconds }: SessionCookieOptions): SessionCookies {
  const name = nameOf('session', secure)
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
    tokenOf: (header) => readSigned(readCookie(header, name), key),
    isHinted: (header) =>
      readCookie(header, name) !== null || readCookie(header, hintName) !== null,
    set: (token) => both(sign(token, key), '1', seconds),
    clear: () => both('', '', 0),
  }
}

/** Browsers take a name with this prefix only over https. */
export const nameOf = (name: string, secure: boolean): string =>
  `${secure ? '__Secure-' : ''}tengrand.${name}`
