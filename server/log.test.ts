// The log line of a request: the account of a signed-in caller, or a hash of a refused caller's address.
import { expect, test } from 'vitest'

import { browserOn, days, movable, newcomer } from './identity/testing/browser.ts'
import { googleWorld } from './identity/testing/google-world.ts'
import { signUp } from './testing/learner.ts'
import { createWorld, type World } from './testing/world.ts'

interface LogLine {
  readonly level: number
  readonly path: string
  readonly status: number
  readonly account?: string
  readonly address?: string
}

const linesOf = ({ logLines }: World, path: string): LogLine[] =>
  logLines.map((line): LogLine => JSON.parse(line)).filter((line) => line.path === path)

const mark = expect.stringMatching(/^[0-9a-f]{16}$/)
const info = 30
const wrong = 'incorrect horse battery'

test('a signed-in call is logged with the public id of the account, also where it is refused', async () => {
  const world = await createWorld({ env: { TRADES_PER_SECOND: '1', TRADES_BURST: '1' } })
  const learner = await signUp(world.app, 'ada@school.example')
  const { user_id } = (await learner.get('/api/account')).json()
  for (let order = 0; order < 2; order += 1) await learner.post('/api/buy', {})
  await world.app.inject('/api/account')
  const [own, stranger] = linesOf(world, '/api/account')
  expect(own).toMatchObject({ status: 200, account: user_id })
  expect(own).not.toHaveProperty('address')
  expect(linesOf(world, '/api/buy')).toMatchObject([
    { status: 400, account: user_id },
    { status: 429, account: user_id },
  ])
  const { browser } = await newcomer(world.app, 'grace@school.example')
  const { user_id: other } = await browser.ownAccount()
  await browser.post('/change-password', { password: wrong, newPassword: 'a new horse battery' })
  expect(linesOf(world, '/identity/change-password')).toMatchObject([
    { status: 403, account: other },
  ])
  expect(stranger).toMatchObject({ status: 401, address: mark })
  expect(stranger).not.toHaveProperty('account')
})

test('a refused sign-in is logged with what stands for its address: the same for a day, on every node', async () => {
  const clock = movable()
  const one = await createWorld({ now: clock.now })
  const two = await createWorld({ now: clock.now, connection: one.connection })
  const guess = async (world: World, address: string) => {
    await browserOn(world.app, address).signIn('ada@school.example', wrong)
    const last = linesOf(world, '/identity/sign-in/email').at(-1)
    expect(last).toMatchObject({ level: info, status: 401, address: mark })
    return last?.address
  }
  const first = await guess(one, '203.0.113.77')
  clock.move(days(1) - 1)
  expect(await guess(two, '203.0.113.77')).toBe(first)
  expect(await guess(two, '203.0.113.78')).not.toBe(first)
  const network = await guess(one, '2001:db8:1:2::1')
  expect(await guess(one, '2001:db8:1:2:ffff::1')).toBe(network)
  expect(await guess(one, '2001:db8:1:3::1')).not.toBe(network)
  clock.move(1)
  expect(await guess(one, '203.0.113.77')).not.toBe(first)
})

test('the code of a league, which lets in everybody who reads it, is not logged', async () => {
  const world = await createWorld()
  const paths = [
    '/api/join/bcdf-2345',
    '/api/join/BCDF2345?x=1',
    '/join/BCDF2345',
    '/api/join/a/BCDF',
  ]
  for (const url of paths) await world.app.inject(url)
  expect(linesOf(world, '/api/join/:code')).toHaveLength(3)
  expect(linesOf(world, '/join/:code')).toHaveLength(1)
  expect(world.logLines.filter((line) => /bcdf/i.test(line))).toEqual([])
})

test('whoever comes back refused from another issuer, signs up with an email in use or is limited is logged so', async () => {
  const env = { IDENTITY_SIGN_INS_PER_MINUTE: '1' }
  const world = await googleWorld(undefined, { env })
  await newcomer(world.app)
  const browser = browserOn(world.app, '203.0.113.77')
  await browser.get('/identity/callback/google?code=x&state=y')
  await browser.signUp('ada@school.example')
  for (let tries = 0; tries < 2; tries += 1) await browser.signIn('ada@school.example', wrong)
  const refused = [
    ...linesOf(world, '/identity/callback/google'),
    ...linesOf(world, '/identity/sign-up/email').slice(1),
    ...linesOf(world, '/identity/sign-in/email'),
  ]
  expect(refused).toMatchObject(
    [302, 409, 401, 429].map((status) => ({ level: info, status, address: mark })),
  )
  expect(new Set(refused.map(({ address }) => address)).size).toBe(1)
  const [welcome] = linesOf(world, '/identity/sign-up/email')
  expect(welcome).not.toHaveProperty('address')
})
