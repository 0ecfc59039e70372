// The accounts of people who are calling, kept for as long as their tokens are, and forgotten on every node when they change.
import type { Db, Tx } from '../db/handle.ts'

interface KnownAccount {
  readonly id: number
  /** The one that others see, and that stands in the log. */
  readonly publicId: string
  readonly isLocked: boolean
}

export interface KnownAccounts {
  /** What was read from the database, with the number of the moment before that. */
  readonly note: (account: KnownAccount, moment: number) => Kept
  readonly moment: () => number
  /** False once the account was deleted, locked or unlocked, since it was read. */
  readonly isCurrent: (kept: Kept) => boolean
  /** At once on this node; the others hear of it. */
  readonly forget: (id: number) => void
  readonly close: () => Promise<void>
}

export interface Kept extends KnownAccount {
  readonly moment: number
}

/** Words on it are heard when the transaction that says them is committed: the number of an account that has changed. */
const changedAccounts = 'tengrand_changed_accounts'

/** Inside the transaction that deletes an account, or changes what its owner may do. */
export async function tellOfAccount(tx: Tx, id: number): Promise<void> {
  await tx.query(`select pg_notify('${changedAccounts}', $1)`, [String(id)])
}

/** After so many, all are read anew, rather than to remember more. */
const changedMax = 10_000

export async function openKnownAccounts(db: Pick<Db, 'listen'>): Promise<KnownAccounts> {
  const changed = new Map<number, number>()
  let moment = 0
  let oldest = 0

  function forgetAll(): void {
    oldest = moment += 1
    changed.clear()
  }

  function forget(id: number): void {
    if (changed.size >= changedMax) return forgetAll()
    changed.set(id, (moment += 1))
  }

  const hearing = await db.listen(changedAccounts, (id) => {
    // After a reconnection something may have been missed.
    if (id === '') forgetAll()
    else forget(Number(id))
  })
  return {
    // A look-up that was under way when the account changed has the number of a moment before, and is not believed.
    note: (account, before) => ({ ...account, moment: before }),
    moment: () => moment,
    isCurrent: ({ id, moment: read }) => read >= oldest && read >= (changed.get(id) ?? 0),
    forget,
    close: () => hearing.close(),
  }
}
