// The actions of operators on accounts, while two nodes run.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { leave } from '../account/testing/leaving.ts'
import { browserOn, days, movable, newcomer } from '../identity/testing/browser.ts'
import { audience, startIssuer } from '../identity/testing/issuer.ts'
import { ada, oidcWorld, signInAtSchool } from '../identity/testing/oidc-world.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import type { ConnectionParts } from '../db/handle.ts'
import { freshDatabase } from '../testing/databases.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { plantStake } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { listenOnLoopback } from '../testing/loopback.ts'
import { outcomeOf, startScript } from '../testing/script.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { createWorld, type World } from '../testing/world.ts'
import { urlOf } from '../testing/server-process.ts'
import { isAction, perform } from './actions.ts'

const sentence =
  "The people who run this server have locked your account. Ask them if you think it's a mistake."

const operatorOf =
  ({ db, accounts }: World, now = Date.now) =>
  (action: string, who: string, name: string | null = null): Promise<string> => {
    if (!isAction(action)) throw new Error(`There is no ${action}.`)
    const deps = { db, keyFor: accounts.keyFor, verifyEmail: false, now }
    return perform(deps, { action, who, name, reason: 'A test.' })
  }

const actionsIn = async ({ db }: World) =>
  (await db.query<{ action: string }>('select action from admin_action order by id')).map(
    ({ action }) => action,
  )

const accountOf = async (learner: Learner) => (await learner.get('/api/account')).json()

