// An installation for drills: PostgreSQL on a small disk and two nodes, with simulated prices or those of a provider.
import { join } from 'node:path'

import { openDb } from '../server/db/handle.ts'
import { envOf, startReplay, type Replay } from '../server/market/testing/replay-server.ts'
import { clockOverride, shiftBy } from '../server/testing/clock-override.ts'
import type { Site } from './faults.ts'
import { freePort, startNode } from './nodes.ts'
import { startPostgres, type Postgres } from './postgres.ts'

/** Small, so that it is soon filled; PostgreSQL recycles its log within it. */
const diskMegabytes = 600
const settings = { max_wal_size: '128MB', min_wal_size: '64MB' }
/** A Thursday, at 11 in the morning in New York, in the days that the stand-in knows. */
const tradingHour = Date.parse('2026-08-06T15:00:00Z')

export async function startSite(
  closing: AsyncDisposableStack,
  folder: string,
  market: 'simulated' | 'provider',
): Promise<Site> {
  const postgres = await startPostgres(closing, { folder, settings, diskMegabytes })
  const replay = market === 'provider' ? await startProvider(closing, postgres) : null
  const env = {
    DATABASE_URL: postgres.url,
    ...(replay === null ? {} : envOf(replay, 'alpaca')),
  }
  const addresses: string[] = []
  for (const name of ['a', 'b']) {
    const port = await freePort()
    const node = await startNode(closing, { folder: join(`${folder}-nodes`, name), port, env })
    addresses.push(node.address)
  }
  return { postgres, addresses, replay }
}

/** The clock of the database and that of the stand-in show a trading hour, and go on from there. */
async function startProvider(
  closing: AsyncDisposableStack,
  { connection }: Postgres,
): Promise<Replay> {
  const replay = await startReplay()
  closing.defer(() => replay.close())
  const behindMs = Date.now() - tradingHour
  const tick = setInterval(() => (replay.now = Date.now() - behindMs), 100)
  closing.defer(() => clearInterval(tick))
  const db = openDb(connection)
  for (const statement of clockOverride(connection.database)) await db.query(statement)
  await db.query(shiftBy(-behindMs / 1_000))
  await db.close()
  return replay
}
