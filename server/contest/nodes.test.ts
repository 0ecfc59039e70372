// Several nodes on one database make one ranking each time it is due, also when the node that makes it dies.
import { randomUUID } from 'node:crypto'

import { dayOf } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { rankDaysMax } from '@tengrand/core/ranking.ts'
import type { Contestant } from '@tengrand/core/testing/ranking.ts'
import { fastify } from 'fastify'
import { describe, test } from 'vitest'

import { openDb, type Connection, type Db } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import { createLog } from '../log.ts'
import { freshDatabase } from '../testing/databases.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { type AtEnd } from '../testing/world.ts'
import { startServer } from '../testing/server-process.ts'
import { forgetOldRankings, startRankingJob } from './job.ts'
import { rankWhenDue, type Outcome } from './rank.ts'
import { plantContestants } from './testing/contestants.ts'

const dayMs = 86_400_000
const isolation = 'set transaction isolation level repeatable read'
const silent = { error: () => undefined }

function contestants(count: number): Contestant[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    cash: cents(1_000 + index),
    firstTradeAt: Date.parse('2026-01-05T15:00Z') + index,
    positions: new Map([['AAPL' as const, { quantity: index % 7, cost: cents(0) }]]),
  }))
}

// The tests run concurrently, each on its own database, because one of them waits for seconds.

/** Several nodes on a new database, with one clock. */
async function createNodes(atEnd: AtEnd, count: number, people = 5) {
  const connection = await freshDatabase()
  const dbs = Array.from({ length: count }, () => openDb(connection))
  atEnd(async () => void (await Promise.all(dbs.map((db) => db.close()))))
  const [first = openDb(connection)] = dbs
  await plantContestants(first, contestants(people))
  const clock = { at: Date.parse('2026-03-09T15:00:00Z') }
  const now = () => clock.at
  const market = createScriptedMarket({ now })
  const rank = (db: Db) => rankWhenDue({ contestId: 1, db, market, now, log: silent })
  return { connection, db: first, dbs, clock, now, market, rank }
}

const rankings = (db: Db) =>
  db.query<{ id: number; at: Date; accounts: number; places: number }>(
    `select id, at, accounts, (
       select count(*) from ranking_place where ranking_id = ranking.id
     ) as places from ranking order by id`,
  )

const tables = async (db: Db): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relname like 'ranking\\_place\\_%' order by oid`,
    )
  ).map(({ name }) => name)

describe.concurrent('of four nodes that look together', () => {
  test('one makes the ranking, each time that it is due', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const { db, dbs, clock, rank } = await createNodes(atEnd, 4)
    for (let day = 1; day <= 6; day += 1) {
      const outcomes: Outcome[] = await Promise.all([...dbs, ...dbs].map(rank))
      expect(outcomes.filter(({ is }) => is === 'ranked')).toHaveLength(1)
      const others = outcomes.filter(({ is }) => is !== 'ranked').map(({ is }) => is)
      expect(others.filter((is) => is !== 'with another node' && is !== 'not due')).toEqual([])
      expect(await rankings(db)).toHaveLength(day)
      clock.at += dayMs - 1
      expect(await rank(db)).toEqual({ is: 'not due' })
      clock.at += 1
    }
  })

  test('none makes one again that another has finished since it looked', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const { db, dbs, rank } = await createNodes(atEnd, 2)
    const [, other = db] = dbs
    // Its snapshot is older than the ranking, so only the unique id can stop it.
    const late: Db = {
      ...other,
      transaction: (work, options) =>
        other.transaction(async (tx) => {
          await tx.query(isolation)
          await tx.query('select from ranking')
          await rank(db)
          return work({
            query: async (statement, values) =>
              statement === isolation ? [] : tx.query(statement, values),
          })
        }, options),
    }
    expect(await rank(late)).toEqual({ is: 'with another node' })
    expect(await rankings(db)).toHaveLength(1)
  })
})

describe.concurrent('when the node that makes it is killed in the middle', () => {
  test('another makes the whole of it within a minute, and nobody sees a half', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const connection = await freshDatabase()
    const db = openDb(connection)
    atEnd(() => db.close())
    await plantContestants(db, contestants(3_000))
    const env = { DATABASE_URL: urlOf(connection), IDENTITY_SECRET: randomUUID() }
    const release = await holdRanking(connection, atEnd)
    const leader = await startServer(env, atEnd)
    await expect.poll(() => isRanking(db), { timeout: 30_000 }).toBe(true)
    await startServer(env, atEnd)
    const killedAt = performance.now()
    await leader.kill()
    expect(await rankings(db)).toEqual([])
    expect(await tables(db)).toEqual([])
    await release()
    await expect.poll(async () => (await rankings(db)).length, { timeout: 60_000 }).toBe(1)
    expect(performance.now() - killedAt).toBeLessThan(60_000)
    expect(await rankings(db)).toMatchObject([{ id: 1, accounts: 3_000, places: 3_000 }])
    expect(await tables(db)).toEqual(['ranking_place_1'])
  })

  test('a connection that is cut leaves nothing behind either', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const { connection, db, rank } = await createNodes(atEnd, 1)
    const release = await holdRanking(connection, atEnd)
    const lost = rank(db).catch((error: unknown) => error)
    await expect.poll(() => isRanking(db)).toBe(true)
    await db.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and objid = $1 and datname = current_database()`,
      [locks.ranking],
    )
    expect(await lost).toBeInstanceOf(Error)
    await release()
    expect(await tables(db)).toEqual([])
    expect(await rank(db)).toMatchObject({ is: 'ranked' })
    expect(await rankings(db)).toHaveLength(1)
  })
})

