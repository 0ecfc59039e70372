// A database in which a test has changed only rows is used again, which takes a third of the work of a new one.
import { expect, test } from 'vitest'

import { createClass } from '../leagues/testing/lesson.ts'
import { borrowDatabase } from './databases.ts'

async function nameOfBorrowed(): Promise<string> {
  await using closing = new AsyncDisposableStack()
  const { db } = await borrowDatabase(closing)
  const [row] = await db.query<{ name: string }>('select current_database() as name')
  return row?.name ?? ''
}

test('a database is used again after a lesson was created, started and traded in', async () => {
  let used = ''
  {
    await using closing = new AsyncDisposableStack()
    const here = await createClass({ options: { atEnd: (end) => closing.defer(end) } })
    const [pupil] = here.pupils
    await here.start()
    if (pupil !== undefined) await here.trade(pupil, 'buy', { ticker: 'A', quantity: 1 })
    const [row] = await here.db.query<{ name: string }>('select current_database() as name')
    used = row?.name ?? ''
  }
  expect(await nameOfBorrowed()).toBe(used)
})

test('a database with a change of its schema is not', async () => {
  let changed = ''
  {
    await using closing = new AsyncDisposableStack()
    const { db } = await borrowDatabase(closing)
    const [row] = await db.query<{ name: string }>('select current_database() as name')
    changed = row?.name ?? ''
    await db.query('create table other (id integer)')
  }
  expect(await nameOfBorrowed()).not.toBe(changed)
})
