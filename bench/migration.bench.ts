// How long the step from accounts with positions to portfolios takes, for 100,000 people with a million trades, and whether anything
// is another one after it. `npm run bench migration 2000` takes fewer people.
import { deepStrictEqual } from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { report } from '../server/audit.ts'
import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Db } from '../server/db/handle.ts'
import { migrate } from '../server/db/migrate.ts'
import { pointsAfter, pointsBefore } from './old-points.ts'
import { fillOldWorld, migrateToBefore } from './old-world.ts'

type Say = (line: string) => void

const peopleMax = 100_000
const histories = 200

export default async function measure(say: Say, [people]: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  const db = openDb(postgres.connection, { unlimited: true })
  try {
    await measureMigration(db, Number(people ?? peopleMax), say)
  } finally {
    await db.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}

async function measureMigration(db: Db, people: number, say: Say): Promise<void> {
  const now = Date.now()
  await migrateToBefore(db)
  await fillOldWorld(db, people, now)
  const [made] = await db.query<Record<string, number>>(
    `select (select count(*) from account) as accounts, (select count(*) from position) as positions,
       count(*) filter (where type <> 'SPLIT') as trades, count(*) filter (where type = 'SPLIT') as splits from trade`,
  )
  say(`before: ${JSON.stringify(made)}, ${await size(db)}`)
  await keepBefore(db)
  const sample = Array.from({ length: histories }, (_, n) => 1 + ((n * 7_919) % people))
  const before = new Map<number, unknown>()
  for (const id of sample) before.set(id, await pointsBefore(db, id, now))
  const from = performance.now()
  const applied = await migrate(db)
  say(
    `${applied.join(', ')} took ${((performance.now() - from) / 1000).toFixed(1)} s, ${await size(db)}`,
  )
  await compareKept(db, say)
  for (const [id, points] of before) deepStrictEqual(await pointsAfter(db, id, now), points)
  say(`value histories of ${before.size} people, point by point: the same`)
  const audited = await report({ db, fix: false, say, showProgress: () => undefined })
  if (audited !== 0) throw new Error('The audit has found differences.')
}

async function size(db: Db): Promise<string> {
  const [row] = await db.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return row?.size ?? ''
}

/** Beside the tables that the migration changes. */
const keepBefore = (db: Db) =>
  db.query(`
    create schema before;
    create table before.account as select * from account;
    create table before.position as select * from position where quantity > 0`)

/** Every balance and every position, to the cent. */
async function compareKept(db: Db, say: Say): Promise<void> {
  const [row] = await db.query<{ accounts: number; positions: number }>(
    `select (
       select count(*) from before.account a full join portfolio p on p.account_id = a.id
       where (p.id, p.cash_cents, p.opened_at, p.first_trade_at, p.last_trade_at, p.splits_through, p.email_verified)
         is distinct from
         (a.id, a.cash_cents, a.created_at, a.first_trade_at, a.last_trade_at, a.splits_through, a.email_verified)
     ) as accounts, (
       select count(*) from before.position b full join (
         select account_id, stock, quantity, cost
         from portfolio, unnest(shares, cost_cents) with ordinality as held (quantity, cost, stock)
         where quantity > 0 or cost > 0
       ) as now on now.account_id = b.account_id and stock = ticker_id
       where (now.quantity, now.cost) is distinct from (b.quantity, b.cost_cents)
     ) as positions`,
  )
  say(`balances that differ: ${row?.accounts}, positions that differ: ${row?.positions}`)
  if (row?.accounts !== 0 || row.positions !== 0)
    throw new Error('The migration has changed something.')
}