describe.concurrent('while a ranking is made', () => {
  test('people trade, and the one before is read', async ({ expect, onTestFinished: atEnd }) => {
    const { connection, db, dbs, clock, rank } = await createNodes(atEnd, 2)
    await rank(db)
    clock.at += dayMs
    const release = await holdRanking(connection, atEnd)
    const making = rank(dbs[1] ?? db)
    await expect.poll(() => isRanking(db)).toBe(true)
    expect(await rankings(db)).toMatchObject([{ id: 1, places: 5 }])
    // A ranking locks no accounts; otherwise this write would wait for it.
    await db.query('update portfolio set cash_cents = cash_cents + 1')
    await release()
    expect(await making).toMatchObject({ is: 'ranked' })
  })

  test('another node does not wait for it, and does not begin it', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const { connection, db, dbs, rank } = await createNodes(atEnd, 2)
    const release = await holdRanking(connection, atEnd)
    const making = rank(db)
    await expect.poll(() => isRanking(db)).toBe(true)
    expect(await rank(dbs[1] ?? db)).toEqual({ is: 'with another node' })
    await release()
    expect(await making).toMatchObject({ is: 'ranked' })
  })

  test('a node that ends does not wait for it', async ({ expect, onTestFinished: atEnd }) => {
    const { connection, db, market, now } = await createNodes(atEnd, 1)
    const release = await holdRanking(connection, atEnd)
    const app = fastify()
    startRankingJob(app, { contestId: 1, db, market, now, log: createLog('silent') })
    await app.ready()
    await expect.poll(() => isRanking(db)).toBe(true)
    await app.close()
    expect(await isRanking(db)).toBe(false)
    await release()
    expect(await rankings(db)).toEqual([])
  })
})

describe.concurrent('of old rankings', () => {
  const kept = async (db: Db) =>
    (await db.query<{ day: string }>('select day from ranking order by id')).map(({ day }) => day)

  test('one is kept for each day, for thirty days and a few more, and the others are dropped with their tables', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const { db, clock, rank } = await createNodes(atEnd, 1)
    for (let day = 1; day <= 38; day += 1) {
      await rank(db)
      clock.at += dayMs
    }
    // A second ranking on the last day makes the first one of that day obsolete.
    await db.query(
      'update ranking set at = at - make_interval(days => 1), day = day - 1 where id = 38',
    )
    await forgetOldRankings(db)
    const ids = (await rankings(db)).map(({ id }) => id)
    expect(ids).toEqual([...Array.from({ length: 34 }, (_, index) => index + 3), 38])
    expect(ids.length).toBeGreaterThan(rankDaysMax)
    expect(await tables(db)).toEqual(ids.map((id) => `ranking_place_${id}`))
  })

  test('the one that stands is kept, however old it is', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const { db, clock, rank } = await createNodes(atEnd, 1)
    await rank(db)
    clock.at += 400 * dayMs
    await forgetOldRankings(db)
    expect(await rankings(db)).toMatchObject([{ id: 1, places: 5 }])
  })

  test.for([
    ['ahead', 400 * dayMs],
    ['behind', -400 * dayMs],
  ] as const)(
    'none is lost to a clock that was %s once',
    async ([_how, wrongBy], { expect, onTestFinished: atEnd }) => {
      const { db, clock, rank } = await createNodes(atEnd, 1)
      const rankAndForget = async () => {
        expect(await rank(db)).toMatchObject({ is: 'ranked' })
        await forgetOldRankings(db)
      }
      for (let day = 1; day < rankDaysMax; day += 1) {
        await rankAndForget()
        clock.at += dayMs
      }
      const before = await kept(db)
      clock.at += wrongBy
      await rankAndForget()
      const wrong = dayOf(clock.at)
      clock.at -= wrongBy
      await rankAndForget()
      expect(await kept(db)).toEqual([...before, wrong, dayOf(clock.at)])
      expect(await rank(db)).toEqual({ is: 'not due' })
    },
  )
})

const held = 42

/** Only the ranking runs `create table as`, so trades and reads do not wait. */
const waitBeforeTables = `
  create function wait_for_test() returns event_trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock_shared(${held}); end';
  create event trigger held_by_test on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function wait_for_test()`

/** Pauses a node in the middle of a ranking; returns the function that releases it. */
async function holdRanking(connection: Connection, atEnd: AtEnd): Promise<() => Promise<void>> {
  const holder = openDb(connection)
  const superuser = openDb({ ...connection, user: 'postgres' })
  await superuser.query(waitBeforeTables)
  await superuser.close()
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>()
  const holding = holder.transaction(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    await tx.query('select pg_advisory_xact_lock($1)', [held])
    tellHeld()
    await isOver
  })
  atEnd(async () => {
    resolve()
    await holder.close()
  })
  await isHeld
  return async () => {
    resolve()
    await holding
  }
}

/** Whether a node has begun to write a ranking and waits. */
async function isRanking(db: Db): Promise<boolean> {
  const rows = await db.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%create table ranking%'`,
  )
  return rows.length > 0
}

function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
