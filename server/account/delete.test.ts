// The deletion of an account: what it requires, and what remains.
import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import {
  browserOn,
  days,
  movable,
  newcomer,
  password,
  withBrowser,
} from '../identity/testing/browser.ts'
import { googleWorld, signInWithGoogle } from '../identity/testing/google-world.ts'
import { audience, startIssuer } from '../identity/testing/issuer.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { sharedWorlds } from '../testing/shared-worlds.ts'
import { createWorld } from '../testing/world.ts'
import { purgeDeletedAccounts } from './deleted-accounts.ts'
import { dumpOf, leave } from './testing/leaving.ts'

const emptyWorld = sharedWorlds()

const buy = (learner: Learner, quantity = 1) =>
  learner.post('/api/buy', { ticker: 'AAPL', quantity, price: 100 })

async function market() {
  const clock = movable()
  const scripted = createScriptedMarket({ now: clock.now, priceCents: 100_00 })
  const world = await createWorld({ market: scripted, now: clock.now })
  return { ...world, clock, now: clock.now, market: scripted }
}

describe('a learner who deletes the account', () => {
  test('gives the password, and a wrong one is refused and counted', async () => {
    const { app } = await emptyWorld()
    const { token, get } = await signUp(app)
    for (const body of [{}, { password: 'wrong horse battery' }]) {
      expect((await leave(app, token, body)).json()).toMatchObject({ code: 'wrong_password' })
    }
    const guesses = Array.from({ length: 8 }, () =>
      leave(app, token, { password: 'not it, again' }),
    )
    const codes = (await Promise.all(guesses)).map((answer) => answer.json().code)
    expect(codes).toContain('too_many_requests')
    expect((await get('/api/account')).statusCode).toBe(200)
  })

  test('is signed out everywhere at once, and cannot sign in any more', async () => {
    const world = await createWorld()
    const other = await createWorld({ connection: world.connection })
    const { browser, email } = await newcomer(world.app)
    const [token, elsewhere] = [await browser.token(), browserOn(other.app)]
    await elsewhere.signIn(email)
    const tokenElsewhere = await elsewhere.token()
    expect(await elsewhere.account(tokenElsewhere)).toBe(200)
    const answer = await leave(world.app, token)
    expect(answer.json()).toEqual({ deleted: true })
    expect(String(answer.headers['set-cookie'])).toContain('tengrand_session=;')
    expect(await browser.account(token)).toBe(401)
    await expect.poll(() => elsewhere.account(tokenElsewhere), { timeout: 10_000 }).toBe(401)
    expect((await elsewhere.get('/identity/token')).statusCode).toBe(401)
    expect((await browserOn(world.app).signIn(email)).json().code).toBe('invalid_credentials')
    expect((await leave(world.app, token)).statusCode).toBe(401)
  })

  test('is in no table and no line of the log any more, but for two keyed hashes', async () => {
    const { app, db, market: prices, now, logLines, clock } = await market()
    const learner = await signUp(app, 'grace.hopper@school.example')
    await buy(learner)
    await learner.post(
      '/api/orders',
      { ticker: 'AAPL', type: 'BUY', kind: 'limit', quantity: 1, price: 50, lasts: 'gtc' },
      { 'idempotency-key': randomUUID() },
    )
    await learner.post('/api/waitlist', { email: 'grace.hopper@school.example' })
    await browserOn(app).post('/request-password-reset', { email: learner.email })
    await rankNow({ db, market: prices, now })
    clock.move(days(1))
    await rankNow({ db, market: prices, now })
    const again = await learner.renew()
    const { user_id, display_name } = (await again.get('/api/account')).json()
    const { portfolio } = (await again.get('/api/portfolio')).json()
    const [person] = await db.query<{ id: string }>('select id from identity.person')
    const words = ['grace', display_name, user_id, portfolio, person?.id ?? '']
    expect(words.filter((word) => word === '')).toEqual([])
    const before = await dumpOf(db)
    expect(words.filter((word) => !before.includes(word))).toEqual([])
    const linesBefore = logLines.length
    expect((await leave(app, again.token)).statusCode).toBe(200)
    expect((await again.get('/api/portfolio')).statusCode).toBe(401)
    const after = await dumpOf(db)
    const log = logLines.slice(linesBefore).join('')
    expect(log).toContain('"path":"/api/account"')
    expect(words.filter((word) => `${after}${log}`.includes(word))).toEqual([])
    const places = await db.query('select portfolio_id + rank as link from ranking_place')
    expect(places).toEqual([{ link: 0 }])
    expect(after.match(/^public\.departure .*/gm)).toEqual([
      expect.stringMatching(/^public\.departure \("\\\\x\w{64}","\\\\x\w{64}","[^"]+",1,f,f\)$/),
    ])
    await purgeDeletedAccounts(db, now() + days(30))
    expect(await dumpOf(db)).not.toContain('public.departure')
  })

  test("takes along the messages that wait to be sent, and nobody else's", async () => {
    const { app, db } = await createWorld({ messageTimes: { beginMs: () => 600_000 } })
    const { token } = await signUp(app, 'ada@school.example')
    for (const email of ['ada@school.example', 'nada@school.example']) {
      await browserOn(app).post('/request-password-reset', { email })
    }
    expect(await db.query('select from letter')).toHaveLength(2)
    await leave(app, token)
    expect(await db.query('select from letter')).toHaveLength(1)
  })

  test('takes along the notice to an earlier email, in which the present one ends a sentence', async () => {
    const { app, db } = await createWorld({ messageTimes: { beginMs: () => 600_000 } })
    const { browser } = await newcomer(app, 'earlier@school.example')
    await browser.post('/change-email', { email: 'ada@school.example', password })
    expect(await db.query('select from letter')).toHaveLength(2)
    // Simulates a new email that was confirmed while the message to the old email is still waiting.
    await db.query("update identity.person set email = 'ada@school.example'")
    await db.query("update identity.session set email = 'ada@school.example'")
    expect((await leave(app, await browser.token())).statusCode).toBe(200)
    expect(await db.query('select from letter')).toEqual([])
  })

  test('leaves a row without a name on the board until the next ranking, and no other name shifts', async () => {
    const { app, db, market: prices, now, clock, connection } = await market()
    const other = await createWorld({ connection, market: prices, now })
    const learners = [await signUp(app), await signUp(app), await signUp(app)] as const
    for (const [index, learner] of learners.entries()) await buy(learner, 3 - index)
    prices.set('AAPL', 110_00)
    await rankNow({ db, market: prices, now })
    const boardAt = async (learner: Learner) => (await learner.get('/api/leaderboard')).json()
    const [first, , last] = learners
    const { leaderboard } = await boardAt(last)
    await boardAt(last.at(other.app))
    expect(leaderboard).toHaveLength(3)
    await leave(app, learners[1].token)
    const left = [
      leaderboard[0],
      { ...leaderboard[1], user_id: null, display_name: 'Account deleted' },
      leaderboard[2],
    ]
    for (const node of [app, other.app]) {
      const board = await boardAt(last.at(node))
      expect(board.leaderboard).toEqual(left)
      expect(board.you).toMatchObject({ rank: 3 })
    }
    const fresh = await createWorld({ connection, market: prices, now })
    expect((await boardAt(first.at(fresh.app))).leaderboard).toEqual(left)
    clock.move(days(1))
    expect(await rankNow({ db, market: prices, now })).toBe(2)
    expect((await boardAt(await last.renew())).leaderboard).toHaveLength(2)
  })
})

describe('whoever has no password', () => {
  test('comes in through Google and deletes the account within ten minutes', async () => {
    const { world, browser } = await withBrowser(googleWorld())
    await signInWithGoogle(browser)
    await world.db.query(
      "update identity.session set created_at = created_at - interval '11 minutes'",
    )
    expect((await leave(world.app, await browser.token(), {})).json().code).toBe('sign_in_again')
    await signInWithGoogle(browser)
    expect((await leave(world.app, await browser.token(), {})).statusCode).toBe(200)
  })

  test('brings a token of an issuer, of which the sign-in counts and not the renewal', async () => {
    const now = Date.now()
    const issuer = await startIssuer({ now })
    const env = { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: audience }
    const { app } = await createWorld({ env, now: () => now })
    const old = issuer.token({ auth_time: issuer.issuedAt - 601 })
    expect((await leave(app, old, {})).json().code).toBe('sign_in_again')
    expect((await leave(app, issuer.token(), {})).statusCode).toBe(200)
  })
})
