import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose'
import { expect, test } from 'vitest'

import { openDb } from '../../db.ts'
import { StartProblem } from '../../start-problem.ts'
import { createWorld } from '../../testing/world.ts'
import { sweep } from './sweep.ts'
import { lineTo } from './testing/database-line.ts'
import { browserOn, days, eventually, minutes, movable, newcomer } from './testing/browser.ts'

const kidOf = (token: string) => decodeProtectedHeader(token).kid

test('anybody can check a token with the published keys, and sign none with them', async () => {
  const clock = movable()
  const { app } = await createWorld({ now: clock.now })
  const { browser, id } = await newcomer(app)
  const answer = await app.inject('/identity/jwks')
  expect(answer.headers['cache-control']).toBe('public, max-age=60')
  const keys = answer.json<JSONWebKeySet>()
  expect(keys).toEqual({
    keys: [
      {
        kid: expect.any(String),
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.any(String),
        alg: 'EdDSA',
        use: 'sig',
      },
    ],
  })
  const { payload } = await jwtVerify(await browser.token(), createLocalJWKSet(keys), {
    issuer: 'tengrand:embedded',
    audience: 'tengrand-api',
    currentDate: new Date(clock.now()),
  })
  expect(payload.sub).toBe(id)
})

test('another key signs every thirty days, and tokens of the old one are good until they end', async () => {
  const clock = movable()
  const { app, db } = await createWorld({ now: clock.now })
  const { browser } = await newcomer(app)
  const first = await browser.token()
  // In use all the time, so that the session lasts.
  for (let day = 0; day < 29; day += 1) {
    clock.move(days(1))
    await browser.token()
  }
  clock.move(days(1) - minutes(5))
  const old = await browser.token()
  expect(kidOf(old)).toBe(kidOf(first))
  clock.move(minutes(5))
  const next = await browser.token()
  expect(kidOf(next)).not.toBe(kidOf(old))
  expect(await browser.account(next)).toBe(200)
  expect(await browser.account(old)).toBe(200)
  expect((await app.inject('/identity/jwks')).json<JSONWebKeySet>().keys).toHaveLength(2)
  clock.move(minutes(11))
  expect(await browser.account(old)).toBe(401)
  clock.move(days(1))
  await sweep({ db, now: clock.now })
  expect(await db.query('select 1 from identity.signing_key')).toHaveLength(1)
  expect((await app.inject('/identity/jwks')).json<JSONWebKeySet>().keys).toHaveLength(1)
})

test('one key is made, however many tokens are asked for when it is due, on however many nodes', async () => {
  const clock = movable()
  const first = await createWorld({ now: clock.now })
  const second = await createWorld({ now: clock.now, connection: first.connection })
  const { browser } = await newcomer(first.app)
  const elsewhere = browserOn(second.app)
  for (const [name, cookie] of browser.cookies) elsewhere.cookies.set(name, cookie)
  expect(await first.db.query('select 1 from identity.signing_key')).toHaveLength(1)
  await first.db.query('update identity.session set "expiresAt" = "expiresAt" + $1::interval', [
    '1 year',
  ])
  clock.move(days(30))
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? browser : elsewhere).token()),
  )
  expect(new Set(tokens.map(kidOf)).size).toBe(1)
  expect(await first.db.query('select 1 from identity.signing_key')).toHaveLength(2)
})

test('a token of one node is good on another, also with a key that is new to it', async () => {
  const clock = movable()
  const first = await createWorld({ now: clock.now })
  const second = await createWorld({ now: clock.now, connection: first.connection })
  const { browser } = await newcomer(first.app)
  const elsewhere = browserOn(second.app)
  expect(await elsewhere.account(await browser.token())).toBe(200)
  await first.db.query('update identity.session set "expiresAt" = "expiresAt" + $1::interval', [
    '1 year',
  ])
  clock.move(days(30))
  const token = await browser.token()
  await eventually(async () => expect(await elsewhere.account(token)).toBe(200))
})

