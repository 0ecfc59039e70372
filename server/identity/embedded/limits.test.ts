import { createSecretKey } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { Tx } from '../../db/handle.ts'
import { createThrottle } from '../../http/throttle.ts'
import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { deleteExpired } from '../session-store.ts'
import {
  browserOn,
  eventually,
  minutes,
  movable,
  newcomer,
  password,
  type Browser,
  withNewcomer,
  resetPassword,
} from '../testing/browser.ts'
import { countPasswordWork, createPasswordGate } from '../testing/password-work.ts'

const emptyWorld = sharedWorlds()

const wrong = 'incorrect horse battery'
const email = 'ada@school.example'

const guess = ({ app }: World, address: string, whom = email) =>
  browserOn(app, address).signIn(whom, wrong)

/** Addresses in different networks. */
const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `10.${index >> 8}.${index & 255}.1`)

/** Smaller than the defaults, because each counted try costs time. */
const few = { IDENTITY_FAILURES_PER_ADDRESS: '3', IDENTITY_FAILURES_PER_ACCOUNT: '6' }

/** Sends wrong passwords from so many addresses that the account refuses unknown devices. */
async function besiege(world: World, whom = email): Promise<void> {
  for (const address of addresses(6))
    expect((await guess(world, address, whom)).statusCode).toBe(401)
  expect((await guess(world, '172.16.0.1', whom)).statusCode).toBe(429)
}

const another = 'another horse battery'

const reset = (world: World, browser: Browser): Promise<void> =>
  resetPassword(world, email, another, browser)

describe('wrong passwords from one address', () => {
  test('are taken eight times in a quarter of an hour, then not even the right one is', async () => {
    const clock = movable()
    const { world } = await withNewcomer(emptyWorld({ now: clock.now }))
    const work = countPasswordWork()
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await guess(world, '10.0.0.1')).statusCode).toBe(401)
      clock.move(minutes(1))
    }
    const refused = await browserOn(world.app, '10.0.0.1').signIn(email)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
    // The first try was eight minutes ago.
    expect(refused.headers['retry-after']).toBe(String(7 * 60))
    expect(work()).toBe(8)
    expect((await browserOn(world.app, '10.0.0.2').signIn(email)).statusCode).toBe(200)
  })

  test('are counted in any quarter of an hour, not from one to the next', async () => {
    const clock = movable()
    const world = await emptyWorld({ now: clock.now, env: few })
    const answers: number[] = []
    for (let minute = 0; minute < 40; minute += 1) {
      // Two tries at the start, and then one per minute from the tenth minute on.
      const isTried = minute < 2 || minute >= 10
      answers.push(isTried ? (await guess(world, '10.0.0.1')).statusCode : 0)
      clock.move(minutes(1))
    }
    for (let start = 0; start + 15 <= answers.length; start += 1) {
      const taken = answers.slice(start, start + 15).filter((status) => status === 401)
      expect(taken.length).toBeLessThanOrEqual(3)
    }
    const taken = answers.flatMap((status, minute) => (status === 401 ? minute : []))
    expect(taken).toEqual([0, 1, 10, 15, 16, 25, 30, 31])
  })

  test('are the same for an email that nobody has', async () => {
    const { world } = await withNewcomer(emptyWorld())
    const statuses = async (whom: string) => {
      const answers: number[] = []
      for (let tries = 0; tries < 10; tries += 1) {
        answers.push((await guess(world, '10.0.0.1', whom)).statusCode)
      }
      return answers
    }
    const known = await statuses(email)
    expect(known).toEqual([...Array.from({ length: 8 }, () => 401), 429, 429])
    expect(await statuses('nobody@school.example')).toEqual(known)
  })

  test('are forgotten when the right one follows', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    for (let rounds = 0; rounds < 2; rounds += 1) {
      for (let tries = 0; tries < 2; tries += 1) {
        expect((await guess(world, '10.0.0.1')).statusCode).toBe(401)
      }
      // A browser without cookies is an unknown device.
      expect((await browserOn(world.app, '10.0.0.1').signIn(email)).statusCode).toBe(200)
    }
  })

  test('do not count against anybody else there', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    await newcomer(world.app, 'grace@school.example')
    for (let tries = 0; tries < 4; tries += 1) await guess(world, '10.0.0.1')
    const other = browserOn(world.app, '10.0.0.1')
    expect((await other.signIn('grace@school.example')).statusCode).toBe(200)
  })

  test('are counted together in a /64 network of IPv6', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await guess(world, `2001:db8:1:2::${tries}`)).statusCode).toBe(401)
    }
    expect((await guess(world, '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await guess(world, '2001:db8:1:3::1')).statusCode).toBe(401)
  })

  test('cannot be spread over addresses that are only claimed', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    const claim = (index: number) =>
      browserOn(world.app, '10.0.0.1').post(
        '/sign-in/email',
        { email, password: wrong },
        {
          'x-forwarded-for': `203.0.113.${index}`,
          forwarded: `for=203.0.113.${index}`,
          'x-real-ip': `203.0.113.${index}`,
          'cf-connecting-ip': `203.0.113.${index}`,
          'x-client-ip': `203.0.113.${index}`,
        },
      )
    for (let tries = 0; tries < 3; tries += 1) expect((await claim(tries)).statusCode).toBe(401)
    expect((await claim(99)).statusCode).toBe(429)
  })

  test('are counted by the address that a trusted proxy saw', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: { ...few, TRUST_PROXY: '1' } }))
    const through = (seen: string) =>
      browserOn(world.app, '10.0.0.1').post(
        '/sign-in/email',
        { email, password: wrong },
        // The client has written every address but the last.
        { 'x-forwarded-for': `198.51.100.${seen.length}, ${seen}` },
      )
    for (let tries = 0; tries < 3; tries += 1) await through('203.0.113.1')
    expect((await through('203.0.113.1')).statusCode).toBe(429)
    expect((await through('203.0.113.2')).statusCode).toBe(401)
  })

  test('are counted by all nodes together', async () => {
    const first = await createWorld({ env: few })
    const second = await createWorld({ connection: first.connection, env: few })
    await newcomer(first.app)
    for (const world of [first, second, first]) {
      expect((await guess(world, '10.0.0.1')).statusCode).toBe(401)
    }
    expect((await guess(first, '10.0.0.1')).statusCode).toBe(429)
    expect((await guess(second, '10.0.0.1')).statusCode).toBe(429)
  })
})

