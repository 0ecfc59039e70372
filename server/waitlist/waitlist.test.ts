// The waitlist as a browser meets it: a form, its thanks, and every way in which it is not taken.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'

import { createWebFolder } from '../testing/web-folder.ts'
import { createWorld } from '../testing/world.ts'

const formType = 'application/x-www-form-urlencoded'
const at = Date.parse('2026-11-15T12:00:00Z')

const send = (app: FastifyInstance, email: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/waitlist',
    headers: { 'content-type': formType, ...headers },
    payload: new URLSearchParams({ email }).toString(),
  })

const listed = ({ db }: Awaited<ReturnType<typeof createWorld>>) =>
  db.query('select email, joined_at from waitlist order by email')

describe('the form', () => {
  test('asks for an e-mail, in plain HTML', async () => {
    const { app } = await createWorld()
    const answer = await app.inject('/waitlist')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('<h1>Join the Pro waitlist</h1>')
    expect(answer.body).toContain('<form method="post" action="/waitlist">')
    expect(answer.body).toContain('name="email" type="email" required')
    expect(answer.body).not.toContain('role="alert"')
  })

  test('may load nothing but itself, and be framed by nobody', async () => {
    const webDir = await createWebFolder()
    await writeFile(join(webDir, 'assets/geist-1a2b.woff2'), 'a font')
    const { app } = await createWorld({ webDir })
    const { headers, body } = await app.inject('/waitlist')
    const hashOf = (tag: string) => {
      const [, source = ''] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(body) ?? []
      return `'sha256-${createHash('sha256').update(source).digest('base64')}'`
    }
    expect(body).toContain('url("/assets/geist-1a2b.woff2")')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is not there where somebody else keeps the list', async () => {
    const { app } = await createWorld({ env: { PRO_WAITLIST_URL: 'https://forms.example/pro' } })
    expect((await app.inject('/waitlist')).statusCode).toBe(404)
    expect((await send(app, 'ann@example.com')).statusCode).toBe(404)
  })
})

describe('an e-mail', () => {
  test('is kept, and thanked for on a page that a reload does not send again', async () => {
    const world = await createWorld({ now: () => at })
    const answer = await send(world.app, '  Ann@Example.com ')
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/waitlist/thanks')
    const thanks = await world.app.inject('/waitlist/thanks')
    expect(thanks.statusCode).toBe(200)
    expect(thanks.body).toContain("You're on the list!")
    expect(await listed(world)).toEqual([{ email: 'ann@example.com', joined_at: new Date(at) }])
  })

  test('that is known already gets the same answer, and keeps its place', async () => {
    let now = at
    const world = await createWorld({ now: () => now })
    const first = await send(world.app, 'ann@example.com')
    now += 3_600_000
    const again = await send(world.app, 'ANN@example.com')
    const headersOf = ({ headers }: typeof first) => ({ ...headers, 'x-request-id': '', date: '' })
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(headersOf(again)).toEqual(headersOf(first))
    expect(await listed(world)).toEqual([{ email: 'ann@example.com', joined_at: new Date(at) }])
  })

  test('that was sent twice at once is there once', async () => {
    const world = await createWorld()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(world.app, 'ann@example.com')),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 303))
    expect(await listed(world)).toHaveLength(1)
  })

  test.each(['', 'ann', 'ann@', 'ann@example', 'a b@example.com', `${'a'.repeat(250)}@b.example`])(
    'that is none is asked for again: %j',
    async (email) => {
      const world = await createWorld()
      const answer = await send(world.app, email)
      expect(answer.statusCode).toBe(400)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain('role="alert">Please enter a valid e-mail address.</p>')
      expect(answer.body).toContain(`value="${email}"`)
      expect(answer.body).toContain('<title>Error: Join the Pro waitlist · Tengrand</title>')
      expect(await listed(world)).toEqual([])
    },
  )

  test('stays text on the page, whatever stands in it', async () => {
    const { app } = await createWorld()
    const { body } = await send(app, '"><script>alert(1)</script>&')
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"')
  })

  test('is not logged', async () => {
    const { app, logLines } = await createWorld()
    await send(app, 'ann@example.com')
    await send(app, 'ann@')
    expect(logLines.join('')).not.toContain('ann@')
  })
})

describe('a form that is not taken', () => {
  test.each([
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ])('comes from another site: %j', async (headers) => {
    const world = await createWorld()
    const answer = await send(world.app, 'ann@example.com', { host: 'localhost:3000', ...headers })
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('This server was set up for another address')
    expect(answer.body).not.toContain('ann@example.com')
    expect(await listed(world)).toEqual([])
  })

  test('comes from this very site otherwise', async () => {
    const { app } = await createWorld({ env: { PUBLIC_URL: 'https://tengrand.example' } })
    const headers = { origin: 'https://tengrand.example', 'sec-fetch-site': 'same-origin' }
    expect((await send(app, 'ann@example.com', headers)).statusCode).toBe(303)
  })

  test.each(['', 'name=ann', 'email=ann%40example.com&__proto__=x', 'email=%'])(
    'has other fields, and no harm is done: %j',
    async (payload) => {
      const { app } = await createWorld()
      const answer = await app.inject({
        method: 'POST',
        url: '/waitlist',
        headers: { 'content-type': formType },
        payload,
      })
      expect(answer.statusCode).toBe(payload.includes('example') ? 303 : 400)
    },
  )

  test.each([
    { type: 'text/plain', payload: 'email=ann@example.com', status: 415 },
    { type: formType, payload: `email=${'a'.repeat(20_000)}`, status: 413 },
  ])('is no form, or too long: $status', async ({ type, payload, status }) => {
    const { app } = await createWorld()
    const answer = await app.inject({
      method: 'POST',
      url: '/waitlist',
      headers: { 'content-type': type },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain('role="alert"')
  })

  test('is one of too many from one address, which may come again in ten minutes', async () => {
    const world = await createWorld()
    const from = (remoteAddress: string, email: string) =>
      world.app.inject({
        method: 'POST',
        url: '/waitlist',
        remoteAddress,
        headers: { 'content-type': formType },
        payload: new URLSearchParams({ email }).toString(),
      })
    for (let tries = 1; tries <= 60; tries += 1) {
      expect((await from('2001:db8::1', `ann${tries}@example.com`)).statusCode).toBe(303)
    }
    const refused = await from('2001:db8::2', 'bob@example.com')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(540)
    expect(refused.body).toContain('That was a lot of requests. Please try again in 10 minutes.')
    expect(refused.body).toContain('value="bob@example.com"')
    expect((await from('2001:db8:1::1', 'bob@example.com')).statusCode).toBe(303)
    expect(await listed(world)).toHaveLength(61)
  })

  test('comes to a server that has trouble of its own', async () => {
    const { app, db } = await createWorld()
    await db.query('alter table waitlist rename to elsewhere')
    const answer = await send(app, 'ann@example.com')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toContain('Something went wrong on our side. Please try again.')
    expect(answer.body).toContain('value="ann@example.com"')
  })
})
