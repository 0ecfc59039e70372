// Our own waitlist of Pro over HTTP, for installations that name no form of somebody else.
import rateLimit from '@fastify/rate-limit'
import { api } from '@tengrand/contract/api.ts'
import { waitlistPath } from '@tengrand/contract/waitlist.ts'
import { parseEmail } from '@tengrand/core/email.ts'
import type { FastifyInstance } from 'fastify'

import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/handle.ts'
import { groupAddress } from '../http/address.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import { joinWaitlist } from './store.ts'

export interface WaitlistDeps {
  readonly config: Pick<Config, 'proWaitlistUrl' | 'limits'>
  readonly db: Db
  readonly identify: Identify
  readonly now: () => number
  /** Keeps an account from being deleted; given, because deleting one imports this folder. */
  readonly holdAccount: (tx: Tx, id: number) => Promise<void>
}

export async function addWaitlistRoutes(app: FastifyInstance, deps: WaitlistDeps): Promise<void> {
  if (deps.config.proWaitlistUrl !== waitlistPath) return
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false })
    addJoin(scope, deps)
  })
}

function addJoin(scope: FastifyInstance, deps: WaitlistDeps): void {
  const { config, db, identify, now } = deps
  // By address, because the email may be any: the list must not be filled by program, from however many accounts.
  const count = scope.createRateLimit({
    max: config.limits.waitlistPerTenMinutes,
    timeWindow: '10 minutes',
    keyGenerator: ({ ip }) => groupAddress(ip),
  })
  signedInRoute(scope, identify, api.joinWaitlist, async ({ caller, body }, request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) {
      const { ttlInSeconds: retryAfterSeconds } = counted
      return { refusal: { code: 'too_many_requests', retryAfterSeconds } }
    }
    const email = parseEmail(body.email)
    if (email === null) return { refusal: { code: 'invalid_email' } }
    // Of an account that is being deleted no email is left behind: this waits for the end, and finds no account.
    await db.transaction(async (tx) => {
      await deps.holdAccount(tx, caller.accountId)
      await joinWaitlist(tx, email, now())
    })
    return { email }
  })
}
