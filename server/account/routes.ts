// Routes of the caller's account: reading it, renaming, export and deletion.
import { api } from '@tengrand/contract/api.ts'
import { parseDisplayName } from '@tengrand/core/display-name.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { signedInRoute, type Caller, type Identify, type Refused } from '../http/route.ts'
import { refused } from '../http/refusals.ts'
import { createThrottle } from '../http/throttle.ts'
import { signedInDownload } from '../http/redirects-and-downloads.ts'
import type { Identity } from '../identity/identity.ts'
import { noAccount } from '../log.ts'
import type { KeyFor } from '../secret.ts'
import { nameChanges, renameKey, changeName, readAccount } from './store.ts'
import { readDataSnapshot, writeData } from './data.ts'
import { deleteAccount } from './delete.ts'
import type { AccountCache } from './account-cache.ts'
import { createPersonHashes } from './deleted-accounts.ts'

export interface AccountDeps {
  readonly db: Db
  readonly identify: Identify
  readonly identity: Pick<Identity, 'signIns'>
  readonly cache: AccountCache
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
    const reserved = await throttle.reserve(nameChanges(caller.accountId))
    if ('retryAfterSeconds' in reserved) {
      return { refusal: { code: 'too_many_requests', of: 'names', ...reserved } }
    }
    if (await changeName(db, caller.accountId, parsed.name)) return accountOnWire(db, caller)
    await reserved.release()
    // Throws where the account has been deleted.
    await readAccount(db, caller.accountId)
    return refused('name_taken')
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

/** An account without a password can be deleted for this long after the sign-in. */
const freshMs = 600_000

const deletionsAtOnce = 2

function addEndRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, identify, identity, cache, keyFor, verifyEmail, now } = deps
  const hashes = createPersonHashes(keyFor)
  // Deletions wait for a ranking job: they have their own connections, so that no other call waits with them.
  const apart = db.apart(deletionsAtOnce)
  app.addHook('onClose', () => apart.close())

  signedInDownload(app, identify, api.accountData, async ({ caller }) => {
    const asked = { ...caller, hashes, verifyEmail, at: now() }
    const data = await db.transaction((tx) => readDataSnapshot(tx, asked), { snapshot: true })
    return { text: writeData(db, data), filename: 'tengrand-data.json' }
  })

  signedInRoute(app, identify, api.deleteAccount, async ({ caller, body }, request, reply) => {
    const { accountId, email } = caller
    const refusal = await confirmDeletion(deps, caller, body.password)
    if (refusal !== null) return refusal
    const ended = await apart.transaction((tx) => deleteAccount(tx, deps, { accountId, email }))
    // This node drops the account at once; the other nodes are notified.
    cache.forget(accountId)
    request.account = noAccount
    identity.signIns?.ended(ended)
    if (identity.signIns !== null) {
      void reply.header('set-cookie', identity.signIns.clearCookies())
    }
    return { deleted: true as const }
  })
}

/** Requires the password, or a recent sign-in where there is none, because a session may be stolen. */
async function confirmDeletion(
  { db, identity, now }: AccountDeps,
  { accountId, sessionId, signedInAt }: Caller,
  password: string | undefined,
): Promise<Refused | null> {
  const { signIns } = identity
  if (signIns !== null && sessionId !== null) {
    const { subject } = await readAccount(db, accountId)
    const checked = await signIns.checkPassword({ subject, sessionId, password })
    if (typeof checked === 'object') return checked
    if (checked === 'right') return null
  }
  return now() - signedInAt > freshMs ? refused('sign_in_again') : null
}
