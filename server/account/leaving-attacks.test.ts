// Attacks around the deletion of an account: a fresh start, access, the rank of another account, races.
import { describe, expect, test, onTestFinished } from 'vitest'

import { giveTrades, newestPortfolio } from '../../bench/traders.ts'
import { perform, type Action } from '../admin/actions.ts'
import { openDb, type Db } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import {
  browserOn,
  days,
  eventually,
  linksIn,
  movable,
  newcomer,
  password,
  type Browser,
  withNewcomer,
  withBrowser,
  untilLocked,
} from '../identity/testing/browser.ts'
import { ada, oidcWorld, signInAtSchool } from '../identity/testing/oidc-world.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'
import { leave } from './testing/leaving.ts'

const email = 'ada@school.example'

const operatorOf =
  ({ db, accounts }: World) =>
  (action: Action, who: string): Promise<string> => {
    const deps = { db, keyFor: accounts.keyFor, verifyEmail: false, now: Date.now }
    return perform(deps, { action, who, name: null, reason: 'A test.' })
  }

/** Asks for another email and opens the message. */
async function changeEmail(world: World, browser: Browser, to: string) {
  const linksTo = () =>
    linksIn({ ...world, messages: world.messages.filter((message) => message.to === to) })
  const before = linksTo().length
  expect((await browser.post('/change-email', { email: to, password })).statusCode).toBe(200)
  await eventually(() => expect(linksTo()).toHaveLength(before + 1))
  return browser.post('/confirm-email', { token: linksTo().at(-1) })
}

/** Takes the lock that sign-ins of a person wait for; returns the function that releases it. */
async function holdSignIns({ connection }: World, subject: string) {
  const db = openDb(connection, { connectionsMax: 1 })
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    const key = [subject, locks.sessionsOfPerson]
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', key)
    held.resolve()
    await over.promise
  })
  await held.promise
  return async () => {
    over.resolve()
    await holding
    await db.close()
  }
}

const waiting = (db: Db, count: number) => untilLocked(db, '', count)

describe('another account does not become that of an email whose account was deleted', () => {
  test('so that nobody gets a first chapter again through an invented email', async () => {
    const world = await createWorld({ env: { IDENTITY_VERIFY_EMAIL: 'true' } })
    const first = (await newcomer(world.app, 'invented@school.example')).browser
    await first.account(await first.token())
    expect((await changeEmail(world, first, email)).statusCode).toBe(200)
    expect((await leave(world.app, await first.token())).statusCode).toBe(200)
    const second = (await newcomer(world.app, 'invented2@school.example')).browser
    await second.account(await second.token())
    expect((await changeEmail(world, second, email)).json()).toMatchObject({
      code: 'email_departed',
    })
    const back = await signUp(world.app, email)
    expect((await back.get('/api/portfolio')).json()).toMatchObject({ chapter: 2 })
  })

  test('so that nobody comes in again whom operators have locked and deleted', async () => {
    const world = await createWorld()
    const admin = operatorOf(world)
    const { browser } = await newcomer(world.app, email)
    await browser.account(await browser.token())
    await admin('lock', email)
    await admin('delete', email)
    const other = (await newcomer(world.app, 'other@school.example')).browser
    await other.account(await other.token())
    expect((await changeEmail(world, other, email)).json().code).toBe('email_departed')
    expect((await browserOn(world.app).signIn(email)).statusCode).toBe(401)
  })
})

test('a locked account does not get another email by a link from before', async () => {
  const { world, browser } = await withNewcomer(createWorld(), email)
  await browser.account(await browser.token())
  await browser.post('/change-email', { email: 'new@school.example', password })
  await eventually(() => expect(linksIn(world)).toHaveLength(1))
  await operatorOf(world)('lock', email)
  const answer = await browserOn(world.app).post('/confirm-email', { token: linksIn(world)[0] })
  expect(answer.json()).toMatchObject({ code: 'account_locked' })
  expect(await world.db.query('select email from identity.person')).toEqual([{ email }])
})

describe('where emails must be confirmed, a stranger under the email of somebody else', () => {
  const strict = { env: { IDENTITY_VERIFY_EMAIL: 'true' } }

  test('neither spoils the start of its owner nor takes them off the waitlist', async () => {
    const { app, db } = await createWorld(strict)
    const friend = await signUp(app, 'friend@school.example')
    await friend.post('/api/waitlist', { email })
    const stranger = await signUp(app, email)
    expect((await leave(app, stranger.token)).statusCode).toBe(200)
    const owner = await signUp(app, email)
    expect((await owner.get('/api/portfolio')).json()).toMatchObject({ chapter: 1 })
    expect(await db.query('select email from waitlist')).toEqual([{ email }])
  })

  test('does not learn by a download what its owner did', async () => {
    const { world, browser } = await withNewcomer(createWorld(strict), email)
    await eventually(() => expect(linksIn(world)).toHaveLength(1))
    await browser.post('/confirm-email', { token: linksIn(world)[0] })
    const friend = await signUp(world.app, 'friend@school.example')
    await friend.post('/api/waitlist', { email })
    expect((await leave(world.app, await browser.token())).statusCode).toBe(200)
    await friend.post('/api/waitlist', { email })
    const stranger = await signUp(world.app, email)
    const data = (await stranger.get('/api/account/data')).json()
    expect(data).toMatchObject({ departures: [], waitlist: null })
  })
})

