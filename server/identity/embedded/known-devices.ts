// Remembers in a signed cookie which accounts have signed in on a device, so that guesses elsewhere cannot lock out their owners.
import { createHmac, randomBytes, type KeyObject } from 'node:crypto'

import { cookieName, readCookie, readSigned, sign, writeCookie } from '../../http/cookies.ts'
import type { Credentials } from './store.ts'

/** A shared computer remembers this many accounts, the most recent ones. */
const accountsMax = 8
const yearSeconds = 365 * 86_400

export type KnownDevices = ReturnType<typeof createKnownDevices>

export function createKnownDevices(key: KeyObject, secure: boolean) {
  const name = cookieName('device', secure)

  const read = (header: string | undefined) => {
    const [device, ...marks] = readSigned(readCookie(header, name), key)?.split('~') ?? []
    return device === undefined ? null : { device, marks }
  }

  const hashed = (...parts: (string | null)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 16)

  const ownerOf = (email: string): string => hashed('account', email)

  /** Includes the stored password: after a change of the password the device counts as unknown. */
  const markOf = ({ id, email, password }: Credentials): string =>
    ownerOf(email) + hashed('password', id, password)

  return {
    /** The account has signed in on the device, possibly with an older password. */
    hasBeenIn: (header: string | undefined, email: string): boolean => {
      const owner = ownerOf(email)
      return read(header)?.marks.some((mark) => mark.startsWith(owner)) === true
    },
    /** The id of the device; null unless the account has signed in on it with its present password. */
    find: (header: string | undefined, account: Credentials): string | null => {
      const known = read(header)
      return known?.marks.includes(markOf(account)) === true ? known.device : null
    },
    /** The cookie to set. */
    remember: (header: string | undefined, account: Credentials): string => {
      const known = read(header)
      const device = known?.device ?? randomBytes(12).toString('base64url')
      const owner = ownerOf(account.email)
      const others = (known?.marks ?? []).filter((mark) => !mark.startsWith(owner))
      const value = [device, markOf(account), ...others.slice(0, accountsMax - 1)].join('~')
      const options = { path: '/identity', maxAgeSeconds: yearSeconds, secure, httpOnly: true }
      return writeCookie({ name, value: sign(value, key), ...options })
    },
  }
}
