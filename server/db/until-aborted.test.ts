import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { openFreshDb } from '../testing/databases.ts'
import type { Db } from './handle.ts'
import { untilAborted } from './until-aborted.ts'

const isAsleep = (db: Db) =>
  vi.waitFor(async () => {
    const asleep = await db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    expect(asleep).toHaveLength(1)
  })

test('a statement that waits is ended when the work shall stop', async () => {
  const db = await openFreshDb()
  const stopping = new AbortController()
  const work = db.transaction((tx) =>
    untilAborted({ db, tx, signal: stopping.signal }, async () => {
      await tx.query('select pg_sleep(60)')
    }),
  )
  void isAsleep(db).then(() => stopping.abort())
  await expect(work).rejects.toThrow('canceling statement due to user request')
})

test('work that shall stop between two statements, where nothing can be cancelled, is not committed', async () => {
  const db = await openFreshDb()
  await db.query('create table note (id int)')
  const stopping = new AbortController()
  const work = db.transaction((tx) =>
    untilAborted({ db, tx, signal: stopping.signal }, async () => {
      stopping.abort(new Error('enough'))
      await vi.waitFor(() => expect(db.usage().busy).toBe(1))
      await tx.query('insert into note values (1)')
    }),
  )
  await expect(work).rejects.toThrow('enough')
  expect(await db.query('select from note')).toEqual([])
})

test('work that stops by itself is not over before it was cancelled, or that would end the next statement', async () => {
  const db = await openFreshDb()
  const events: string[] = []
  const slow: Db = {
    ...db,
    query: async (statement, values) => {
      await sleep(50)
      const rows = await db.query<never>(statement, values)
      events.push('cancelled')
      return rows
    },
  }
  const stopping = new AbortController()
  const work = db.transaction((tx) =>
    untilAborted({ db: slow, tx, signal: stopping.signal }, async () => {
      stopping.abort(new Error('enough'))
      stopping.signal.throwIfAborted()
    }),
  )
  await expect(work).rejects.toThrow('enough')
  events.push('over')
  expect(events).toEqual(['cancelled', 'over'])
})
