// The database of an earlier version opens under this one, and its people keep their accounts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { migrate } from '../db/migrate.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { createWorld } from '../testing/world.ts'
import { browserOn, movable, password, resetPassword } from './testing/browser.ts'
import { envOf, signInWithGoogle, startGoogle } from './testing/google-world.ts'

const ada = 'ad97006b-a406-4427-8c58-70677d910c7a'
const graces = '1b145b4d-f72f-4a9a-957f-c980496f7dbc'
/** Cookies that the earlier version has signed, with the secret of the test worlds. */
const cookies = {
  ada: 'n0HQhm44bmLtFvAm3W3keVQWJrvUyzA8VAnsR841vMs.V6sP_CgllcP2CMMVCTc9QBVSGsZsFlM-evdUafQQTgk',
  grace: 'tMaBSi7MBkpFevV0ftqfx8p1mLjL606N.t2arMTCDSerJJ3LdQjGSwJXEIdLMxz7jv34vH2e7nmk',
  device:
    'Kp1zSUw5Liw4zkZk~nV5bark7s3K9EXFKjUk98JLSx0IRl8r7.7J31bES4GNJPetLV1DlLRfruXS9wPUU_J5Yknbxmjb0',
}
const oldToken =
  'eyJhbGciOiJFZERTQSIsImtpZCI6IjJmMzZiNzNhLTgxNmYtNGJkZS1hYTdkLTE3MDBmMWNkM2M3MiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0ZW5ncmFuZDplbWJlZGRlZCIsImF1ZCI6InRlbmdyYW5kLWFwaSIsInN1YiI6IkVOTUpFWHk1ZlZQWjZEd3Joel9BeURPbmNfQmJ0djVPIiwiZW1haWwiOiJhZGFAc2Nob29sLmV4YW1wbGUiLCJzaWQiOiIxbndBbmh2TkY4aTdpckVqSXZPdGNKY25TS1AwQUM0TSIsImlhdCI6MTgwMzg1OTIwMCwiZXhwIjoxODAzODYwMTAwfQ.QNe-UYxYYiwxYGfR58FZ4GP5GYQ-BZdaXIomRRV41eH2if7iEZOKABs55nOOZo7i5XsIcBWuIqujW00VN9tjBg'
const link = 'cC7MMug3BbZwcelz-aPW-zR2gx4_HPexjbp-S1cIl9g'

async function upgraded(now: () => number = movable().now, env: Record<string, string> = {}) {
  const { db, connection } = await databaseBefore('0009')
  await db.query(await readFile(join(import.meta.dirname, 'testing/version-0-1.sql'), 'utf8'))
  await migrate(db)
  const google = await startGoogle()
  onTestFinished(() => google.close())
  const world = await createWorld({ connection, now, env: { ...envOf(google), ...env } })
  return { ...world, google }
}

test('a session of the earlier version goes on: the old token is no longer good, and a new one is there for the cookie', async () => {
  const { app } = await upgraded()
  for (const [cookie, id] of [
    [cookies.ada, ada],
    [cookies.grace, graces],
  ] as const) {
    const browser = browserOn(app)
    browser.cookies.set('tengrand.session', { value: cookie, path: '/identity' })
    expect(await browser.account(oldToken)).toBe(401)
    expect(await browser.ownAccount()).toMatchObject({ user_id: id })
  }
})

test('a person of the earlier version has the same password and the same portfolio', async () => {
  const { app } = await upgraded()
  const browser = browserOn(app)
  const answer = await browser.signIn('ada@school.example', password)
  expect(answer.statusCode).toBe(200)
  expect(await browser.ownAccount()).toMatchObject({ user_id: ada })
  const { token } = answer.json<{ token: string }>()
  const portfolio = await browser.get('/api/portfolio', { authorization: `Bearer ${token}` })
  expect(portfolio.json()).toMatchObject({ cash_balance: 9027.97 })
})

test('a device that was known to the earlier version still is', async () => {
  // A small limit, because each try takes a password hash at full cost.
  const few = { IDENTITY_FAILURES_PER_ACCOUNT: '4' }
  const { app } = await upgraded(movable().now, few)
  const strangers = Array.from({ length: 4 }, (_, index) => browserOn(app, `10.0.${index}.1`))
  for (const stranger of strangers) await stranger.signIn('ada@school.example', 'wrong password')
  expect((await browserOn(app).signIn('ada@school.example', password)).statusCode).toBe(429)
  const device = browserOn(app)
  device.cookies.set('tengrand.device', { value: cookies.device, path: '/identity' })
  expect((await device.signIn('ada@school.example', password)).statusCode).toBe(200)
})

test('a Google account of the earlier version is the same', async () => {
  // The stand-in for Google uses the system clock.
  const { app } = await upgraded(Date.now)
  const browser = browserOn(app)
  await signInWithGoogle(browser)
  expect(await browser.ownAccount()).toMatchObject({ user_id: graces })
})

test('a Google account for an address that Google does not hand out is lost to whoever reads the mailbox', async () => {
  const world = await upgraded(Date.now)
  const { app, google } = world
  const kim = { sub: '2077', email: 'kim@college.example', email_verified: true }
  google.setPerson(kim)
  const browser = browserOn(app)
  await signInWithGoogle(browser)
  expect(browser.cookies.has('tengrand.session')).toBe(true)
  await resetPassword(world, kim.email, 'the password of the owner')
  const later = browserOn(app)
  await signInWithGoogle(later)
  expect(later.cookies.has('tengrand.session')).toBe(false)
})

test('a link that was on its way works, once, and ends the sessions of before', async () => {
  const { app } = await upgraded()
  const browser = browserOn(app)
  const reset = { token: link, newPassword: 'another horse battery' }
  expect((await browser.post('/reset-password', reset)).statusCode).toBe(200)
  expect((await browser.post('/reset-password', reset)).json()).toMatchObject({
    code: 'expired_link',
  })
  expect((await browser.signIn('ada@school.example', password)).statusCode).toBe(401)
  expect((await browser.signIn('ada@school.example', reset.newPassword)).statusCode).toBe(200)
  expect(await browser.ownAccount()).toMatchObject({ user_id: ada })
  const old = browserOn(app)
  old.cookies.set('tengrand.session', { value: cookies.ada, path: '/identity' })
  expect((await old.get('/identity/token')).statusCode).toBe(401)
})

test('a person whom Google vouched for counts as confirmed, and one with a password alone does not', async () => {
  const { db } = await upgraded()
  const accounts = await db.query(
    `select email, email_verified from account
     join identity.person on person.id = account.subject order by email`,
  )
  expect(accounts).toEqual([
    { email: 'ada@school.example', email_verified: false },
    { email: 'grace@school.example', email_verified: true },
  ])
})
