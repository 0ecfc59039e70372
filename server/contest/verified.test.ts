// With the setting for verified emails, only accounts with a confirmed email are ranked.
import { describe, expect, test } from 'vitest'

import {
  browserOn,
  days,
  eventually,
  linksIn,
  minutes,
  movable,
} from '../identity/testing/browser.ts'
import type { Browser } from '../identity/testing/browser.ts'
import { googleWorld, signInWithGoogle } from '../identity/testing/google-world.ts'
import { ada, oidcWorld, signInAtSchool } from '../identity/testing/oidc-world.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'
import { rankNow } from './testing/rank-now.ts'

const env = { IDENTITY_VERIFY_EMAIL: 'true' }

interface Trader {
  readonly browser: Browser
  readonly get: (url: string) => Promise<{ json: () => Record<string, unknown> }>
}

async function traderAt({ app }: World, browser: Browser): Promise<Trader> {
  const get: Trader['get'] = async (url) =>
    browser.get(url, { authorization: `Bearer ${await browser.token()}` })
  const bought = await app.inject({
    method: 'POST',
    url: '/api/buy',
    headers: { authorization: `Bearer ${await browser.token()}` },
    payload: { ticker: 'AAPL', quantity: 1, price: 100 },
  })
  expect(bought.statusCode).toBe(200)
  return { browser, get }
}

async function newTrader(world: World, email: string): Promise<Trader> {
  const browser = browserOn(world.app)
  expect((await browser.signUp(email)).statusCode).toBe(200)
  return traderAt(world, browser)
}

interface Before {
  readonly connection: World['connection']
  readonly clock: ReturnType<typeof movable>
}

/** A world with its clock and prices, and a function that waits for the next ranking. */
async function contest(settings: Record<string, string> = env, before?: Before) {
  const clock = before?.clock ?? movable()
  const { now } = clock
  const market = createScriptedMarket({ now })
  const connection = before === undefined ? {} : { connection: before.connection }
  const world = await createWorld({ now, market, env: settings, ...connection })
  const { db } = world
  const verifiedOnly = settings === env
  const latest = async () => {
    await rankNow({ db, market, now, verifiedOnly })
    const [ranking] = await db.query<{ id: number; accounts: number }>(
      'select id, accounts from ranking order by id desc limit 1',
    )
    return ranking
  }
  const rank = async () => {
    clock.move(days(1))
    return (await latest())?.accounts
  }
  return { ...world, clock, latest, rank }
}

const boardOf = async (trader: Trader) => (await trader.get('/api/leaderboard')).json()
const ranksOf = async (trader: Trader) => (await trader.get('/api/leaderboard/me')).json()['ranks']

const confirm = (browser: Browser, token = '') => browser.post('/confirm-email', { token })

async function linkFor(world: World, email: string, count = 1): Promise<string> {
  const own = () => world.messages.filter(({ to }) => to === email)
  await eventually(() => expect(own()).toHaveLength(count))
  return linksIn({ ...world, messages: own() }).at(-1) ?? ''
}

