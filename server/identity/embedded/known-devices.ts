// Remembers on a device which accounts have signed in there, so that guesses made elsewhere cannot lock their owners out.
import { createHmac, randomBytes, type KeyObject } from 'node:crypto'

import { cookieName, readCookie, readSigned, sign, writeCookie } from '../../http/cookies.ts'
import type { Credentials } from './store.ts'

export interface KnownDevices {
  /** Whether it says so itself, be it with an old password: it knows that there is such an account. */
  readonly hasBeenIn: (header: string | undefined, email: string) => boolean
  /** The device's own number, if this account has been in on it since it has this password. */
  readonly find: (header: string | undefined, account: Credentials) => string | null
  /** The cookie that the device is sent home with. */
  readonly remember: (header: string | undefined, account: Credentials) => string
}

/** A computer may be shared; the accounts that used it last stay known. */
const accountsMax = 8
const yearSeconds = 365 * 86_400

export function createKnownDevices(key: KeyObject, secure: boolean): KnownDevices {
  const name = cookieName('device', secure)

  const read = (header: string | undefined) => {
    const [device, ...marks] = readSigned(readCookie(header, name), key)?.split('~') ?? []
    return device === undefined ? null : { device, marks }
  }

  const hashed = (...parts: (string | null)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 16)

  /** Stands for the account in the cookie without naming it. */
  const ownerOf = (email: string): string => hashed('account', email)

  /** With the password as it is stored: whoever was in with an old one has no more right to guess than a stranger. */
  const markOf = ({ id, email, password }: Credentials): string =>
    ownerOf(email) + hashed('password', id, password)

  return {
    hasBeenIn: (header, email) => {
      const owner = ownerOf(email)
      return read(header)?.marks.some((mark) => mark.startsWith(owner)) === true
    },
    find: (header, account) => {
      const known = read(header)
      return known?.marks.includes(markOf(account)) === true ? known.device : null
    },
    remember: (header, account) => {
      const known = read(header)
      const device = known?.device ?? randomBytes(12).toString('base64url')
      const owner = ownerOf(account.email)
      const others = (known?.marks ?? []).filter((mark) => !mark.startsWith(owner))
      const value = [device, markOf(account), ...others.slice(0, accountsMax - 1)].join('~')
      return writeCookie({
        name,
        value: sign(value, key),
        path: '/identity',
        maxAgeSeconds: yearSeconds,
        secure,
        httpOnly: true,
      })
    },
  }
}
