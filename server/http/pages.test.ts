import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { assetSource, bootScript, createWebFolder } from '../testing/web-folder.ts'
import { createWorld, type World } from '../testing/world.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.splice(0)) await end()
})
const atEnd = (end: () => Promise<unknown>) => void ends.unshift(end)

/** These tests change no state, so tests with the same settings share a world. */
const worlds = new Map<string | undefined, Promise<World>>()
function pageWorld(env: { PUBLIC_URL?: string } = {}): Promise<World> {
  const made = worlds.get(env.PUBLIC_URL) ?? makeWorld(env)
  worlds.set(env.PUBLIC_URL, made)
  return made
}

const makeWorld = async (env: { PUBLIC_URL?: string }) =>
  createWorld({ webDir: await createWebFolder(atEnd), env, atEnd })

test.each([
  '/',
  '/dashboard',
  '/stock/BRK.B',
  '/no/such/page',
  '/apidocs',
  '/login?next=/pro',
  '/index.html',
  '/stock/%E0%A4%A',
  '/%',
])('%s is the web app, which is revalidated every time', async (url) => {
  const { app } = await pageWorld()
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.body).toContain('the page')
})

test.each([
  '/assets/gone-9f.js',
  '/favicon.ico',
  '/sitemap.xml',
  '/app.webmanifest?v=2',
  '/.well-known/security.txt',
  '/getting-started/figure.png',
  '/wp-login%2Ephp',
  '/api',
  '/api/nothing',
  '/identity/nothing',
  '/auth/nothing',
  '/healthz/',
  '/readyz/',
  '/%61pi/x',
  '//api/x',
  '/assets%2Fx.js',
  '/API/x',
])('%s is a problem, not the web app', async (url) => {
  const { app } = await pageWorld()
  const answer = await app.inject({ url, headers: { accept: 'text/html,*/*' } })
  expect(answer.json()).toMatchObject({ code: 'not_found' })
})

test.each(['/api/current-price/%E0%A4%A', '/%61pi/%E0%A4%A', '/assets%2F%E0%A4%A'])(
  '%s cannot be read, and is a problem',
  async (url) => {
    const { app } = await pageWorld()
    const answer = await app.inject({ url, headers: { accept: 'text/html,*/*' } })
    expect(answer.json()).toMatchObject({ code: 'invalid_request' })
  },
)

test('hashed files are kept for ever, in the smallest form that the browser takes', async () => {
  const { app } = await pageWorld()
  const ask = (encoding: string) =>
    app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encoding } })
  const [plain, gzip, brotli] = [await ask('identity'), await ask('gzip'), await ask('gzip, br')]
  expect(plain.body).toBe(assetSource)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotli.headers['content-encoding']).toBe('br')
  for (const answer of [plain, gzip, brotli]) {
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
  }
})

test('a page that has not changed is not sent again', async () => {
  const { app } = await pageWorld()
  const first = await app.inject('/dashboard')
  const again = await app.inject({
    url: '/dashboard',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('robots.txt is a file and not the web app', async () => {
  const { app } = await pageWorld()
  const answer = await app.inject('/robots.txt')
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  expect(answer.body).toContain('User-agent: *')
})

test.each([
  '/.vite/manifest.json',
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2f..%2fetc%2fpasswd',
])('%s shows nothing that is not meant to be served', async (url) => {
  const { app } = await pageWorld()
  const answer = await app.inject(url)
  expect(answer.body).not.toMatch(/secret|workspaces|root:/)
})

test('the page may run its boot script and its own files, and nothing else', async () => {
  const { app } = await pageWorld()
  const { headers } = await app.inject('/')
  const hash = createHash('sha256').update(bootScript).digest('base64')
  expect(headers['content-security-policy']).toBe(
    [
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
})

test('every kind of answer carries the security headers', async () => {
  const { app } = await pageWorld()
  for (const url of ['/', '/assets/app-1a2b.js', '/api/nothing', '/healthz']) {
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-frame-options': 'DENY',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers).not.toHaveProperty('strict-transport-security')
  }
})

test('behind https the answers have Strict-Transport-Security', async () => {
  const { app } = await pageWorld({ PUBLIC_URL: 'https://tengrand.example' })
  const { headers } = await app.inject('/')
  expect(headers['strict-transport-security']).toMatch(/max-age=31536000/)
})

test('without a built web app the API still answers', async () => {
  const { app } = await createWorld()
  expect((await app.inject('/')).statusCode).toBe(404)
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'alive' })
})

test('what is served does not change under a running server', async () => {
  const webDir = await createWebFolder()
  const { app } = await createWorld({ webDir })
  const before = await app.inject('/')
  await writeFile(join(webDir, 'index.html'), '<script>another()</script>')
  await rm(join(webDir, 'assets'), { recursive: true })
  expect((await app.inject('/')).body).toBe(before.body)
  expect((await app.inject('/assets/app-1a2b.js')).body).toBe(assetSource)
})

test('an encoding that is declined is not used', async () => {
  const { app } = await pageWorld()
  const declined = await app.inject({
    url: '/assets/app-1a2b.js',
    headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' },
  })
  expect(declined.headers['content-encoding']).toBe('gzip')
})

test.each([
  { way: 'with a password', env: {}, has: true },
  { way: 'without new accounts', env: { IDENTITY_SIGN_UP: 'closed' }, has: false },
])('the page brings the usual sign-in screen along, or not: $way', async ({ env, has }) => {
  const folder = await createWebFolder()
  const { app } = await createWorld({ webDir: folder, env })
  const answer = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(answer.body).toContain('the page')
  expect(answer.body.includes('the form')).toBe(has)
  const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers.etag).toBe(answer.headers.etag)
})

test.each([
  { env: {}, image: '/card.png' },
  { env: { PUBLIC_URL: 'https://learn.example' }, image: 'https://learn.example/card.png' },
])('the card of a link has its picture at $image', async ({ env, image }) => {
  const { app } = await pageWorld(env)
  const { body } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(body).toContain(`<meta property="og:image" content="${image}" />`)
})
