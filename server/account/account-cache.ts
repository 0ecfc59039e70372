// Invalidates the cached accounts of callers: every node drops a cached account when any node changes or deletes it.
import type { Db, Tx } from '../db/handle.ts'

export interface CachedAccount {
  readonly id: number
  /** The id that other people see and that the log has. */
  readonly publicId: string
  readonly isLocked: boolean
  /** The version of the cache before the account was read. */
  readonly version: number
}

export type AccountCache = Awaited<ReturnType<typeof openAccountCache>>

/** The channel of changed account ids; notifications arrive when their transaction is committed. */
const changedAccounts = 'tengrand_changed_accounts'

/** Called inside the transaction that deletes an account, or changes what its owner may do. */
export async function notifyAccountChange(tx: Tx, id: number): Promise<void> {
  await tx.query(`select pg_notify('${changedAccounts}', $1)`, [String(id)])
}

/** Above this number of changes the whole cache is dropped, which bounds the memory. */
const changedMax = 10_000

export async function openAccountCache(db: Pick<Db, 'listen'>) {
  const changed = new Map<number, number>()
  let version = 0
  let oldest = 0

  function forgetAll(): void {
    oldest = version += 1
    changed.clear()
  }

  function forget(id: number): void {
    if (changed.size >= changedMax) return forgetAll()
    changed.set(id, (version += 1))
  }

  const listener = await db.listen(changedAccounts, (id) => {
    // An empty id follows a reconnection: notifications may be missing.
    if (id === '') forgetAll()
    else forget(Number(id))
  })
  return {
    /** To be read before the account, so that a query during a change of the account gets an outdated version. */
    version: (): number => version,
    /** False once the account was deleted, locked or unlocked since it was read. */
    isCurrent: (cached: Pick<CachedAccount, 'id' | 'version'>): boolean =>
      cached.version >= oldest && cached.version >= (changed.get(cached.id) ?? 0),
    /** Drops the account on this node at once, without waiting for the notification. */
    forget,
    close: (): Promise<void> => listener.close(),
  }
}
