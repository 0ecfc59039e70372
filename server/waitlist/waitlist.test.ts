// The waitlist call: stores an email once, and every refusal.
import { describe, expect, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { createWebFolder } from '../testing/web-folder.ts'
import { createWorld } from '../testing/world.ts'

type World = Awaited<ReturnType<typeof createWorld>>

const at = Date.parse('2026-11-15T12:00:00Z')

const listed = ({ db }: World) => db.query('select email, joined_at from waitlist order by email')

async function createWaitlist(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options)
  const learner = await signUp(world.app)
  return { world, join: (email: unknown) => learner.post('/api/waitlist', { email }) }
}

describe('the waitlist', () => {
  test('is a page of the web app, with the policy of all its pages', async () => {
    const { app } = await createWorld({ webDir: await createWebFolder() })
    const [page, dashboard] = await Promise.all([app.inject('/waitlist'), app.inject('/dashboard')])
    expect(page.statusCode).toBe(200)
    expect(page.body).toBe(dashboard.body)
    expect(page.headers['content-security-policy']).toBe(
      dashboard.headers['content-security-policy'],
    )
  })

  test('takes no email without a sign-in', async () => {
    const world = await createWorld()
    const payload = { email: 'ann@example.com' }
    const answer = await world.app.inject({ method: 'POST', url: '/api/waitlist', payload })
    expect(answer.statusCode).toBe(401)
    expect(await listed(world)).toEqual([])
  })

  test('takes no email where somebody else keeps the list', async () => {
    const { world, join } = await createWaitlist({
      env: { PRO_WAITLIST_URL: 'https://forms.example/pro' },
    })
    expect((await join('ann@example.com')).statusCode).toBe(404)
    expect(await listed(world)).toEqual([])
  })
})

describe('an email', () => {
  test('is kept as an address is written, whoever it belongs to', async () => {
    const { world, join } = await createWaitlist({ now: () => at })
    const answer = await join('  Ann@Example.com ')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ email: 'ann@example.com' })
    expect(await listed(world)).toEqual([{ email: 'ann@example.com', joined_at: new Date(at) }])
  })

  test('that is known already gets the same answer, and keeps its place', async () => {
    let now = at
    const { world, join } = await createWaitlist({ now: () => now })
    const first = await join('ann@example.com')
    now += 60_000
    const again = await join('ANN@example.com')
    const headersOf = ({ headers }: typeof first) => ({ ...headers, 'x-request-id': '', date: '' })
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(headersOf(again)).toEqual(headersOf(first))
    expect(await listed(world)).toEqual([{ email: 'ann@example.com', joined_at: new Date(at) }])
  })

  test('that was sent twenty times at once is there once', async () => {
    const { world, join } = await createWaitlist()
    const answers = await Promise.all(Array.from({ length: 20 }, () => join('ann@example.com')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(await listed(world)).toHaveLength(1)
  })

  test('that is none is refused with a sentence', async () => {
    const { world, join } = await createWaitlist()
    const tooLong = `${'a'.repeat(250)}@b.example`
    const none = ['', 'ann', 'ann@', 'ann@example', 'a b@example.com', tooLong, 7, null, undefined]
    for (const email of none) {
      const answer = await join(email)
      expect([email, answer.statusCode]).toEqual([email, 400])
      expect(answer.json()).toMatchObject({ code: 'invalid_email' })
    }
    expect(await listed(world)).toEqual([])
  })

  test('is not logged', async () => {
    const { world, join } = await createWaitlist()
    await join('ann@example.com')
    await join('ann@')
    expect(world.logLines.join('')).not.toContain('ann@')
  })

  test('is one of too many from one address, which may come again in ten minutes', async () => {
    const world = await createWorld()
    const { token } = await signUp(world.app)
    const from = (remoteAddress: string, email: string) =>
      world.app.inject({
        method: 'POST',
        url: '/api/waitlist',
        remoteAddress,
        headers: { authorization: `Bearer ${token}` },
        payload: { email },
      })
    for (let tries = 1; tries <= 60; tries += 1) {
      expect((await from('2001:db8::1', `ann${tries}@example.com`)).statusCode).toBe(200)
    }
    const refused = await from('2001:db8::2', 'bob@example.com')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(540)
    expect(refused.json().detail).toBe(
      'That was a lot of requests. Please try again in 10 minutes.',
    )
    expect((await from('2001:db8:1::1', 'bob@example.com')).statusCode).toBe(200)
    expect(await listed(world)).toHaveLength(61)
  })

  test('cannot be kept while the server has trouble of its own', async () => {
    const { world, join } = await createWaitlist()
    await world.db.query('alter table waitlist rename to elsewhere')
    const answer = await join('ann@example.com')
    expect(answer.statusCode).toBe(500)
    expect(answer.json().detail).toBe('Something went wrong on our side. Please try again.')
  })
})
