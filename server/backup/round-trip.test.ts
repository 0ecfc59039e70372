// A restored backup equals the original database: every row, every table, and the behavior of the product.
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'

import { asDay } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import type { CopyTx, Db } from '../db/handle.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import { browserOn } from '../identity/testing/browser.ts'
import { recordSplit } from '../market/store.ts'
import { freshDatabase } from '../testing/databases.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { applySplitsEverywhere } from '../ledger/split-job.ts'
import {
  auditOf,
  backedUp,
  contentOf,
  inside,
  newFile,
  opened,
  restored,
} from './testing/backups.ts'
import { backUp } from './write.ts'

const dayMs = 86_400_000
const log = { warn: () => undefined, error: () => undefined, info: () => undefined }

const trade = (
  learner: Learner,
  way: 'buy' | 'sell',
  quantity: number,
  key: string = randomUUID(),
) =>
  learner.post(`/api/${way}`, { ticker: 'AAPL', quantity, price: 100 }, { 'idempotency-key': key })

/** Two learners with trades, one in a second chapter after a split; a ranking, a queued message and a demo mark. */
async function createPlace() {
  const clock = { at: Date.parse('2026-11-16T15:00Z') }
  const now = () => clock.at
  const market = createScriptedMarket({ now, priceCents: 100_00 })
  const world = await createWorld({ market, now, messageTimes: { beginMs: () => 3_600_000 } })
  const { app, db } = world
  const [ann, bob] = [await signUp(app), await signUp(app)]
  await trade(ann, 'buy', 9)
  await trade(bob, 'buy', 7)
  await trade(bob, 'sell', 2)
  await rankNow({ db, market, now })
  await ann.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })
  await trade(ann, 'buy', 3)
  clock.at += dayMs
  const split = { ticker: 'AAPL', day: asDay('2026-11-17'), numerator: 3, denominator: 2 } as const
  await db.transaction((tx) => recordSplit(tx, split))
  await applySplitsEverywhere(db, log)
  await rankNow({ db, market, now })
  await browserOn(app).post('/request-password-reset', { email: ann.email })
  await db.query(
    `create table demo_world (
       only_row boolean primary key default true check (only_row), seed text not null, day date not null
     )`,
  )
  await db.query("insert into demo_world (seed, day) values ('tengrand', '2026-11-16')")
  return { ...world, now, market, ann: await ann.renew(), bob: await bob.renew() }
}

test('a restored database has every row and every table of the one that was backed up, and its audit is clean', async () => {
  const { app, connection } = await createPlace()
  // The app is closed first, because its background jobs would change only one of the two databases.
  await app.close()
  const db = opened(connection)
  const copy = await restored(await backedUp(connection))
  const before = await contentOf(db)
  expect(await contentOf(copy.db)).toEqual(before)
  expect(before).toMatchObject({
    'public.letter': [expect.anything()],
    'public.split': [expect.anything()],
    'public.demo_world': [expect.anything()],
    'public.portfolio': [expect.anything(), expect.anything(), expect.anything()],
  })
  expect(Object.keys(before).join()).toContain('public.ranking_place_')
  expect(copy.migrated).toEqual([])
  expect(await auditOf(copy.db)).toEqual(['3 portfolios with 7 trades: all is well.'])
})

test('the product goes on with a restored database: the same portfolios, and the next order', async () => {
  const { connection, ann, bob, now, market } = await createPlace()
  const copy = await restored(await backedUp(connection))
  const other = await createWorld({ connection: copy.connection, market, now })
  for (const url of [
    '/api/portfolio',
    '/api/transactions',
    '/api/leaderboard',
    '/api/portfolio/chapters',
  ]) {
    for (const learner of [ann, bob]) {
      const there = await learner.at(other.app).get(url)
      expect(there.json()).toEqual((await learner.get(url)).json())
    }
  }
  expect((await trade(ann.at(other.app), 'buy', 1)).statusCode).toBe(200)
  expect((await signUp(other.app)).token).not.toBe('')
})

test('a table that no migration makes is restored with its columns, keys, references and values', async () => {
  const { db, connection } = await createWorld()
  await db.query(`
    create schema "Odd ""one""";
    create table "Odd ""one"".parent" ();
    create table "Odd ""one"""."Möbel" (
      "an id" bigint generated always as identity primary key,
      word text collate "C" not null default 'x' check (word <> ''),
      twice integer generated always as (half * 2) stored,
      half integer unique,
      bytes bytea,
      times timestamptz[],
      share float8,
      ticker smallint references ticker,
      above bigint references "Odd ""one"""."Möbel"
    );
    create index on "Odd ""one"""."Möbel" (lower(word)) where half > 1;
    insert into "Odd ""one"""."Möbel" (word, half, bytes, times, share, ticker, above) values
      (E'tab\\t, line\\n, return\\r, \\\\N and \\\\.', 3, '\\x000aff', '{2026-11-16T12:00:00.123456Z,null}', 0.1, 3, 2),
      (E'\\\\.', null, '', '{}', 'NaN', null, 1), ('öä😀', 5, null, null, 1e-300, null, null);
    insert into "Odd ""one"".parent" default values`)
  const copy = await restored(await backedUp(connection))
  expect(await contentOf(copy.db)).toEqual(await contentOf(db))
  const rows = await copy.db.query(
    'insert into "Odd ""one"""."Möbel" (half) values (9) returning *',
  )
  expect(rows).toMatchObject([{ 'an id': 4, twice: 18, word: 'x' }])
})

test('a part of the rankings that is dropped while the tables are listed does not end a backup', async () => {
  const { app, connection, db } = await createPlace()
  await app.close()
  const reader = opened(connection)
  const disturbances = [
    // PostgreSQL's error if the table is dropped during the statement.
    async () => {
      throw Object.assign(new Error('cache lookup failed for relation 1'), { code: 'XX000' })
    },
    // The snapshot still has the table, which can no longer be locked.
    () => db.query('drop table ranking_place_1'),
  ]
  const disturbed: Db = {
    ...reader,
    copying: (work, options) =>
      reader.copying((tx) => {
        const query: CopyTx['query'] = async (statement, values) => {
          if (JSON.stringify(statement).includes('pg_get_indexdef')) await disturbances.shift()?.()
          return tx.query(statement, values)
        }
        return work({ ...tx, query })
      }, options),
  }
  const file = await newFile()
  await backUp({ db: disturbed, file })
  expect(disturbances).toEqual([])
  const copy = await restored(file)
  expect(await contentOf(copy.db)).toEqual(await contentOf(db))
})

test('a trigger does not run again for rows that are restored, and runs for those that come later', async () => {
  const noting = `
    create table noted (email text);
    create function note() returns trigger language plpgsql as
      $$ begin insert into noted values (new.email); return new; end $$;
    create trigger noting after insert on waitlist for each row execute function note()`
  const connection = await freshDatabase()
  await opened(connection).query(
    `insert into waitlist values ('ann@school.example', now(), now()); ${noting}`,
  )
  const into = await freshDatabase()
  await inside(into, (db) => db.query(noting))
  const copy = await restored(await backedUp(connection), into)
  expect(await copy.db.query('select * from noted')).toEqual([])
  await copy.db.query("insert into waitlist values ('bob@school.example', now(), now())")
  expect(await copy.db.query('select * from noted')).toEqual([{ email: 'bob@school.example' }])
})

test('only the user who made a backup can read it', async () => {
  const { mode } = await stat(await backedUp(await freshDatabase()))
  expect(mode & 0o777).toBe(0o600)
})