describe('wrong passwords from everywhere', () => {
  test('reach the password forty times at most, however many come at once', async () => {
    const { world } = await withNewcomer(createWorld())
    const work = countPasswordWork()
    const answers = await Promise.all(addresses(120).map((address) => guess(world, address)))
    const statuses = new Set(answers.map(({ statusCode }) => statusCode))
    expect(statuses).not.toContain(200)
    expect(statuses).toContain(429)
    // On a busy machine some tries get no database connection in time.
    expect(work()).toBeGreaterThan(0)
    expect(work()).toBeLessThanOrEqual(40)
  })

  test('do not lock the owner out at a known device, not even behind the same address', async () => {
    const { world, browser } = await withNewcomer(emptyWorld({ env: few }))
    await browser.post('/sign-out')
    await besiege(world)
    for (let tries = 0; tries < 4; tries += 1) await guess(world, '127.0.0.1')
    expect((await browser.signIn(email)).statusCode).toBe(200)
    expect((await browserOn(world.app).signIn(email)).statusCode).toBe(429)
  })

  test('are not what people make who come in from many places', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    for (const address of addresses(8)) {
      expect((await browserOn(world.app, address).signIn(email)).statusCode).toBe(200)
    }
  })

  test('do not touch another account', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    await newcomer(world.app, 'grace@school.example')
    await besiege(world)
    const other = browserOn(world.app, '172.16.0.1')
    expect((await other.signIn('grace@school.example')).statusCode).toBe(200)
  })

  test('are the same for an email that nobody has', async () => {
    const world = await emptyWorld({ env: few })
    const work = countPasswordWork()
    await besiege(world, 'nobody@school.example')
    expect(work()).toBe(6)
  })

  test('are not multiplied by tries that an address had no right to', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    // Only three of the ten tries of a classmate are counted.
    for (let tries = 0; tries < 10; tries += 1) await guess(world, '10.0.0.1')
    expect((await browserOn(world.app, '10.0.0.2').signIn(email)).statusCode).toBe(200)
  })

  test('are forgotten with a new password', async () => {
    const { world } = await withNewcomer(emptyWorld({ env: few }))
    await besiege(world)
    await reset(world, browserOn(world.app))
    const fresh = browserOn(world.app, '10.0.0.1')
    expect((await fresh.signIn(email, another)).statusCode).toBe(200)
  })

  test('are forgotten within seconds on a node where no password was changed', async () => {
    const clock = movable()
    const first = await createWorld({ now: clock.now, env: few })
    const second = await createWorld({ now: clock.now, env: few, connection: first.connection })
    await newcomer(first.app)
    await besiege(second)
    await reset(first, browserOn(first.app))
    clock.move(5_000)
    const fresh = browserOn(second.app, '10.0.0.1')
    expect((await fresh.signIn(email, another)).statusCode).toBe(200)
  })

  test('do not use up the tries of a stranger whom they shut out', async () => {
    const clock = movable()
    const { world } = await withNewcomer(emptyWorld({ now: clock.now, env: few }))
    await besiege(world)
    clock.move(minutes(14))
    const stranger = browserOn(world.app, '172.16.0.9')
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await stranger.signIn(email)).statusCode).toBe(429)
    }
    clock.move(minutes(1))
    expect((await stranger.signIn(email)).statusCode).toBe(200)
  })

  test('stop counting after a quarter of an hour', async () => {
    const clock = movable()
    const { world } = await withNewcomer(emptyWorld({ now: clock.now, env: few }))
    await besiege(world)
    clock.move(minutes(15))
    expect((await browserOn(world.app, '10.0.0.1').signIn(email)).statusCode).toBe(200)
  })
})