describe('an operator', () => {
  test('locks an account, which is signed out on all nodes and told so, and unlocks it', async () => {
    const world = await createWorld()
    const other = await createWorld({ connection: world.connection })
    const admin = operatorOf(world)
    const { browser, email } = await newcomer(world.app)
    const token = await browser.token()
    const there = browserOn(other.app)
    await there.signIn(email)
    expect(await there.account(await there.token())).toBe(200)
    expect(await browser.account(token)).toBe(200)
    await admin('lock', email)
    await expect.poll(() => browser.account(token), { timeout: 10_000 }).toBe(403)
    await expect
      .poll(async () => (await there.get('/identity/token')).statusCode, { timeout: 10_000 })
      .toBe(401)
    const refused = await browserOn(world.app).signIn(email)
    expect(refused.json()).toMatchObject({ code: 'account_locked', error: sentence })
    expect(await world.db.query('select from identity.session')).toHaveLength(0)
    await admin('unlock', email)
    expect((await browser.signIn(email)).statusCode).toBe(200)
    expect(await browser.account(await browser.token())).toBe(200)
  })

  test('is told the chapter that somebody has in the open contest, whatever there is in another one', async () => {
    const world = await createWorld()
    const learner = await signUp(world.app)
    await accountOf(learner)
    const [row] = await world.db.query<{ id: number }>('select id from account')
    const { portfolioId } = await plantStake(world.db, row?.id ?? 0)
    await world.db.query('update portfolio set chapter = 7 where id = $1', [portfolioId])
    expect(await operatorOf(world)('find', learner.email)).toContain('Chapter: 1\n')
  })

  test('locks an account, whose open orders are cancelled with it', async () => {
    const world = await createWorld({ market: createScriptedMarket({ now: Date.now }) })
    const learner = await signUp(world.app)
    const { id } = (
      await learner.post(
        '/api/orders',
        { ticker: 'AAPL', type: 'BUY', kind: 'limit', quantity: 5, price: 90, lasts: 'gtc' },
        { 'idempotency-key': randomUUID() },
      )
    ).json()
    await operatorOf(world)('lock', learner.email)
    expect(
      await world.db.query(
        `select o.public_id as id, state, reason, reserved_cents as reserved
         from stock_order o join portfolio p on p.id = portfolio_id`,
      ),
    ).toEqual([{ id, state: 'cancelled', reason: 'account_locked', reserved: 0 }])
  })

  test('locks somebody whose token is of another issuer, at once and on every node', async () => {
    const issuer = await startIssuer()
    const env = { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: audience }
    const world = await createWorld({ env })
    const other = await createWorld({ env, connection: world.connection })
    const token = issuer.token()
    const ask = async ({ app }: World) =>
      (
        await app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })
      ).json()
    const { user_id: id } = await ask(world)
    expect(await ask(other)).toMatchObject({ user_id: id })
    await operatorOf(world)('lock', id)
    for (const node of [world, other]) {
      await expect.poll(async () => (await ask(node)).error, { timeout: 10_000 }).toBe(sentence)
    }
    expect((await leave(world.app, token, {})).json().code).toBe('account_locked')
    await operatorOf(world)('unlock', id)
    await expect.poll(async () => (await ask(other)).user_id, { timeout: 10_000 }).toBe(id)
  })

  test('leaves an account out of rankings, which trades on and is told so, and ranks it again', async () => {
    const { now, move } = movable()
    const market = createScriptedMarket({ now, priceCents: 1_00 })
    const world = await createWorld({ market, now })
    const admin = operatorOf(world)
    const [learner, neighbor] = [await signUp(world.app), await signUp(world.app)]
    const { user_id: id } = await accountOf(learner)
    await admin('unrank', id)
    for (const one of [learner, neighbor]) {
      const bought = await one.post('/api/buy', { ticker: 'AAPL', quantity: 1, price: 1 })
      expect(bought.statusCode).toBe(200)
    }
    expect(await rankNow({ db: world.db, market, now })).toBe(1)
    const board = async () => (await (await learner.renew()).get('/api/leaderboard')).json()
    expect(await board()).toMatchObject({ you: null, unranked: 'by_operator' })
    await admin('rank', id)
    expect(await board()).toMatchObject({ you: null, unranked: null })
    move(days(1))
    expect(await rankNow({ db: world.db, market, now })).toBe(2)
    expect(await board()).toMatchObject({ you: { rank: 1 }, unranked: null })
  })

  test('finds by id, name and email, renames, signs out and deletes, and each is written down for good', async () => {
    const world = await createWorld()
    const admin = operatorOf(world)
    const learner = await signUp(world.app, 'ada@school.example')
    const { user_id, display_name } = await accountOf(learner)
    for (const who of [user_id, display_name.toUpperCase(), 'Ada@School.example']) {
      expect(await admin('find', who)).toContain(
        `Id: ${user_id}\nName: ${display_name}\nEmail: ada@`,
      )
    }
    await admin('rename', user_id, 'Plain Jane')
    expect(await accountOf(learner)).toMatchObject({ display_name: 'Plain Jane' })
    await expect(admin('rename', user_id, 'x')).rejects.toThrow('cannot be the name')
    await expect(admin('find', 'nobody@school.example')).rejects.toThrow('There is no account of')
    await admin('sign-out', 'plain jane')
    await expect
      .poll(async () => (await learner.get('/api/account')).statusCode, { timeout: 10_000 })
      .toBe(401)
    await admin('delete', user_id)
    expect(await world.db.query('select from account')).toHaveLength(0)
    expect(await actionsIn(world)).toEqual(['find', 'find', 'find', 'rename', 'sign-out', 'delete'])
    for (const change of [
      "update admin_action set reason = ''",
      'delete from admin_action',
      'truncate admin_action',
    ]) {
      await expect(world.db.query(change)).rejects.toThrow('append-only')
    }
  })

  test('finds the email of a session of another issuer in whichever letters either is written', async () => {
    const world = await oidcWorld()
    world.issuer.setPerson({ ...ada, email: 'Ada@School.example' })
    await signInAtSchool(browserOn(world.app))
    for (const who of ['ada@school.example', 'Ada@School.example', 'ADA@SCHOOL.EXAMPLE']) {
      expect(await operatorOf(world)('find', who)).toContain('\nEmail: Ada@School.example\n')
    }
  })

  test('keeps the time of the first mark where an account is locked or unranked again', async () => {
    const { now, move } = movable()
    const world = await createWorld({ now })
    const admin = operatorOf(world, now)
    const learner = await signUp(world.app)
    const { user_id: id } = await accountOf(learner)
    const first = new Date(now()).toISOString()
    for (const action of ['lock', 'unrank']) {
      await admin(action, id)
      move(days(1))
      await admin(action, id)
    }
    const second = new Date(now() - days(1)).toISOString()
    expect(await admin('find', id)).toContain(
      `\nLocked: ${first}\nLeft out of rankings: ${second}\n`,
    )
  })

  test('hands out the data of somebody who is locked, as that person would have downloaded it', async () => {
    const world = await createWorld()
    const admin = operatorOf(world)
    const { browser, email } = await newcomer(world.app)
    const token = await browser.token()
    const headers = { authorization: `Bearer ${token}` }
    const download = async () =>
      (await world.app.inject({ url: '/api/account/data', headers })).json()
    const { downloaded_at: _, sessions: __, ...own } = await download()
    await admin('lock', email)
    const given = JSON.parse(await admin('data', email))
    expect(given).toMatchObject({
      ...own,
      account: { ...own.account, locked_at: expect.any(String) },
      operator_actions: [{ action: 'lock' }, { action: 'data' }],
    })
  })

  test('deletes a locked account, and whoever comes back with the email is locked out', async () => {
    const world = await createWorld()
    const admin = operatorOf(world)
    const { browser, email } = await newcomer(world.app)
    await browser.account(await browser.token())
    await admin('lock', email)
    await admin('delete', email)
    const answer = await browserOn(world.app).signUp(email)
    expect(answer.json()).toMatchObject({ code: 'account_locked', error: sentence })
    expect(await world.db.query('select from identity.person')).toHaveLength(0)
  })
})

