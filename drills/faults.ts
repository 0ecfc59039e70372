// The faults of the faults drill: how each begins, how long it lasts, and how it ends.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Replay } from '../server/market/testing/replay-server.ts'
import { idleClients, openCrowd, slowClients, type Crowd } from './crowded-sockets.ts'
import type { Postgres } from './postgres.ts'
import { waitFor } from './programs.ts'

/** An installation of two nodes. */
export interface Site {
  readonly postgres: Postgres
  readonly addresses: readonly string[]
  /** Stands in for the provider of prices; null on the simulated market. */
  readonly replay: Replay | null
}

export interface Fault {
  readonly name: string
  readonly seconds: number
  readonly market: 'simulated' | 'provider'
  /** Returns what ends it. */
  readonly begin: (site: Site) => Promise<() => Promise<void>>
}

export const faults: readonly Fault[] = [
  {
    name: 'database gone',
    seconds: 60,
    market: 'simulated',
    begin: async ({ postgres: { machine } }) => {
      await machine.kill()
      return machine.start
    },
  },
  {
    name: 'database frozen',
    seconds: 20,
    market: 'simulated',
    begin: async ({ postgres: { machine } }) => {
      await machine.freeze()
      return machine.thaw
    },
  },
  { name: 'disk full', seconds: 30, market: 'simulated', begin: fillDisk },
  {
    name: '10,000 idle connections',
    seconds: 60,
    market: 'simulated',
    begin: ({ addresses }) => crowded(openCrowd(addresses, idleClients, 10_000), 10_000),
  },
  {
    name: '1,000 slow clients',
    seconds: 60,
    market: 'simulated',
    begin: ({ addresses }) => crowded(openCrowd(addresses, slowClients, 1_000), 1_000),
  },
  {
    name: 'provider hanging',
    seconds: 60,
    market: 'provider',
    begin: async ({ replay }) => {
      replay?.play('/', 'hang')
      return async () => replay?.play('/', 'ok')
    },
  },
]

/** Writes a file until the disk has no byte left. */
async function fillDisk({ postgres: { folder } }: Site): Promise<() => Promise<void>> {
  const file = join(folder, 'filler')
  const chunk = Buffer.alloc(1_048_576)
  await waitFor(
    'a full disk',
    async () => {
      const refusal = await writeFile(file, chunk, { flag: 'a' }).then(
        () => '',
        ({ code }: NodeJS.ErrnoException) => code,
      )
      return refusal === 'ENOSPC'
    },
    { everyMs: 0 },
  )
  return () => rm(file)
}

/** Nearly all are open at the same time; a node closes silent ones after 30 seconds, and they come again. */
async function crowded(crowd: Crowd, count: number): Promise<() => Promise<void>> {
  await waitFor(`${count} connections`, async () => crowd.open() >= 0.95 * count, { seconds: 30 })
  return async () => crowd.leave()
}