describe('a known device', () => {
  test('has eight tries of its own', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await browser.signIn(email, wrong)).statusCode).toBe(401)
    }
    expect((await browser.signIn(email)).statusCode).toBe(429)
    expect((await browserOn(world.app, '10.0.0.9').signIn(email)).statusCode).toBe(200)
  })

  test('is known to the accounts that were in there, and to no other', async () => {
    const { world, browser } = await withNewcomer(emptyWorld({ env: few }))
    const eve = await newcomer(world.app, 'eve@school.example')
    await besiege(world)
    // The attacker's device is known, but to another account.
    expect((await eve.browser.signIn(email)).statusCode).toBe(429)
    expect((await browser.signIn(email)).statusCode).toBe(200)
  })

  test('can be shared by a few accounts', async () => {
    const { world, browser } = await withNewcomer(emptyWorld({ env: few }))
    for (const name of ['grace', 'mary', 'joan']) await browser.signUp(`${name}@school.example`)
    await besiege(world)
    await besiege(world, 'mary@school.example')
    expect((await browser.signIn(email)).statusCode).toBe(200)
    expect((await browser.signIn('mary@school.example')).statusCode).toBe(200)
  })

  test('is a stranger after a new password, but for the one where it was chosen', async () => {
    const { world, browser } = await withNewcomer(emptyWorld({ env: few }))
    const chosenAt = browserOn(world.app)
    await reset(world, chosenAt)
    await besiege(world)
    expect((await browser.signIn(email, another)).statusCode).toBe(429)
    expect((await chosenAt.signIn(email, another)).statusCode).toBe(200)
  })

  test('is counted by itself when others have used up the sign-ins of its address', async () => {
    const world = await emptyWorld({ env: { IDENTITY_SIGN_INS_PER_MINUTE: '3' } })
    const { browser } = await newcomer(world.app)
    await newcomer(world.app, 'grace@school.example')
    for (let tries = 0; tries < 3; tries += 1) await guess(world, '127.0.0.1', 'a@school.example')
    expect((await browserOn(world.app).signIn(email)).statusCode).toBe(429)
    // The limit of the address still applies to accounts unknown to the device, and does not reveal whether they exist.
    for (const whom of ['grace@school.example', 'nobody@school.example']) {
      expect((await browser.signIn(whom)).statusCode).toBe(429)
    }
    for (let times = 0; times < 3; times += 1) {
      expect((await browser.signIn(email)).statusCode).toBe(200)
    }
    // The sign-ins of a known device are limited, too.
    expect((await browser.signIn(email)).statusCode).toBe(429)
  })

  test('is one of many of its account, which keep the server busy no more than one', async () => {
    const world = await emptyWorld({ env: { IDENTITY_SIGN_INS_PER_MINUTE: '1000' } })
    const { browser } = await newcomer(world.app)
    const devices = [browser]
    for (let more = 0; more < 4; more += 1) {
      const device = browserOn(world.app)
      await device.signIn(email)
      devices.push(device)
    }
    const statuses: number[] = []
    for (let round = 0; round < 8; round += 1) {
      for (const device of devices) statuses.push((await device.signIn(email)).statusCode)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]))
  })

  test('goes before a burst of strangers that came first', async () => {
    const env = { IDENTITY_SIGN_INS_PER_MINUTE: '1000' }
    const { passwordGate, reached, letThrough } = createPasswordGate(1)
    const { world, browser } = await withNewcomer(createWorld({ env, passwordGate }))
    let answered = 0
    // Sixty tries from three addresses, each for a different account.
    const burst = Array.from({ length: 60 }, async (_, index) => {
      await guess(world, `10.0.0.${index % 3}`, `nobody${index}@school.example`)
      answered += 1
    })
    await eventually(async () => expect(await placesIn(world)).toBe(2 * burst.length))
    const known = browser.signIn(email)
    await eventually(async () => expect(await placesIn(world)).toBe(2 * burst.length + 1))
    // The gate was reached by the newcomer's sign-up and by the two running hashes. The known device is next.
    expect(reached()).toBe(3)
    letThrough(4)
    expect((await known).statusCode).toBe(200)
    await eventually(() => expect(answered).toBe(3))
    letThrough(100)
    // The device cookie of another account gives no priority.
    const eve = await newcomer(world.app, 'eve@school.example')
    await Promise.all(burst)
    expect((await eve.browser.signIn(email, wrong)).statusCode).toBe(401)
  })

  test('cannot be made up', async () => {
    const { world, browser } = await withNewcomer(emptyWorld({ env: few }))
    await besiege(world)
    const name = 'tengrand.device'
    const { value, path } = browser.cookies.get(name) ?? { value: '', path: '/' }
    const [content = '', signature = ''] = value.split('.')
    for (const forgery of [content, `${content}.`, `${content}~x.${signature}`, `x${value}`]) {
      const forger = browserOn(world.app, '10.0.0.1')
      forger.cookies.set(name, { value: forgery, path })
      expect((await forger.signIn(email)).statusCode).toBe(429)
    }
  })
})

