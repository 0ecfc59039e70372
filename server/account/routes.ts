// The learner's own account over HTTP: its name, what is kept of it as a file, and the deletion of all of it.
import { api } from '@tengrand/contract/api.ts'
import { parseDisplayName } from '@tengrand/core/display-name.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { signedInRoute, type Caller, type Identify, type Refused } from '../http/route.ts'
import { createThrottle } from '../http/throttle.ts'
import { signedInDownload } from '../http/redirects-and-downloads.ts'
import type { Identity } from '../identity/identity.ts'
import { noAccount } from '../log.ts'
import type { KeyFor } from '../secret.ts'
import { nameChanges, renameKey, changeName, readAccount, readSubject } from './store.ts'
import { readDataSnapshot, writeData } from './data.ts'
import { deleteAccount } from './delete.ts'
import type { KnownAccounts } from './account-cache.ts'
import { createPersonHashes } from './person-hashes.ts'

export interface AccountDeps {
  readonly db: Db
  readonly identify: Identify
  readonly identity: Pick<Identity, 'signIns'>
  readonly known: KnownAccounts
  readonly keyFor: KeyFor
  readonly verifyEmail: boolean
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

  addEndRoutes(app, deps)
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

/** A session without a password may delete its account for this long after the sign-in. */
const freshMs = 600_000

const deletionsAtOnce = 2

function addEndRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, identify, identity, known, keyFor, verifyEmail, now } = deps
  const hashes = createPersonHashes(keyFor)
  // Deletions wait for a ranking that is being made: with connections of their own, nothing else waits with them.
  const apart = db.apart(deletionsAtOnce)
  app.addHook('onClose', () => apart.close())

  signedInDownload(app, identify, api.accountData, async ({ caller }) => {
    const asked = { ...caller, hashes, verifyEmail, at: now() }
    const data = await db.transaction((tx) => readDataSnapshot(tx, asked), { snapshot: true })
    return { text: writeData(db, data), filename: 'tengrand-data.json' }
  })

  signedInRoute(app, identify, api.deleteAccount, async ({ caller, body }, request, reply) => {
    const { accountId, email } = caller
    const refused = await whyNotNow(deps, caller, body.password)
    if (refused !== null) return refused
    const ended = await apart.transaction((tx) => deleteAccount(tx, deps, { accountId, email }))
    // The others hear of it; here nothing goes on, and nothing is logged under the account, from this moment on.
    known.forget(accountId)
    request.account = noAccount
    identity.signIns?.ended(ended)
    if (identity.signIns !== null) {
      void reply.header('set-cookie', identity.signIns.clearCookies())
    }
    return { deleted: true as const }
  })
}

/** A session alone may be stolen: it takes the password, or a sign-in of a moment ago where there is none. */
async function whyNotNow(
  { db, identity, now }: AccountDeps,
  { accountId, sessionId, signedInAt }: Caller,
  password: string | undefined,
): Promise<Refused | null> {
  const { signIns } = identity
  if (signIns !== null && sessionId !== null) {
    const subject = await readSubject(db, accountId)
    const checked = await signIns.checkPassword({ subject, sessionId, password })
    if (typeof checked === 'object') return checked
    if (checked === 'right') return null
  }
  return now() - signedInAt > freshMs ? { refusal: { code: 'sign_in_again' } } : null
}
