// The route that adds an email to the Pro waitlist, for installations without an external form.
import rateLimit from '@fastify/rate-limit'
import { api } from '@tengrand/contract/api.ts'
import { waitlistPath } from '@tengrand/contract/waitlist.ts'
import { parseEmail } from '@tengrand/core/email.ts'
import type { FastifyInstance } from 'fastify'

import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/handle.ts'
import { groupAddress } from '../http/address.ts'
import { refused, tooMany } from '../http/refusals.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import { joinWaitlist } from './store.ts'

export interface WaitlistDeps {
  readonly config: Pick<Config, 'proWaitlistUrl' | 'limits'>
  readonly db: Db
  readonly identify: Identify
  readonly now: () => number
  /** Locks an account against deletion; injected, because the account folder imports this one. */
  readonly holdAccount: (tx: Tx, id: number) => Promise<void>
}

export async function addWaitlistRoutes(app: FastifyInstance, deps: WaitlistDeps): Promise<void> {
  const { config, db, identify, now } = deps
  if (config.proWaitlistUrl !== waitlistPath) return
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false })
    // Counted by address, so that a script with many accounts cannot fill the list.
    const count = scope.createRateLimit({
      max: config.limits.waitlistPerTenMinutes,
      timeWindow: '10 minutes',
      keyGenerator: ({ ip }) => groupAddress(ip),
    })
    signedInRoute(scope, identify, api.joinWaitlist, async ({ caller, body }, request) => {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) {
        return tooMany({ retryAfterSeconds: counted.ttlInSeconds })
      }
      const email = parseEmail(body.email)
      if (email === null) return refused('invalid_email')
      // Waits for a concurrent deletion of the account, and then throws, so that no email is left behind.
      await db.transaction(async (tx) => {
        await deps.holdAccount(tx, caller.accountId)
        await joinWaitlist(tx, email, now())
      })
      return { email }
    })
  })
}
