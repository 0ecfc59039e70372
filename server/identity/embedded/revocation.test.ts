import { expect, test } from 'vitest'

import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createLiveSessions } from '../live-sessions.ts'
import {
  browserOn,
  eventually,
  movable,
  newcomer,
  withNewcomer,
  resetPassword,
  untilLocked,
} from '../testing/browser.ts'
import { lineTo } from '../testing/database-line.ts'

const emptyWorld = sharedWorlds()

const nextPassword = 'another horse battery'

/** Two servers on one database. */
async function twoNodes(now: () => number): Promise<[World, World]> {
  const first = await createWorld({ now })
  return [first, await createWorld({ now, connection: first.connection })]
}

/** A token that both nodes have accepted. */
async function tokenOnTwoNodes(now: () => number) {
  const [first, second] = await twoNodes(now)
  const { browser, email } = await newcomer(first.app)
  const token = await browser.token()
  const elsewhere = browserOn(second.app)
  expect(await elsewhere.account(token)).toBe(200)
  return { first, browser, email, token, elsewhere }
}

test('a token dies at once with its session, and the tokens of other sessions live on', async () => {
  const clock = movable()
  const { app, browser, email } = await withNewcomer(emptyWorld({ now: clock.now }))
  const token = await browser.token()
  const other = browserOn(app)
  await other.signIn(email)
  const otherToken = await other.token()
  expect(await browser.account(token)).toBe(200)
  await browser.post('/sign-out')
  expect(await browser.account(token)).toBe(401)
  expect(await other.account(otherToken)).toBe(200)
})

test('all tokens die at once with a new password', async () => {
  const clock = movable()
  const { world, browser, email } = await withNewcomer(emptyWorld({ now: clock.now }))
  const other = browserOn(world.app)
  await other.signIn(email)
  const tokens = [await browser.token(), await other.token()]
  for (const token of tokens) expect(await browser.account(token)).toBe(200)
  await resetPassword(world, email)
  for (const token of tokens) expect(await browser.account(token)).toBe(401)
  expect((await browser.get('/identity/token')).statusCode).toBe(401)
})

test('a token dies on another node when its person signs out', async () => {
  const clock = movable()
  const { browser, token, elsewhere } = await tokenOnTwoNodes(clock.now)
  await browser.post('/sign-out')
  // The clock stands still, so only the notification can end the token.
  await eventually(async () => expect(await elsewhere.account(token)).toBe(401))
})

test('a token dies on another node when a password is changed', async () => {
  const clock = movable()
  const { first, email, token, elsewhere } = await tokenOnTwoNodes(clock.now)
  await resetPassword(first, email)
  await eventually(async () => expect(await elsewhere.account(token)).toBe(401))
})

test('a node that misses the notification finds out within ten seconds', async () => {
  const clock = movable()
  const { first, token, elsewhere } = await tokenOnTwoNodes(clock.now)
  // The session is deleted without a notification.
  await first.db.query('delete from identity.session')
  clock.move(10_000)
  expect(await elsewhere.account(token)).toBe(401)
})

test('a node that lost its connection for notifications reads all sessions again', async () => {
  const clock = movable()
  const { db, connection, browser } = await withNewcomer(createWorld({ now: clock.now }))
  const token = await browser.token()
  expect(await browser.account(token)).toBe(200)
  await db.query('delete from identity.session')
  const killer = await createWorld({ connection })
  await killer.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen%tengrand_ended_sessions%'`,
  )
  await eventually(async () => expect(await browser.account(token)).toBe(401))
})

test('a sign-in that was under way with the old password comes to nothing', async () => {
  const { app, db, email } = await withNewcomer(emptyWorld())
  const signingIn = await db.transaction(async (tx) => {
    await tx.query('update identity.person set password = $1', ['changed'])
    const answer = browserOn(app).signIn(email)
    // Waits until the sign-in waits for the row that this transaction has changed.
    await untilLocked(db, 'select true from identity.person')
    await tx.query('delete from identity.session')
    return { answer }
  })
  const answer = await signingIn.answer
  expect(answer.json()).toMatchObject({ code: 'invalid_credentials' })
  expect(await db.query('select 1 from identity.session')).toEqual([])
})

test('a session that ends while the database is being asked is not alive, whatever that answers', async () => {
  const clock = movable()
  const { app, db } = await emptyWorld({ now: clock.now })
  await newcomer(app)
  const [session] = await db.query<{ id: string }>('select id from identity.session')
  const id = session?.id ?? ''
  const sessions = createLiveSessions(db, ['tengrand:embedded'], clock.now)
  const asked = await db.transaction(async (tx) => {
    await tx.query('lock table identity.session in access exclusive mode')
    const isAlive = sessions.isAlive(id)
    await untilLocked(db, 'select true from identity.session')
    sessions.end(id)
    return { isAlive }
  })
  expect(await asked.isAlive).toBe(false)
  expect(await sessions.isAlive(id)).toBe(false)
})

test('a token of a session that was never there is refused', async () => {
  const { db, browser } = await withNewcomer(emptyWorld())
  const token = await browser.token()
  await db.query('update identity.session set id = id || $1', ['x'])
  expect(await browser.account(token)).toBe(401)
})

test('an outage of the database signs nobody out, and nobody is told so', async () => {
  const clock = movable()
  const first = await createWorld({ now: clock.now })
  const line = await lineTo(first.connection)
  const { app } = await createWorld({ now: clock.now, connection: line.connection })
  const { browser, email } = await newcomer(app)
  const token = await browser.token()
  expect(await browser.account(token)).toBe(200)
  await line.cut()
  clock.move(10_000)
  const answers = [
    await browser.get('/identity/token'),
    await browser.get('/identity/get-session'),
    await browser.get('/api/account', { authorization: `Bearer ${token}` }),
    await browser.signIn(email),
    await browser.signUp('grace@school.example'),
    await browser.post('/request-password-reset', { email }),
    await browser.post('/reset-password', { token: 'x', newPassword: nextPassword }),
  ]
  for (const answer of answers) {
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('a sign-out that could not end the session says so, and the browser forgets it all the same', async () => {
  const first = await createWorld()
  const line = await lineTo(first.connection)
  const { browser } = await withNewcomer(createWorld({ connection: line.connection }))
  await line.cut()
  expect((await browser.post('/sign-out')).statusCode).toBe(503)
  expect(browser.cookies.has('tengrand.session')).toBe(false)
  expect(browser.cookies.has('tengrand_session')).toBe(false)
})