/** The counted password tries: once per address or device, and again in the common count of unknown devices. */
async function placesIn({ db }: World): Promise<number> {
  const [places] = await db.query<{ count: number }>(
    'select coalesce(sum(cardinality(times)), 0)::int as count from identity.throttle where account is not null',
  )
  return places?.count ?? 0
}

/** Copies the password hash of one person to forty others, which saves forty hashes. */
async function enrol({ app, db }: World): Promise<string[]> {
  await newcomer(app)
  const pupils = Array.from({ length: 40 }, (_, index) => `pupil${index}@school.example`)
  await db.query(
    `insert into identity.person (id, email, is_email_proven, password, created_at)
     select name, name, is_email_proven, password, created_at
     from identity.person, unnest($1::text[]) as name`,
    [pupils],
  )
  return pupils
}

describe('a school behind one address', () => {
  test('signs in within a minute', async () => {
    const clock = movable()
    const world = await emptyWorld({ now: clock.now })
    const { app } = world
    const pupils = await enrol(world)
    for (const whom of pupils) {
      const pupil = browserOn(app, '198.51.100.7')
      expect((await pupil.signIn(whom, 'too short'.slice(0, 7))).statusCode).toBe(401)
      expect((await pupil.signIn(whom)).statusCode).toBe(200)
    }
  })

  test('signs in at the same instant', async () => {
    const { passwordGate, letThrough } = createPasswordGate(1)
    const world = await createWorld({ passwordGate })
    const pupils = await enrol(world)
    const signingIn = pupils.map((whom) => browserOn(world.app, '198.51.100.7').signIn(whom))
    await eventually(async () => expect(await placesIn(world)).toBe(2 * pupils.length))
    letThrough(pupils.length)
    const answers = await Promise.all(signingIn)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(pupils.map(() => 200))
  })

  test('signs up at the same instant, and whoever was told to come back has lost nothing', async () => {
    const env = { IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '90' }
    const { passwordGate, letThrough } = createPasswordGate()
    const { app } = await createWorld({ env, passwordGate })
    const pupils = Array.from({ length: 90 }, (_, index) => `pupil${index}@school.example`)
    const refused: string[] = []
    const signUp = async (whom: string) => {
      const { statusCode } = await browserOn(app).signUp(whom)
      if (statusCode === 503) refused.push(whom)
      return statusCode
    }
    const signingUp = Promise.all(pupils.map(signUp))
    // Two are worked on, and 64 wait.
    await eventually(() => expect(refused).toHaveLength(24))
    letThrough(200)
    const statuses = (await signingUp).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(66).fill(200), ...Array<number>(24).fill(503)])
    const comingBack = await Promise.all(refused.splice(0).map(signUp))
    expect(comingBack).toEqual(Array<number>(24).fill(200))
    expect((await browserOn(app).signUp('late@school.example')).statusCode).toBe(429)
  })

  test.each([
    ['sign-ins', '/sign-in/email', 120, 60],
    ['sign-ups', '/sign-up/email', 60, 600],
  ])('has a limit of %s', async (_what, path, most, seconds) => {
    const clock = movable()
    const { app } = await emptyWorld({ now: clock.now })
    await newcomer(app)
    const ask = (address: string) =>
      // Neither call hashes a password: in one it is too short, in the other the email is taken.
      browserOn(app, address).post(path, {
        email,
        password: path === '/sign-in/email' ? 'short' : password,
      })
    for (let asked = 0; asked < most; asked += 1) {
      expect((await ask('198.51.100.7')).statusCode).not.toBe(429)
    }
    const refused = await ask('198.51.100.7')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(seconds))
    expect((await ask('198.51.100.8')).statusCode).not.toBe(429)
    clock.move(seconds * 1000)
    expect((await ask('198.51.100.7')).statusCode).not.toBe(429)
  })

  test('has the limits that were configured', async () => {
    const env = { IDENTITY_SIGN_INS_PER_MINUTE: '1', IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '1' }
    const { app } = await emptyWorld({ env })
    for (const path of ['/sign-in/email', '/sign-up/email']) {
      const body = { email, password }
      expect((await browserOn(app).post(path, body)).statusCode).not.toBe(429)
      expect((await browserOn(app).post(path, body)).statusCode).toBe(429)
    }
  })
})

