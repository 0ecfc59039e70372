import { createServer } from 'node:net'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { DatabaseUnreachable } from './failures.ts'
import type { Db } from './handle.ts'
import { freshDatabase, openFreshDb, openTestDb } from '../testing/databases.ts'
import { listenOnLoopback } from '../testing/loopback.ts'
import { startFreezingPooler } from '../testing/pretend-pooler.ts'

let db: Db

beforeEach(async () => {
  db = await openFreshDb()
  await db.query('create table note (id bigint primary key, body text)')
})

test('eight-byte whole numbers arrive as numbers, days as text', async () => {
  const [row] = await db.query("select 9007199254740991::bigint as big, date '2026-03-08' as day")
  expect(row).toEqual({ big: Number.MAX_SAFE_INTEGER, day: '2026-03-08' })
})

test('a number that cannot be held exactly is an error, never a wrong number', async () => {
  await expect(db.query('select 9007199254740993::bigint')).rejects.toThrow('too large')
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('a transaction is all or nothing', async () => {
  await db.transaction(async (tx) => tx.query("insert into note values (1, 'kept')"))
  const failed = db.transaction(async (tx) => {
    await tx.query("insert into note values (2, 'dropped')")
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await db.query('select id from note')).toEqual([{ id: 1 }])
})

test('a transaction whose failure was swallowed does not pass for a success', async () => {
  const swallowed = db.transaction(async (tx) => {
    await tx.query("insert into note values (1, 'lost')")
    await tx.query('select 1 / 0').catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('rolled back')
})

test('a connection that is lost inside a transaction fails that one alone', async () => {
  const lost = db.transaction(async (tx) => {
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await db.query('select pg_terminate_backend($1)', [row?.pid])
    await tx.query("insert into note values (1, 'lost')")
  })
  const error = await lost.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(DatabaseUnreachable)
  expect(await db.query('select id from note')).toEqual([])
})

test('statements that can never be right are not mistaken for a lost way', async () => {
  const error = await db.query('select 1 / 0').catch((failure: unknown) => failure)
  expect(error).not.toBeInstanceOf(DatabaseUnreachable)
})

test('a lost connection that is noticed between two statements is one too', async () => {
  const lost = db.transaction(async (tx) => {
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await db.query('select pg_terminate_backend($1)', [row?.pid])
    // Waits until the driver has noticed the lost connection.
    await expect
      .poll(() => db.query('select from pg_stat_activity where pid = $1', [row?.pid]))
      .toEqual([])
    await new Promise(setImmediate)
    await tx.query('select 1')
  })
  await expect(lost).rejects.toBeInstanceOf(DatabaseUnreachable)
})

test('one node at a time holds a lock, and the next can have it when the first is gone', async () => {
  const first = await db.tryLock(42)
  expect(await first?.held()).toBe(true)
  expect(await db.tryLock(42)).toBeNull()
  await db.query(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = 42 and datname = current_database()`,
  )
  await expect.poll(() => first?.held()).toBe(false)
  const second = await db.tryLock(42)
  expect(await second?.held()).toBe(true)
  await second?.close()
})

test('a listener hears of words, and again after its connection was lost', async () => {
  let words = 0
  const listener = await db.listen('news', () => (words += 1))
  await db.query("select pg_notify('news', '')")
  await expect.poll(() => words).toBe(1)
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query like 'listen%' and datname = current_database()`,
  )
  await expect.poll(() => words, { timeout: 10_000 }).toBe(2)
  await db.query("select pg_notify('news', '')")
  await expect.poll(() => words).toBe(3)
  await listener.close()
})

test('a connection that the database ends in the moment in which it is ready ends no process', async () => {
  const [greeting, end] = [Buffer.from('5200000008000000005a0000000549', 'hex'), fatal()]
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([greeting, end])))
  })
  const port = await listenOnLoopback(server)
  const cut = openTestDb({ host: '127.0.0.1', port, user: 'ada', database: 'school' })
  await expect(cut.transaction((tx) => tx.query('select 1'))).rejects.toThrow(DatabaseUnreachable)
})

/** PostgreSQL's message to a connection that an administrator ends. */
function fatal(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection', ''].join('\0')
  const body = Buffer.from(`${fields}\0`)
  const head = Buffer.from('4500000000', 'hex')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

test('a transaction on a connection that stops answering ends with its statement', async () => {
  const connection = await freshDatabase()
  const pooler = await startFreezingPooler(connection)
  const frozen = openTestDb({ ...connection, host: '127.0.0.1', port: pooler.port })
  const from = performance.now()
  const waits = frozen.transaction(
    async (tx) => {
      await tx.query('select 1')
      pooler.freeze()
      await tx.query('select 1')
    },
    { msMax: 100 },
  )
  await expect(waits).rejects.toBeInstanceOf(DatabaseUnreachable)
  // The driver gives up after 5 s; a rollback on the same connection would take 20 s more.
  expect(performance.now() - from).toBeLessThan(15_000)
  expect(frozen.usage()).toMatchObject({ busy: 0, idle: 0 })
})

test('a handle says how long it has heard nothing, until it listens again', async () => {
  const connection = await freshDatabase()
  const listening = openTestDb(connection)
  const listener = await listening.listen('news', () => undefined)
  onTestFinished(() => listener.close())
  expect(listening.deafMs()).toBe(0)
  const { database } = connection
  await db.query(`alter database ${database} allow_connections false`)
  await db.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database,
  ])
  await expect.poll(() => listening.deafMs()).toBeGreaterThan(1_500)
  await db.query(`alter database ${database} allow_connections true`)
  await expect.poll(() => listening.deafMs()).toBe(0)
})
