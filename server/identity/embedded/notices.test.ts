import { expect, onTestFinished, test } from 'vitest'

import { openDb } from '../../db.ts'
import { freshDatabase } from '../../testing/world.ts'
import { channel, hear } from './notices.ts'
import { eventually } from './testing/browser.ts'

test('nodes hear which session has ended, that there is a new key, and that they may have missed something', async () => {
  const db = openDb(await freshDatabase())
  const heard: string[] = []
  const hearing = await hear(db, {
    onKeys: () => heard.push('keys'),
    onSessionEnded: (id) => heard.push(`session ${id}`),
    onGap: () => heard.push('a gap'),
  })
  onTestFinished(async () => {
    await hearing.close()
    await db.close()
  })
  await db.query('select pg_notify($1, $2)', [channel, 'keys'])
  await db.query('select pg_notify($1, $2)', [channel, 'ended abc'])
  await eventually(() => expect(heard).toEqual(['keys', 'session abc']))
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen%'`,
  )
  await eventually(() => expect(heard).toEqual(['keys', 'session abc', 'a gap']))
})
