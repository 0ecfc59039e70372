// The learner's own account over HTTP.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import type { Db } from '../db.ts'
import { signedInRoute, type Identify } from '../route.ts'
import { readAccount } from './store.ts'

export interface AccountDoors {
  readonly db: Db
  readonly identify: Identify
}

export function addAccountRoutes(app: FastifyInstance, { db, identify }: AccountDoors): void {
  signedInRoute(app, identify, api.account, async ({ caller }) => {
    const { displayName, publicId, createdAt } = await readAccount(db, caller.accountId)
    return {
      email: caller.email,
      display_name: displayName,
      user_id: publicId,
      created_at: createdAt.toISOString(),
    }
  })
}