test('tokens that name keys nobody knows do not reach the database', async () => {
  const clock = movable()
  const { app, db } = await createWorld({ now: clock.now })
  const { browser } = await newcomer(app)
  const token = await browser.token()
  expect(await browser.account(token)).toBe(200)
  const [, claims, signature] = token.split('.')
  const forged = (index: number) => {
    const header = { alg: 'EdDSA', typ: 'JWT', kid: `unknown ${index}` }
    return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}.${signature}`
  }
  // Once for the first of them, and no more while the clock stands still.
  expect(await browser.account(forged(0))).toBe(401)
  await db.query('alter table identity.signing_key rename to away')
  for (let index = 1; index < 50; index += 1) {
    expect(await browser.account(forged(index))).toBe(401)
  }
  expect(await browser.account(token)).toBe(200)
})

test('a key that cannot be looked up is no reason to sign anybody out', async () => {
  const clock = movable()
  const first = await createWorld({ now: clock.now })
  const line = await lineTo(first.connection)
  const second = await createWorld({ now: clock.now, connection: line.connection })
  const { browser } = await newcomer(first.app)
  const token = await browser.token()
  await line.cut()
  const answer = await second.app.inject({
    url: '/api/account',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(503)
  expect((await second.app.inject('/identity/jwks')).statusCode).toBe(503)
})

test('private keys are encrypted', async () => {
  const { db } = await createWorld()
  const [key] = await db.query<{ privateKey: Buffer }>(
    'select private_key as "privateKey" from identity.signing_key',
  )
  // The beginning of every key of this kind in its plain form.
  expect(key?.privateKey.toString('hex')).not.toContain('302e020100300506032b6570')
  expect(key?.privateKey.length).toBe(12 + 16 + 48)
})

test('a start with another secret ends in a sentence, and not at the first sign-in', async () => {
  const { connection } = await createWorld()
  const start = createWorld({
    connection,
    env: { IDENTITY_SECRET: 'another secret of thirty-two bytes' },
  })
  await expect(start).rejects.toThrow(StartProblem)
  await expect(start).rejects.toThrow('IDENTITY_SECRET')
  // As the sentence says.
  const db = openDb(connection)
  await db.query('delete from identity.signing_key')
  await db.close()
  const { app } = await createWorld({
    connection,
    env: { IDENTITY_SECRET: 'another secret of thirty-two bytes' },
  })
  expect((await browserOn(app).signUp('ada@school.example')).statusCode).toBe(200)
})

test('where the server has made its secret and lost it, it starts all the same, and people sign in again', async () => {
  // Each world has a folder of its own, so that the second does not find the secret of the first.
  const env = { IDENTITY_SECRET: '' }
  const first = await createWorld({ env })
  const before = await newcomer(first.app)
  const old = await before.browser.token()
  const second = await createWorld({ env, connection: first.connection })
  const log = second.logLines.join('')
  expect(log).toContain('the signing keys were made with a secret that is lost')
  expect(log).toContain('"level":40')
  const browser = browserOn(second.app)
  for (const [name, cookie] of before.browser.cookies) browser.cookies.set(name, cookie)
  expect((await browser.get('/identity/token')).statusCode).toBe(401)
  expect(await browser.account(old)).toBe(401)
  expect((await browser.signIn(before.email)).statusCode).toBe(200)
  expect(await browser.account(await browser.token())).toBe(200)
  expect(await second.db.query('select 1 from identity.signing_key')).toHaveLength(1)
})

test('a secret that the server has made can be chosen for the next start, and no other', async () => {
  const { connection } = await createWorld({ env: { IDENTITY_SECRET: '' } })
  const start = createWorld({ connection })
  await expect(start).rejects.toThrow('it is in the file identity-secret of the old DATA_DIR')
  await expect(start).rejects.toThrow('start without IDENTITY_SECRET')
  const db = openDb(connection)
  expect(await db.query('select 1 from identity.signing_key')).toHaveLength(1)
  await db.close()
  // As the sentence says.
  const { app } = await createWorld({ connection, env: { IDENTITY_SECRET: '' } })
  expect((await browserOn(app).signUp('ada@school.example')).statusCode).toBe(200)
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
