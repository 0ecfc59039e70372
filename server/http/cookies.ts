// Reads and writes cookies, and signs their values.
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

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

/** The first cookie of that name, which is the one with the longest path. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [given, ...value] = part.split('=')
    if (given?.trim() === name) return value.join('=').trim()
  }
  return null
}

export const sign = (value: string, key: KeyObject): string => `${value}.${signatureOf(value, key)}`

/** Null where the signature is wrong. */
export function readSigned(text: string | null, key: KeyObject): string | null {
  const dot = text?.lastIndexOf('.') ?? -1
  if (text === null || dot < 1) return null
  const value = text.slice(0, dot)
  const given = Buffer.from(text.slice(dot + 1))
  const wanted = Buffer.from(signatureOf(value, key))
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? value : null
}

const signatureOf = (value: string, key: KeyObject): string =>
  createHmac('sha256', key).update(value).digest('base64url')

/** Browsers accept a cookie with this prefix only over https. */
export const cookieName = (name: string, secure: boolean): string =>
  `${secure ? '__Secure-' : ''}tengrand.${name}`
