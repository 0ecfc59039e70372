// A database handle that tests use in turn. Extra connections, for listening or for separate pools, stay open for the
// next test, because connecting and planning takes longer than most tests.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '../db/handle.ts'

export interface LastingDb {
  readonly db: Db
  /** Returns a handle for one test, valid until `refuse`. */
  lend(): Db
  /** Whether the last test has released all connections; `sessions` is the number of PostgreSQL sessions. */
  isFree(sessions: number): boolean
  /** Waits until all notifications have arrived, so that the next test does not get them. False on a timeout. */
  hearAll(): Promise<boolean>
  close(): Promise<void>
}

type OnMessage = (message: string) => void

interface Channel {
  readonly hearers: Set<OnMessage>
  readonly opening: ReturnType<Db['listen']>
}

interface Apart {
  readonly connectionsMax: number
  readonly pool: Db
  isLent: boolean
}

export function createLastingDb(db: Db): LastingDb {
  const apart: Apart[] = []
  const channels = new Map<string, Channel>()
  const pools = (): Db[] => [db, ...apart.map(({ pool }) => pool)]

  function lendApart(connectionsMax: number): Db {
    const isFit = (other: Apart) => !other.isLent && other.connectionsMax === connectionsMax
    const found = apart.find(isFit) ?? addApart(connectionsMax)
    found.isLent = true
    const lent: Db = {
      ...found.pool,
      close: async () => {
        refuse(lent)
        found.isLent = false
      },
    }
    return lent
  }

  function addApart(connectionsMax: number): Apart {
    const added = { connectionsMax, pool: db.apart(connectionsMax), isLent: false }
    apart.push(added)
    return added
  }

  async function listen(name: string, onMessage: OnMessage) {
    const { hearers, opening } = channels.get(name) ?? addChannel(name)
    await opening
    hearers.add(onMessage)
    return { close: async () => void hearers.delete(onMessage) }
  }

  function addChannel(name: string): Channel {
    const hearers = new Set<OnMessage>()
    const opening = db.listen(name, (message) => hearers.forEach((onMessage) => onMessage(message)))
    const added = { hearers, opening }
    channels.set(name, added)
    return added
  }

  async function hear(name: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const last = randomUUID()
    const hearing = await listen(name, (message) => message === last && resolve())
    await db.query('select pg_notify($1, $2)', [name, last])
    await promise
    await hearing.close()
  }

  return {
    db,
    lend: () => ({ ...db, apart: lendApart, direct: lendApart, listen }),
    isFree: (sessions) => {
      const uses = pools().map((pool) => pool.usage())
      const idle = uses.reduce((sum, use) => sum + use.idle, channels.size)
      return (
        apart.every(({ isLent }) => !isLent) &&
        [...channels.values()].every(({ hearers }) => hearers.size === 0) &&
        uses.every(({ busy, waiting }) => busy + waiting === 0) &&
        sessions <= Math.max(idle, 1)
      )
    },
    hearAll: () => {
      const all = Promise.all(Array.from(channels.keys(), hear))
      return Promise.race([all.then(() => true), sleep(1_000, false, { ref: false })])
    },
    close: async () => {
      // Closes the others even if one could not be opened.
      await Promise.allSettled(
        Array.from(channels.values(), async ({ opening }) => (await opening).close()),
      )
      await Promise.all(pools().map((pool) => pool.close()))
    },
  }
}

/** Disables a lent handle, so that leftover work of a test cannot affect the next one. */
export function refuse(lent: Db): void {
  for (const name of ['query', 'transaction', 'copying', 'listen', 'tryLock'] as const) {
    lent[name] = () => Promise.reject(new Error('The test that had this database is over.'))
  }
}
