// The learner's own account over HTTP.
import { api } from '@tengrand/contract/api.ts'
import { parseDisplayName } from '@tengrand/core/display-name.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { signedInRoute, type Caller, type Identify } from '../http/route.ts'
import { createThrottle } from '../http/throttle.ts'
import { nameChanges, renameKey } from './name-changes.ts'
import { changeName, readAccount } from './store.ts'

export interface AccountDeps {
  readonly db: Db
  readonly identify: Identify
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

export function addAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, identify } = deps
  const throttle = createThrottle({ ...deps, key: renameKey })
  signedInRoute(app, identify, api.account, ({ caller }) => accountOnWire(db, caller))

  signedInRoute(app, identify, api.changeName, async ({ caller, body }) => {
    const parsed = parseDisplayName(body.display_name)
    if ('fault' in parsed) {
      return { refusal: { code: 'invalid_name', isReserved: parsed.fault === 'reserved' } }
    }
    const place = await throttle.reserve(nameChanges(caller.accountId))
    if ('retryAfterSeconds' in place) {
      return { refusal: { code: 'too_many_requests', of: 'names', ...place } }
    }
    if (await changeName(db, caller.accountId, parsed.name)) return accountOnWire(db, caller)
    await place.release()
    // Where there is no account any more, no name was taken either.
    await readAccount(db, caller.accountId)
    return { refusal: { code: 'name_taken' } }
  })
}

async function accountOnWire(db: Db, { accountId, email }: Caller) {
  const { displayName, publicId, createdAt } = await readAccount(db, accountId)
  return {
    email,
    display_name: displayName,
    user_id: publicId,
    created_at: createdAt.toISOString(),
  }
}
