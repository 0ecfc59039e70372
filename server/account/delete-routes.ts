// The end of an account over HTTP: what is kept of somebody as a file, and the deletion of all of it.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { signedInDownload } from '../http/redirects-and-downloads.ts'
import { signedInRoute, type Caller, type Identify, type Refused } from '../http/route.ts'
import type { Identity } from '../identity/identity.ts'
import { noAccount } from '../log.ts'
import type { KeyFor } from '../secret.ts'
import { readDataSnapshot, writeData } from './data.ts'
import { deleteAccount } from './delete.ts'
import type { KnownAccounts } from './known-accounts.ts'
import { createPersonHashes } from './person-hashes.ts'
import { readSubject } from './store.ts'

export interface DeleteDeps {
  readonly db: Db
  readonly identify: Identify
  readonly identity: Pick<Identity, 'signIns'>
  readonly known: KnownAccounts
  readonly keyFor: KeyFor
  readonly verifyEmail: boolean
  readonly now: () => number
}

/** So long after a sign-in nobody is asked again who they are. */
const freshMs = 600_000

const deletionsAtOnce = 2

export function addDeleteRoutes(app: FastifyInstance, deps: DeleteDeps): void {
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
  { db, identity, now }: DeleteDeps,
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
