// A database as the version before portfolios has left it: its migrations, its tables, and people with their trades in them.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { dayOf, startOfDay } from '@tengrand/core/day.ts'

import type { Db } from '../server/db/handle.ts'
import { migrate } from '../server/db/migrate.ts'
import type { OldSplit } from './old-books.ts'
import { oldLife, type OldLife } from './old-lives.ts'

const migrations = join(import.meta.dirname, '../server/db/migrations')
const firstNew = '0016'
const dayMs = 86_400_000
const peopleAtOnce = 1_000

/** Runs the migrations before portfolios. */
export async function migrateToBefore(db: Db): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-migrations-'))
  try {
    for (const name of await readdir(migrations)) {
      if (name < firstNew) await copyFile(join(migrations, name), join(folder, name))
    }
    await migrate(db, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** One that gives shares, one that leaves parts of them, and one that takes most of them. */
function splitsUntil(now: number): OldSplit[] {
  const startOf = (daysAgo: number): number => startOfDay(dayOf(now - daysAgo * dayMs))
  return [
    { stock: 7, at: startOf(300), numerator: 10, denominator: 1 },
    { stock: 5, at: startOf(200), numerator: 3, denominator: 2 },
    { stock: 10, at: startOf(100), numerator: 1, denominator: 8 },
  ]
}

export async function fillOldWorld(db: Db, people: number, now: number): Promise<void> {
  const splits = splitsUntil(now)
  await db.query(
    `insert into split (ticker_id, day, numerator, denominator)
     select * from unnest($1::smallint[], $2::date[], $3::bigint[], $4::bigint[])`,
    [
      splits.map(({ stock }) => stock),
      splits.map(({ at }) => dayOf(at)),
      splits.map(({ numerator }) => numerator),
      splits.map(({ denominator }) => denominator),
    ],
  )
  for (let first = 0; first < people; first += peopleAtOnce) {
    const count = Math.min(peopleAtOnce, people - first)
    const lives = Array.from({ length: count }, (_, index) => ({
      id: first + index + 1,
      ...oldLife({ person: first + index, now, splits }),
    }))
    await addAccounts(db, lives)
    await addLines(db, lives)
    await addPositions(db, lives)
  }
  for (const table of ['account', 'position', 'trade']) await db.query(`vacuum analyze ${table}`)
}

type Numbered = OldLife & { readonly id: number }

const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString()

async function addAccounts(db: Db, lives: readonly Numbered[]): Promise<void> {
  const orders = lives.map(({ lines }) => lines.filter(({ type }) => type !== 'SPLIT'))
  await db.query(
    `insert into account (id, issuer, subject, display_name, name_key, cash_cents, created_at, first_trade_at,
       last_trade_at, splits_through, email_verified)
     overriding system value
     select id, 'bench', id::text, 'Bench ' || id, 'bench' || id, cash, made, first, last,
       (select max(id) from split), id % 3 = 0
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
       as life (id, cash, made, first, last)`,
    [
      lives.map(({ id }) => id),
      lives.map(({ cash }) => cash),
      lives.map(({ createdAt }) => timeOf(createdAt)),
      orders.map((lines) => timeOf(lines[0]?.at)),
      orders.map((lines) => timeOf(lines.at(-1)?.at)),
    ],
  )
}

async function addLines(db: Db, lives: readonly Numbered[]): Promise<void> {
  const lines = lives.flatMap(({ id, lines: own }) => own.map((line) => ({ id, ...line })))
  await db.query(
    `insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, seen_cents, key,
       numerator, denominator)
     select id, at, type, stock, shares, cash, price, case when type <> 'SPLIT' then price end,
       case when type <> 'SPLIT' then gen_random_uuid() end, numerator, denominator
     from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::bigint[])
       as line (id, at, type, stock, shares, cash, price, numerator, denominator)`,
    [
      lines.map(({ id }) => id),
      lines.map(({ at }) => timeOf(at)),
      lines.map(({ type }) => type),
      lines.map(({ stock }) => stock),
      lines.map(({ shares }) => shares),
      lines.map(({ cash }) => cash),
      lines.map(({ price }) => price),
      lines.map(({ numerator }) => numerator),
      lines.map(({ denominator }) => denominator),
    ],
  )
}

async function addPositions(db: Db, lives: readonly Numbered[]): Promise<void> {
  const held = lives.flatMap(({ id, positions }) =>
    [...positions].map(([stock, { quantity, cost }]) => ({ id, stock, quantity, cost })),
  )
  await db.query(
    `insert into position (account_id, ticker_id, quantity, cost_cents)
     select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[])`,
    [
      held.map(({ id }) => id),
      held.map(({ stock }) => stock),
      held.map(({ quantity }) => quantity),
      held.map(({ cost }) => cost),
    ],
  )
}
