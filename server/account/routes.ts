// The learner's own account over HTTP.
import { api } from '@tengrand/contract/api.ts'
import { parseDisplayName } from '@tengrand/core/display-name.ts'
import type { FastifyInstance } from 'fastify'

import type { Db } from '../db.ts'
import { signedInRoute, type Caller, type Identify } from '../route.ts'
import { changeName, readAccount } from './store.ts'

export interface AccountDoors {
  readonly db: Db
  readonly identify: Identify
}

export function addAccountRoutes(app: FastifyInstance, { db, identify }: AccountDoors): void {
  signedInRoute(app, identify, api.account, ({ caller }) => accountOnWire(db, caller))

  signedInRoute(app, identify, api.changeName, async ({ caller, body }) => {
    const parsed = parseDisplayName(body.display_name)
    if ('fault' in parsed) {
      return { refusal: { code: 'invalid_name', isReserved: parsed.fault === 'reserved' } }
    }
    const isChanged = await changeName(db, caller.accountId, parsed.name)
    return isChanged ? accountOnWire(db, caller) : { refusal: { code: 'name_taken' } }
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
