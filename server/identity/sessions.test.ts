import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'

import { createWorld, type World } from '../testing/world.ts'
import {
  browserOn,
  movable,
  newcomer,
  type Browser,
  withNewcomer,
  withBrowser,
} from './testing/browser.ts'

const secret = 'another secret of thirty-two bytes'

/** A browser with the same cookies at another server. */
function moved({ cookies }: Browser, { app }: World): Browser {
  const browser = browserOn(app)
  for (const [name, cookie] of cookies) browser.cookies.set(name, cookie)
  return browser
}

test('signing in and signing up answer the token at once', async () => {
  const { browser } = await withBrowser(createWorld())
  for (const way of [browser.signUp, browser.signIn]) {
    const answer = await way('ada@school.example')
    expect(await browser.account(answer.json<{ token: string }>().token)).toBe(200)
  }
})

test('a token of one node is good on another', async () => {
  const clock = movable()
  const first = await createWorld({ now: clock.now })
  const second = await createWorld({ now: clock.now, connection: first.connection })
  const { browser } = await newcomer(first.app)
  expect(await browserOn(second.app).account(await browser.token())).toBe(200)
})

test('a new secret signs everybody out, and loses nothing else', async () => {
  const first = await createWorld()
  const { browser, email } = await newcomer(first.app)
  const token = await browser.token()
  const account = await browser.ownAccount()
  const second = await createWorld({
    connection: first.connection,
    env: { IDENTITY_SECRET: secret },
  })
  const later = moved(browser, second)
  expect(await later.account(token)).toBe(401)
  expect((await later.get('/identity/token')).statusCode).toBe(401)
  expect((await later.signIn(email)).statusCode).toBe(200)
  expect(await later.ownAccount()).toEqual(account)
})

test('a server that has made its secret and lost it starts all the same, and people sign in again', async () => {
  // Each world has its own data folder, so the second does not find the secret of the first.
  const env = { IDENTITY_SECRET: '' }
  const first = await createWorld({ env })
  const { browser, email } = await newcomer(first.app)
  const token = await browser.token()
  const second = await createWorld({ env, connection: first.connection })
  const later = moved(browser, second)
  expect((await later.get('/identity/token')).statusCode).toBe(401)
  expect(await later.account(token)).toBe(401)
  expect((await later.signIn(email)).statusCode).toBe(200)
})

test('a server that moves to another address keeps its people', async () => {
  const first = await createWorld({ env: { PUBLIC_URL: 'http://old.example' } })
  const { email } = await newcomer(first.app)
  const second = await createWorld({
    connection: first.connection,
    env: { PUBLIC_URL: 'http://new.example' },
  })
  const [before, after] = [browserOn(first.app), browserOn(second.app)]
  await before.signIn(email)
  await after.signIn(email)
  const [old, next] = [decodeJwt(await before.token()), decodeJwt(await after.token())]
  expect([next.iss, next.sub]).toEqual([old.iss, old.sub])
})

test('a database that is away is no reason to sign anybody out', async () => {
  const { db, browser } = await withNewcomer(createWorld())
  const token = await browser.token()
  await db.query('alter table identity.session rename to away')
  expect([401, 403]).not.toContain(await browser.account(token))
})
