// A handle over a connection pooler, where the next transaction may have another program's session.
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { freshDatabase } from '../testing/databases.ts'
import { DatabaseBusy } from './failures.ts'
import { openDb, type Db } from './handle.ts'

let db: Db

beforeEach(async () => {
  const connection = await freshDatabase()
  db = openDb(connection, { direct: connection, connectionsMax: 1 })
  onTestFinished(() => db.close())
})

const timeouts = `select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`

test('has its time limits within each transaction, and leaves none to the session', async () => {
  const limited = [{ statement: '15s', idle: '15s' }]
  expect(await db.query(timeouts)).toEqual(limited)
  expect(await db.transaction((tx) => tx.query(timeouts))).toEqual(limited)
  const longer = await db.transaction((tx) => tx.query(timeouts), { msMax: 60_000 })
  expect(longer).toEqual([{ statement: '1min', idle: '15s' }])
  const after = await db.copying(async (tx) => {
    await tx.query('commit')
    const rows = await tx.query(timeouts)
    await tx.query('begin')
    return rows
  })
  expect(after).toEqual([{ statement: '0', idle: '0' }])
})

test('leaves no prepared statement in the session', async () => {
  const statement = { name: 'a number', text: 'select $1::int as number' }
  expect(await db.query(statement, [1])).toEqual([{ number: 1 }])
  expect(await db.transaction((tx) => tx.query(statement, [2]))).toEqual([{ number: 2 }])
  expect(await db.query('select name from pg_prepared_statements')).toEqual([])
})

test('a lock that does not come ends the wait, as without a pooler', async () => {
  const waits = db.transaction(
    async (tx) => {
      const other = db.direct(1)
      onTestFinished(() => other.close())
      await other.transaction(async (held) => {
        await held.query('lock table trade')
        await tx.query('lock table trade')
      })
    },
    { lockWaitMs: 20 },
  )
  await expect(waits).rejects.toBeInstanceOf(DatabaseBusy)
})