describe('a sign-in beside', () => {
  test('a deletion leaves no session of the account that is gone', async () => {
    const { world, browser } = await withBrowser(oidcWorld())
    await signInAtSchool(browser)
    const token = await browser.token()
    const letGo = await holdSignIns(world, ada.sub)
    const second = browserOn(world.app)
    const entering = signInAtSchool(second)
    await waiting(world.db, 1)
    const leaving = leave(world.app, token, {})
    await waiting(world.db, 2)
    await letGo()
    await entering
    expect((await leaving).statusCode).toBe(200)
    expect(await world.db.query('select from identity.session')).toEqual([])
    expect((await second.get('/identity/token')).statusCode).toBe(401)
  })

  test('a lock leaves no session of the account that is locked', async () => {
    const { world, browser } = await withNewcomer(createWorld(), email)
    await browser.account(await browser.token())
    const [person] = await world.db.query<{ id: string }>('select id from identity.person')
    const letGo = await holdSignIns(world, person?.id ?? '')
    const locking = operatorOf(world)('lock', email)
    await waiting(world.db, 1)
    const entering = browserOn(world.app).signIn(email)
    await waiting(world.db, 2)
    await letGo()
    expect(await locking).toContain('is locked and signed out everywhere')
    expect((await entering).json()).toMatchObject({ code: 'account_locked' })
    expect(await world.db.query('select from identity.session')).toEqual([])
  })
})

test('an operator who locks an account that is just being deleted is told so', async () => {
  const { world, browser } = await withNewcomer(createWorld(), email)
  const token = await browser.token()
  await browser.account(token)
  const [person] = await world.db.query<{ id: string }>('select id from identity.person')
  const letGo = await holdSignIns(world, person?.id ?? '')
  const leaving = leave(world.app, token)
  await waiting(world.db, 1)
  const locking = operatorOf(world)('lock', email)
  await waiting(world.db, 2)
  await letGo()
  await expect(locking).rejects.toThrow('The account has just been deleted.')
  expect((await leaving).statusCode).toBe(200)
})

test('downloads that a deletion overtakes are broken off instead of looking whole', async () => {
  const { app, db, logLines } = await createWorld()
  const learner = await signUp(app)
  await learner.get('/api/account')
  const portfolioId = await newestPortfolio(db)
  await giveTrades(db, { portfolioId, trades: 20_000, years: 3 })
  const address = await app.listen({ port: 0 })
  const headers = { authorization: `Bearer ${learner.token}` }
  const readers = await Promise.all(
    ['account/data', 'transactions.csv'].map(async (path) => {
      const { body } = await fetch(`${address}/api/${path}`, { headers })
      const reader = body?.getReader()
      await reader?.read()
      return reader
    }),
  )
  expect((await leave(app, learner.token)).statusCode).toBe(200)
  for (const reader of readers) {
    const readOn = async (): Promise<void> => {
      while ((await reader?.read())?.done === false);
    }
    await expect(readOn()).rejects.toThrow('terminated')
  }
  // The owner deleted the account, so the aborted downloads are not logged as errors.
  const ended = () => logLines.filter((line) => line.includes('a download ended with its account'))
  await expect.poll(ended).toHaveLength(2)
  expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('deletions that wait for a ranking leave the connections to all others', async () => {
  const { app, db } = await createWorld()
  const leaving = await Promise.all(Array.from({ length: 12 }, () => signUp(app)))
  const other = await signUp(app)
  for (const { get } of leaving) expect((await get('/api/account')).statusCode).toBe(200)
  const locked = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const ranking = db.apart(1)
  onTestFinished(() => ranking.close())
  const held = ranking.transaction(async (tx) => {
    await tx.query('lock table departure in share mode')
    locked.resolve()
    await done.promise
  })
  await locked.promise
  const left = leaving.map(({ token }) => leave(app, token))
  const notGranted = "select from pg_locks where relation = 'departure'::regclass and not granted"
  await expect.poll(() => db.query(notGranted)).toHaveLength(2)
  expect((await other.get('/api/portfolio')).statusCode).toBe(200)
  done.resolve()
  await held
  const statuses = (await Promise.all(left)).map(({ statusCode }) => statusCode)
  expect(statuses).toEqual(Array<number>(12).fill(200))
})

test('a deletion while a ranking is made waits for it, and leaves nothing of the portfolio in it', async () => {
  const { now, move } = movable()
  const prices = createScriptedMarket({ now, priceCents: 100_00 })
  let duringRanking = (): Promise<void> | void => undefined
  const market: typeof prices = {
    ...prices,
    quotesIn: async (...asked) => {
      await duringRanking()
      return prices.quotesIn(...asked)
    },
  }
  const { app, db } = await createWorld({ market, now })
  const learner = await signUp(app)
  await learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price: 100 })
  await rankNow({ db, market, now })
  const portfolioId = await newestPortfolio(db)
  let leaving: ReturnType<typeof leave> | undefined
  // Called by the ranking of this test or by that of the server, whichever runs first.
  duringRanking = async () => {
    leaving ??= leave(app, (await learner.renew()).token)
    await waiting(db, 1)
  }
  move(days(1))
  await rankNow({ db, market, now })
  expect((await leaving)?.statusCode).toBe(200)
  const links = 'select from ranking_place where portfolio_id = $1'
  expect(await db.query(links, [portfolioId])).toEqual([])
})
