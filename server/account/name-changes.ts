// How often a name may be changed.
import { createSecretKey } from 'node:crypto'

import type { Limit } from '../http/throttle.ts'

/** Of numbers of accounts, which are no secret: the same on every node, whichever provider signs people in. */
export const renameKey = createSecretKey('names of accounts', 'utf8')

/** The others shall be able to tell who is who. */
export const nameChanges = (accountId: number): Limit => ({
  what: 'names of an account',
  most: 10,
  seconds: 86_400,
  parts: [String(accountId)],
})