test('when too many passwords are waiting, the rest is told to come back, and it counts for nothing', async () => {
  const env = { IDENTITY_SIGN_INS_PER_MINUTE: '1000' }
  const { passwordGate, letThrough } = createPasswordGate()
  const world = await createWorld({ env, passwordGate })
  const work = countPasswordWork()
  const busy: Awaited<ReturnType<typeof guess>>[] = []
  const guesses = addresses(90).map(async (address, index) => {
    const answer = await guess(world, address, `nobody${index}@school.example`)
    if (answer.statusCode === 503) busy.push(answer)
  })
  // Two are worked on, and 64 wait.
  await eventually(() => expect(busy).toHaveLength(24))
  letThrough(guesses.length)
  await Promise.all(guesses)
  expect(busy).toHaveLength(24)
  expect(busy[0]?.json()).toMatchObject({ code: 'unavailable' })
  expect(busy[0]?.headers['retry-after']).toBe('5')
  expect(work()).toBe(66)
  // Each try is counted for its address and in the common count of unknown devices.
  expect(await placesIn(world)).toBe(2 * work())
})

describe('a limit that was reached', () => {
  const warnings = ({ logLines }: World) =>
    logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'a limit was reached')

  test('is logged once in a quarter of an hour, without a name', async () => {
    const clock = movable()
    const world = await emptyWorld({ now: clock.now, env: few })
    const flood = async () => {
      for (let tries = 0; tries < 5; tries += 1) await guess(world, '203.0.113.77')
    }
    await flood()
    await flood()
    clock.move(minutes(5))
    await flood()
    expect(warnings(world)).toMatchObject([{ level: 40, limit: 'failures of an address' }])
    const [line] = warnings(world)
    expect(JSON.stringify([line?.['key'], line?.['account']])).toMatch(
      /^\["[0-9a-f]{8}","[0-9a-f]{8}"\]$/,
    )
    expect(JSON.stringify(line)).not.toMatch(/@|school|203\.0/)
    clock.move(minutes(15))
    await flood()
    expect(warnings(world)).toHaveLength(2)
  })

  test('is logged with which one it was', async () => {
    const env = {
      ...few,
      IDENTITY_SIGN_INS_PER_MINUTE: '7',
      IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '1',
    }
    const { world } = await withNewcomer(emptyWorld({ env }))
    await browserOn(world.app).signUp('late@school.example')
    await besiege(world)
    for (let tries = 0; tries < 8; tries += 1) {
      await guess(world, '192.0.2.1', `nobody${tries}@school.example`)
    }
    expect(warnings(world).map(({ limit }) => limit)).toEqual([
      'sign-ups of an address',
      'failures of strangers',
      'sign-ins of an address',
    ])
  })

  test('refuses before anybody is looked up, so that its time says nothing', async () => {
    const clock = movable()
    const env = { IDENTITY_SIGN_INS_PER_MINUTE: '1' }
    const { world } = await withNewcomer(createWorld({ now: clock.now, env }))
    const eve = await newcomer(world.app, 'eve@school.example')
    await guess(world, '127.0.0.1')
    await world.db.query('alter table identity.person rename to away')
    for (const browser of [browserOn(world.app), eve.browser]) {
      expect((await browser.signIn(email)).statusCode).toBe(429)
    }
  })

  test('is not stored for each address of a siege', async () => {
    const world = await emptyWorld({ env: few })
    await besiege(world)
    const written = () =>
      world.db.query('select * from identity.throttle where account is not null')
    const before = await written()
    expect((await guess(world, '172.16.0.2')).statusCode).toBe(429)
    expect(await written()).toEqual(before)
  })

  test('is not read from the database again for a client that keeps trying', async () => {
    const clock = movable()
    const world = await emptyWorld({ now: clock.now })
    let statements = 0
    const db: Tx = {
      query: (text, values) => {
        statements += 1
        return world.db.query(text, values)
      },
    }
    const { log } = world.app
    const throttle = createThrottle({
      db,
      key: createSecretKey(Buffer.alloc(32)),
      now: clock.now,
      log,
    })
    const limit = { what: 'tries', parts: ['somebody'], email, most: 1, seconds: 60 }
    const ask = async (): Promise<[number | null, number]> => {
      const before = statements
      const answer = await throttle.reserve(limit)
      const seconds = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : null
      return [seconds, statements - before]
    }
    expect(await ask()).toEqual([null, 1])
    expect(await ask()).toEqual([60, 2])
    clock.move(4_000)
    expect(await ask()).toEqual([56, 0])
    // The cached refusal expires, because another node may have deleted the count.
    clock.move(1_000)
    expect(await ask()).toEqual([55, 2])
    await throttle.forget(limit)
    expect(await ask()).toEqual([null, 1])
    expect(await ask()).toEqual([60, 2])
    await throttle.forgetAccount(db, email)
    const place = await throttle.reserve(limit)
    expect(await ask()).toEqual([60, 2])
    if ('release' in place) await place.release()
    expect(await ask()).toEqual([null, 1])
    expect(await ask()).toEqual([60, 2])
    // A clock that was set back must not extend the cached refusal.
    clock.move(-1_000)
    expect((await ask())[1]).toBe(2)
  })
})

test('a count of tries names nobody, and is deleted when it no longer counts', async () => {
  const clock = movable()
  const world = await createWorld({ now: clock.now })
  await guess(world, '203.0.113.77', 'secretive@school.example')
  const rows = await world.db.query(
    `select encode(key, 'escape') as key, encode(account, 'escape') as account
     from identity.throttle`,
  )
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/secretive|school|203|113/)
  clock.move(minutes(14))
  await deleteExpired(world.db, clock.now())
  expect(await world.db.query('select 1 from identity.throttle')).toHaveLength(2)
  clock.move(minutes(2))
  await deleteExpired(world.db, clock.now())
  expect(await world.db.query('select 1 from identity.throttle')).toEqual([])
})
