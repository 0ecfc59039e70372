// `npm run waitlist` as a child process: its output, and its errors.
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openDb } from '../db/handle.ts'
import { freshDatabase } from '../testing/databases.ts'
import { outcomeOf, startScript } from '../testing/script.ts'
import { urlOf } from '../testing/server-process.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { createWorld } from '../testing/world.ts'
import { joinWaitlist, readWaitlist, type WaitlistEntry } from './store.ts'

async function printed(env: Record<string, string>) {
  const child = startScript('waitlist-csv.ts', env)
  onTestFinished(() => void child.kill('SIGKILL'))
  return outcomeOf(child)
}

const noon = Date.parse('2026-11-15T12:00:00Z')

test('prints everybody in the order in which they came, none of them a formula', async () => {
  const { db, connection } = await createWorld()
  await joinWaitlist(db, 'zoe@example.com', noon)
  await joinWaitlist(db, '=1+1@example.com', noon + 1000)
  await joinWaitlist(db, 'ann@example.com', noon + 2000)
  await joinWaitlist(db, 'zoe@example.com', noon + 3000)
  const { code, output, complaint } = await printed({ DATABASE_URL: urlOf(connection) })
  expect(output).toBe(
    'Email,Joined\r\n' +
      'zoe@example.com,2026-11-15T12:00:00.000Z\r\n' +
      "'=1+1@example.com,2026-11-15T12:00:01.000Z\r\n" +
      'ann@example.com,2026-11-15T12:00:02.000Z\r\n',
  )
  expect(complaint).toBe('')
  expect(code).toBe(0)
})

test('prints the heads of the columns where nobody waits', async () => {
  const { connection } = await createWorld()
  expect(await printed({ DATABASE_URL: urlOf(connection) })).toMatchObject({
    code: 0,
    output: 'Email,Joined\r\n',
  })
})

test('says that there is no data', async () => {
  const folder = await tempFolder()
  const { code, output, complaint } = await printed({ DATA_DIR: join(folder, 'none') })
  expect(code).toBe(1)
  expect(output).toBe('')
  expect(complaint).toBe(
    `There is no data in ${join(folder, 'none')}. Set DATA_DIR or DATABASE_URL.\n`,
  )
})

test('says that the database is of the time before', async () => {
  const connection = await freshDatabase()
  const db = openDb(connection)
  await db.query('drop table waitlist')
  await db.close()
  const { code, complaint } = await printed({ DATABASE_URL: urlOf(connection) })
  expect(code).toBe(1)
  expect(complaint).toBe(
    'This database has no waitlist yet. Start this version of Tengrand once.\n',
  )
})

test('the list is read in pages, and nobody is lost between two', async () => {
  const { db } = await createWorld()
  const emails = Array.from({ length: 7 }, (_, index) => `ann${index}@example.com`)
  // Two entries per time, so that a page ends between two entries of the same time.
  for (const [index, email] of emails.entries()) {
    await joinWaitlist(db, email, noon + Math.floor(index / 2))
  }
  for (const most of [1, 2, 3, 7, 8]) {
    const pages: WaitlistEntry[][] = []
    for await (const page of readWaitlist(db, most)) pages.push(page)
    expect(pages.flat().map(({ email }) => email)).toEqual(emails)
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(most)
  }
})