const secret = { IDENTITY_SECRET: 's'.repeat(32) }

const commandIn = (env: Record<string, string>, ...args: readonly string[]) => {
  const child = startScript('admin.ts', env, { args })
  return { child, ended: outcomeOf(child) }
}

test('the command line says how it is used, and one clear sentence where it cannot', async () => {
  const dataDir = await tempFolder()
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(await freshDatabase()) }
  const run = (...args: string[]) =>
    commandIn(args.length > 2 ? { ...env, ...secret } : env, ...args).ended
  expect(await run()).toMatchObject({
    code: 0,
    output: expect.stringContaining('npm run admin -- COMMAND WHO'),
  })
  expect(await run('lock', 'ada')).toMatchObject({ code: 2 })
  expect(await run('find', 'ada')).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^There is no secret in .*\n$/),
  })
  expect(await run('lock', 'ada', '--reason', 'A test.')).toMatchObject({
    code: 1,
    complaint: 'There is no account of ada.\n',
  })
  expect(await run('delete', 'ada', '--reason', 'A test.')).toMatchObject({
    code: 1,
    complaint: 'Nothing was deleted. Use --yes where nobody can be asked.\n',
  })
})

test('the command line makes no database in a folder without a secret', async () => {
  const dataDir = await tempFolder()
  expect(await commandIn({ DATA_DIR: dataDir }, 'find', 'ada').ended).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^There is no secret in .*\n$/),
  })
  expect(await readdir(dataDir)).toEqual([])
})

test('a signal before the database answers ends the command line, and nothing is done', async () => {
  const world = await createWorld()
  const { browser, email } = await newcomer(world.app)
  await browser.account(await browser.token())
  const { host, port, ...login } = world.connection as ConnectionParts
  const address = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
  const proxy = createServer(async (socket) => {
    await sleep(200)
    socket.on('error', () => undefined)
    socket.pipe(connect(address)).pipe(socket)
  })
  // Once, because a second signal ends the command without a word.
  proxy.once('connection', () => void child.kill('SIGTERM'))
  const url = urlOf({ ...login, host: '127.0.0.1', port: await listenOnLoopback(proxy) })
  const args = ['lock', email, '--reason', 'A test.']
  const { child, ended } = commandIn({ ...secret, DATABASE_URL: url }, ...args)
  expect(await ended).toEqual({ code: 143, output: '', complaint: 'Stopped before the end.\n' })
  expect(await actionsIn(world)).toEqual([])
})
