import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'

import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { browserOn, password, withNewcomer } from '../testing/browser.ts'
import { sharedGoogleWorld } from '../testing/google-world.ts'

const emptyWorld = sharedWorlds()
const emptyGoogleWorld = sharedGoogleWorld()

const posts = [
  '/sign-up/email',
  '/sign-in/email',
  '/sign-in/google',
  '/sign-out',
  '/request-password-reset',
  '/reset-password',
  '/change-password',
  '/change-email',
  '/send-confirmation',
  '/confirm-email',
]
const gets = ['/get-session', '/token', '/account', '/callback/google']

/** Paths that authentication libraries commonly have. */
const others = [
  '/jwks',
  '/ok',
  '/error',
  '/list-sessions',
  '/revoke-sessions',
  '/update-user',
  '/delete-user',
  '/set-password',
  '/verify-email',
  '/link-social',
  '/unlink-account',
  '/list-accounts',
  '/refresh-token',
  '/sign-in/social',
  '/sign-in/oidc',
  '/callback/oidc',
  '/callback/github',
  '/oauth2/callback/google',
  '/sign-up',
  '/token/x',
  '',
  '/',
  '/sign-in/email/',
  '//sign-in/email',
]

test('no address below /identity is reachable but those of the contract', async () => {
  const { browser } = await withNewcomer(emptyGoogleWorld())
  for (const path of others) {
    for (const answer of [await browser.get(`/identity${path}`), await browser.post(path)]) {
      expect([path, answer.json().code]).toEqual([path, 'not_found'])
    }
  }
})

test('every address takes its own method and no other', async () => {
  const { app } = await emptyGoogleWorld()
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  for (const path of [...posts, ...gets]) {
    const own = posts.includes(path) ? 'POST' : 'GET'
    for (const method of methods.filter((name) => name !== own)) {
      const answer = await app.inject({ method, url: `/identity${path}` } satisfies InjectOptions)
      expect([path, method, answer.statusCode]).toEqual([path, method, 405])
      expect(answer.headers.allow).toBe(own)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  }
})

test('the callback of Google leads nowhere where Google is not set up', async () => {
  const { app } = await emptyWorld()
  expect((await app.inject('/identity/callback/google?code=x&state=y')).statusCode).toBe(404)
})

const foreign: readonly (readonly [string, Record<string, string>])[] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://localhost:4000' }],
  ['another name of this machine', { origin: 'http://127.0.0.1:80' }],
  ['a name that looks like ours', { origin: 'http://localhost.evil.example:80' }],
  ['a name that points here', { origin: 'http://evil.example', host: 'evil.example' }],
  ['nonsense', { origin: 'localhost' }],
  ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['a browser that says same-site', { 'sec-fetch-site': 'same-site' }],
  [
    'a browser that says cross-site and names us',
    { origin: 'http://localhost', host: 'localhost', 'sec-fetch-site': 'cross-site' },
  ],
]

test.each(foreign)('a request from %s is refused at every address', async (_who, headers) => {
  const { db, browser } = await withNewcomer(emptyWorld())
  for (const path of posts) {
    const body = { email: 'eve@evil.example', password, token: 'x', newPassword: password }
    const answer = await browser.post(path, body, headers)
    expect([path, answer.json().code]).toEqual([path, 'foreign_origin'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  for (const path of ['/identity/token', '/identity/get-session']) {
    expect((await browser.get(path, headers)).statusCode).toBe(403)
  }
  expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  expect(await db.query('select 1 from identity.person')).toHaveLength(1)
})

test.each([
  ['a page of this machine', { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' }],
  ['its address in numbers', { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }],
  ['its newer address', { origin: 'http://[::1]:8080', host: '[::1]:8080' }],
  ['no browser', {}],
])('a request from %s is taken', async (_who, headers) => {
  const { app } = await emptyWorld()
  const given = { email: 'ada@school.example', password }
  const host = { host: 'localhost' }
  const answer = await browserOn(app).post('/sign-up/email', given, { ...host, ...headers })
  expect(answer.statusCode).toBe(200)
})

test('a server with a PUBLIC_URL takes pages of that address and not even those of this machine', async () => {
  const { app } = await emptyWorld({ env: { PUBLIC_URL: 'https://tengrand.example' } })
  const ask = (origin: string) => browserOn(app).post('/sign-out', {}, { origin })
  expect((await ask('https://tengrand.example')).statusCode).toBe(200)
  for (const origin of [
    'http://tengrand.example',
    'https://tengrand.example:8443',
    'https://www.tengrand.example',
    'https://tengrand.example.evil.example',
    'http://localhost:80',
  ]) {
    expect((await ask(origin)).statusCode).toBe(403)
  }
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/plain; application/json',
])('a body that a form of another site could send is refused: %s', async (type) => {
  const { app } = await emptyWorld()
  for (const path of posts) {
    const answer = await app.inject({
      method: 'POST',
      url: `/identity${path}`,
      headers: { 'content-type': type },
      payload: JSON.stringify({ email: 'ada@school.example', password }),
    })
    expect([path, answer.json().code]).toEqual([path, 'unsupported_media_type'])
  }
})

test('an empty body is refused as well, because it is no JSON', async () => {
  const { app } = await emptyWorld()
  for (const path of posts) {
    const answer = await app.inject({ method: 'POST', url: `/identity${path}` })
    expect(answer.statusCode).toBe(415)
  }
})

test('a body of a megabyte is not read', async () => {
  const { app } = await emptyWorld()
  for (const path of posts) {
    const answer = await browserOn(app).post(path, { email: 'a'.repeat(1_000_000), password })
    expect(answer.json()).toMatchObject({ code: 'body_too_large' })
  }
})

test('no other site may read the answers', async () => {
  const { browser } = await withNewcomer(emptyWorld())
  const headers = { origin: 'https://evil.example' }
  for (const path of ['/identity/token', '/identity/get-session']) {
    const answer = await browser.get(path, headers)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  }
})
