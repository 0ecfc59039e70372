// A return after the deletion of an account gains no fresh start.
import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { days, movable } from '../identity/testing/browser.ts'
import { audience, startIssuer } from '../identity/testing/issuer.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { plantStake } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { purgeDeletedAccounts } from './deleted-accounts.ts'
import { leave } from './testing/leaving.ts'

async function contest(env: Record<string, string> = {}, start?: number) {
  const clock = movable(start)
  const market = createScriptedMarket({ now: clock.now, priceCents: 100_00 })
  // Sessions that last as long as the tests look ahead.
  const lasting = { IDENTITY_SESSION_DAYS: '90', ...env }
  const world = await createWorld({ market, now: clock.now, env: lasting })
  const rank = () => rankNow({ db: world.db, market, now: clock.now })
  return { ...world, clock, rank }
}

const email = 'ada@school.example'
const buy = (learner: Learner) =>
  learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price: 100 })
const startOver = (learner: Learner) =>
  learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })
const chapterOf = async (learner: Learner) => (await learner.get('/api/portfolio')).json().chapter
const boardOf = async (learner: Learner) => (await learner.get('/api/leaderboard')).json()

describe('a learner who deletes the account and comes back with the same email', () => {
  test('opens the next chapter, and can start over 30 days after the deletion to the millisecond', async () => {
    const { app, clock } = await contest()
    const first = await signUp(app, email)
    await buy(first)
    await leave(app, first.token)
    const from = clock.now() + days(30)
    clock.move(days(10))
    const back = await signUp(app, 'ADA@School.example')
    expect(await chapterOf(back)).toBe(2)
    await buy(back)
    expect((await startOver(back)).json()).toMatchObject({
      code: 'too_soon',
      from: new Date(from).toISOString(),
    })
    clock.move(days(20) - 1)
    expect((await startOver(await back.renew())).json().code).toBe('too_soon')
    clock.move(1)
    expect((await startOver(await back.renew())).json()).toMatchObject({ chapter: 3 })
  })

  test('goes on after the last chapter in the open contest, whatever there was in another one', async () => {
    const { app, db } = await contest()
    const first = await signUp(app, email)
    await buy(first)
    const [row] = await db.query<{ id: number }>('select id from account')
    const { portfolioId } = await plantStake(db, row?.id ?? 0)
    await db.query('update portfolio set chapter = 7 where id = $1', [portfolioId])
    await leave(app, first.token)
    expect(await chapterOf(await signUp(app, email))).toBe(2)
  })

  test('is not ranked until then, and is told so', async () => {
    const { app, clock, rank } = await contest()
    const first = await signUp(app, email)
    await leave(app, first.token)
    const until = new Date(clock.now() + days(30)).toISOString()
    const back = await signUp(app, email)
    await buy(back)
    expect(await rank()).toBe(0)
    const unranked = { you: null, unranked: 'returned', unranked_until: until }
    expect(await boardOf(back)).toMatchObject(unranked)
    clock.move(days(30) - 1)
    expect(await rank()).toBe(0)
    clock.move(1)
    expect(await rank()).toBe(1)
    const ranked = { you: { rank: 1 }, unranked: null, unranked_until: null }
    expect(await boardOf(await back.renew())).toMatchObject(ranked)
  })

  test('gains nothing by doing it twice in a row', async () => {
    const { app, clock } = await contest()
    await leave(app, (await signUp(app, email)).token)
    clock.move(days(20))
    const second = await signUp(app, email)
    expect(await chapterOf(second)).toBe(2)
    await leave(app, second.token)
    const from = clock.now() + days(30)
    clock.move(days(20))
    const third = await signUp(app, email)
    expect(await chapterOf(third)).toBe(3)
    await buy(third)
    expect((await startOver(third)).json().from).toBe(new Date(from).toISOString())
  })

  test('stays left out of rankings where an operator had done that', async () => {
    const { app, db, clock } = await contest()
    const first = await signUp(app, email)
    await first.get('/api/account')
    await db.query('update account set unranked_at = now()')
    await leave(app, first.token)
    const back = await signUp(app, email)
    expect((await boardOf(back)).unranked).toBe('by_operator')
    clock.move(days(31))
    expect((await boardOf(await back.renew())).unranked).toBe('by_operator')
  })

  test('has an account that does not tell of the earlier one after 30 days', async () => {
    const { app, db, clock } = await contest()
    await leave(app, (await signUp(app, email)).token)
    const until = clock.now() + days(30)
    const back = await signUp(app, email)
    const dataOf = async () => (await (await back.renew()).get('/api/account/data')).json()
    await purgeDeletedAccounts(db, until - 1)
    expect((await dataOf()).account.departed_at).toBe(new Date(clock.now()).toISOString())
    await purgeDeletedAccounts(db, until)
    expect(await dataOf()).toMatchObject({ account: { departed_at: null }, departures: [] })
  })

  test('begins with the first chapter again after 30 days', async () => {
    const { app, clock } = await contest()
    await leave(app, (await signUp(app, email)).token)
    clock.move(days(30))
    const back = await signUp(app, email)
    expect(await chapterOf(back)).toBe(1)
    expect(await boardOf(back)).toMatchObject({ unranked: null })
  })
})

describe('a person of another issuer', () => {
  async function school() {
    const now = Date.now()
    const issuer = await startIssuer({ now })
    const env = { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: audience }
    const world = await contest(env, now)
    const ask = async (claims: object) => {
      const iat = Math.floor(world.clock.now() / 1000)
      const token = issuer.token({ iat, exp: iat + 900, ...claims })
      const headers = { authorization: `Bearer ${token}` }
      const answer = await world.app.inject({ url: '/api/portfolio', headers })
      return { token, status: answer.statusCode, chapter: answer.json().chapter }
    }
    const accounts = async () => (await world.db.query('select from account')).length
    return { ...world, ask, accounts, seconds: () => Math.floor(world.clock.now() / 1000) }
  }

  test('makes no account with a token of before the deletion, nor with one that was only renewed', async () => {
    const { app, clock, ask, accounts, seconds } = await school()
    const auth_time = seconds()
    const { token } = await ask({ auth_time })
    await leave(app, token, {})
    clock.move(5_000)
    expect((await ask({ iat: auth_time })).status).toBe(401)
    expect((await ask({ auth_time })).status).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.inject({ url: '/api/account', headers })).statusCode).toBe(401)
    expect(await accounts()).toBe(0)
    expect(await ask({ auth_time: seconds() })).toMatchObject({ status: 200, chapter: 2 })
  })

  test('is known by the subject under another email, and by the email under another subject', async () => {
    const { app, clock, ask } = await school()
    await leave(app, (await ask({})).token, {})
    clock.move(2_000)
    expect(await ask({ email: 'other@example.org' })).toMatchObject({ status: 200, chapter: 2 })
    expect(await ask({ sub: 'bob', email: 'Ada@Example.org' })).toMatchObject({ chapter: 2 })
    expect(await ask({ sub: 'eve', email: 'eve@example.org' })).toMatchObject({ chapter: 1 })
  })
})