describe('a learner who has not confirmed the email', () => {
  test('is on no board by any call, and everything else works', async () => {
    const world = await contest()
    const known = await newTrader(world, 'grace@school.example')
    await confirm(known.browser, await linkFor(world, 'grace@school.example'))
    const trader = await newTrader(world, 'ada@school.example')
    expect(await world.rank()).toBe(1)
    expect(await boardOf(trader)).toMatchObject({ you: null, unranked: 'email_unconfirmed' })
    expect(await ranksOf(trader)).toEqual([])
    const { display_name: name } = (await trader.get('/api/account')).json()
    const board = await boardOf(known)
    expect(board).toMatchObject({ you: { rank: 1 }, unranked: null })
    expect(JSON.stringify(board)).not.toContain(name)
    const { total_value: value } = (await trader.get('/api/portfolio')).json()
    expect(value).toBe(10_000)
  })

  test('is ranked after the link of the message, in any browser, once the next ranking is made', async () => {
    const world = await contest()
    const trader = await newTrader(world, 'ada@school.example')
    const token = await linkFor(world, 'ada@school.example')
    expect(world.messages).toMatchObject([
      { to: 'ada@school.example', subject: 'Confirm your email address for Tengrand' },
    ])
    const answer = await confirm(browserOn(world.app, '10.1.2.3'), token)
    expect(answer.json()).toEqual({ email: 'ada@school.example', isChanged: false })
    expect(await boardOf(trader)).toMatchObject({ you: null, unranked: null })
    expect(await world.rank()).toBe(1)
    expect(await boardOf(trader)).toMatchObject({ you: { rank: 1 }, unranked: null })
    expect(await ranksOf(trader)).toHaveLength(1)
  })

  test('can have the message sent again, and only the newest link works, once', async () => {
    const world = await contest()
    const { browser } = await newTrader(world, 'ada@school.example')
    const first = await linkFor(world, 'ada@school.example')
    expect((await browser.post('/send-confirmation')).json()).toEqual({
      email: 'ada@school.example',
    })
    const second = await linkFor(world, 'ada@school.example', 2)
    for (const [token, status] of [
      [first, 400],
      [second, 200],
      [second, 400],
      ['', 400],
      ["' or 1=1 --", 400],
      ['\0', 400],
    ] as const) {
      const { statusCode } = await confirm(browserOn(world.app), token)
      expect([token, statusCode]).toEqual([token, status])
    }
  })

  test('gets five messages an hour, whatever strangers ask for, and is told so', async () => {
    const world = await contest()
    const { browser } = await newTrader(world, 'ada@school.example')
    const stranger = browserOn(world.app, '10.6.6.6')
    for (let asked = 0; asked < 6; asked += 1) {
      await stranger.post('/request-password-reset', { email: 'ada@school.example' })
    }
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await browser.post('/send-confirmation')).statusCode).toBe(200)
    }
    const full = await browser.post('/send-confirmation')
    expect(full.statusCode).toBe(429)
    expect(full.json()).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringContaining('Please try again'),
    })
    world.clock.move(minutes(60))
    expect((await browser.post('/send-confirmation')).statusCode).toBe(200)
  })

  test('is not helped by the link of another person, or one that is a day old', async () => {
    const world = await contest()
    const trader = await newTrader(world, 'ada@school.example')
    await newTrader(world, 'mallory@evil.example')
    await confirm(trader.browser, await linkFor(world, 'mallory@evil.example'))
    expect(await boardOf(trader)).toMatchObject({ unranked: 'email_unconfirmed' })
    const late = await linkFor(world, 'ada@school.example')
    world.clock.move(minutes(24 * 60))
    expect((await confirm(trader.browser, late)).json()).toMatchObject({ code: 'expired_link' })
    expect(await boardOf(trader)).toMatchObject({ unranked: 'email_unconfirmed' })
  })

  test('is ranked after a new password by email as well', async () => {
    const world = await contest()
    const trader = await newTrader(world, 'ada@school.example')
    await trader.browser.post('/request-password-reset', { email: 'ada@school.example' })
    const token = await linkFor(world, 'ada@school.example', 2)
    const newPassword = 'another horse battery'
    await trader.browser.post('/reset-password', { token, newPassword })
    await trader.browser.signIn('ada@school.example', newPassword)
    expect(await boardOf(trader)).toMatchObject({ unranked: null })
  })

  test('leaves an empty ranking empty, which is not made again until somebody is confirmed', async () => {
    const world = await contest()
    const trader = await newTrader(world, 'ada@school.example')
    const token = await linkFor(world, 'ada@school.example')
    const empty = await world.latest()
    expect(empty).toMatchObject({ accounts: 0 })
    world.clock.move(minutes(60))
    expect(await world.latest()).toEqual(empty)
    await confirm(trader.browser, token)
    expect(await world.latest()).toMatchObject({ accounts: 1 })
  })
})

test('without the setting everybody is ranked, no message is sent, and none can be asked for', async () => {
  const world = await contest({})
  const trader = await newTrader(world, 'ada@school.example')
  expect(await world.rank()).toBe(1)
  expect(await boardOf(trader)).toMatchObject({ you: { rank: 1 }, unranked: null })
  expect((await trader.browser.post('/send-confirmation')).statusCode).toBe(404)
  expect(world.messages).toEqual([])
})

test('switched on, the next ranking leaves out who was there before; switched off, it has them again', async () => {
  const before = await contest({})
  const trader = await newTrader(before, 'ada@school.example')
  expect(await before.rank()).toBe(1)
  await before.app.close()
  const on = await contest(env, before)
  const there = { ...trader, get: (url: string) => askAt(on, trader, url) }
  // A published ranking stays as it is until the next one.
  expect(await boardOf(there)).toMatchObject({ you: { rank: 1 }, unranked: 'email_unconfirmed' })
  expect(await on.rank()).toBe(0)
  expect(await boardOf(there)).toMatchObject({ you: null, leaderboard: [] })
  await on.app.close()
  expect(await (await contest({}, before)).rank()).toBe(1)
})

async function askAt({ app }: World, { browser }: Trader, url: string) {
  const cookies = Object.fromEntries([...browser.cookies].map(([name, { value }]) => [name, value]))
  const { token } = (await app.inject({ url: '/identity/token', cookies })).json()
  return app.inject({ url, headers: { authorization: `Bearer ${token}` } })
}

describe('whoever vouches for somebody', () => {
  test('may be Google', async () => {
    const world = await googleWorld(undefined, { env })
    const browser = browserOn(world.app)
    await signInWithGoogle(browser)
    const trader: Trader = {
      browser,
      get: async (url) => browser.get(url, { authorization: `Bearer ${await browser.token()}` }),
    }
    expect(await boardOf(trader)).toMatchObject({ unranked: null })
    expect(world.messages).toEqual([])
  })

  test.each([
    { claim: true, unranked: null },
    { claim: false, unranked: 'email_unconfirmed' },
  ])('may be an issuer, who says $claim', async ({ claim, unranked }) => {
    const world = await oidcWorld({ env })
    world.issuer.setPerson({ ...ada, email_verified: claim })
    const browser = browserOn(world.app)
    await signInAtSchool(browser)
    const get: Trader['get'] = async (url) =>
      browser.get(url, { authorization: `Bearer ${await browser.token()}` })
    expect(await boardOf({ browser, get })).toMatchObject({ unranked })
    // At the next sign-in, the issuer's claim may be different.
    world.issuer.setPerson({ ...ada, email_verified: !claim })
    await signInAtSchool(browser)
    expect(await boardOf({ browser, get })).toMatchObject({
      unranked: unranked === null ? 'email_unconfirmed' : null,
    })
  })
})
