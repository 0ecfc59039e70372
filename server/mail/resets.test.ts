import { expect, test } from 'vitest'

import {
  browserOn,
  days,
  eventually,
  linksIn,
  minutes,
  movable,
  newcomer,
} from '../identity/testing/browser.ts'
import { freshDatabase } from '../testing/databases.ts'
import { createWorld, type World, type WorldOptions } from '../testing/world.ts'
import { freePort } from '../testing/loopback.ts'
import { openPostOffice } from './testing/post-office.ts'

const newPassword = 'another horse battery'

/** A node that polls often and sends its messages to this port. */
const nodeOn = (port: number, options: WorldOptions = {}): Promise<World> =>
  createWorld({
    ...options,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, ...options.env },
    messageTimes: { lookEveryMs: 20, pausesMs: [minutes(5)], ...options.messageTimes },
  })

const askFor = async ({ app }: World, email: string): Promise<number> =>
  (await browserOn(app).post('/request-password-reset', { email })).statusCode

/** A node without a mail server at its port, which has tried once to send a reset. */
async function nodeWithWaitingReset() {
  const clock = movable()
  const port = await freePort()
  const world = await nodeOn(port, { now: clock.now })
  const { email } = await newcomer(world.app)
  expect(await askFor(world, email)).toBe(200)
  await eventually(async () => expect(await triesIn(world)).toEqual([1]))
  return { clock, port, world, email }
}

/** The ended tries of each waiting message. */
const triesIn = async ({ db }: World): Promise<number[]> => {
  const tries = 'select tries - (leased_until is not null)::int as tries from letter'
  return (await db.query<{ tries: number }>(tries)).map((message) => message.tries)
}

const readiness = async ({ app }: World) => {
  const answer = await app.inject('/readyz')
  return [answer.statusCode, answer.json()]
}

test('a reset that was asked for while mail was down arrives hours later, with a link that is good for an hour from then', async () => {
  const { clock, port, world, email } = await nodeWithWaitingReset()
  const office = await openPostOffice({}, port)
  clock.move(minutes(600))
  await eventually(() => expect(linksIn(world)).toHaveLength(1))
  expect(office.received.map(({ to }) => to)).toEqual([[email]])
  clock.move(minutes(60) - 1)
  const answer = await browserOn(world.app).post('/reset-password', {
    token: linksIn(world)[0],
    newPassword,
  })
  expect(answer.statusCode).toBe(200)
  await eventually(async () => expect(await triesIn(world)).toEqual([]))
  expect(world.logLines.join('')).not.toContain(email)
})

test('a node that ends between the answer and the message leaves it to the next start', async () => {
  const clock = movable()
  const office = await openPostOffice()
  const ends: (() => Promise<void>)[] = []
  const messageTimes = { beginMs: () => 500 }
  const atEnd = (end: () => Promise<void>) => void ends.push(end)
  // A database that outlives the node.
  const connection = await freshDatabase()
  const first = await nodeOn(office.port, { now: clock.now, messageTimes, atEnd, connection })
  const { email } = await newcomer(first.app)
  expect(await askFor(first, email)).toBe(200)
  for (const end of ends) await end()
  clock.move(500)
  const next = await nodeOn(office.port, { now: clock.now, connection })
  await eventually(() => expect(linksIn(next)).toHaveLength(1))
  expect(office.received.map(({ to }) => to)).toEqual([[email]])
})

test('a reset is sent by one of two nodes, and once however often it was asked for meanwhile', async () => {
  const clock = movable()
  const port = await freePort()
  const first = await nodeOn(port, { now: clock.now })
  const second = await nodeOn(port, { now: clock.now, connection: first.connection })
  const { email } = await newcomer(first.app)
  // More resets than the hourly limit of a mailbox: the last ones must not remove the first.
  for (let times = 0; times < 4; times += 1) {
    for (const node of [first, second]) {
      expect(await askFor(node, email)).toBe(200)
      clock.move(1)
    }
  }
  // Waits until no node has leased the message or is about to.
  const resting = 'select from letter where leased_until is null and due_at > $1'
  await eventually(async () =>
    expect(await first.db.query(resting, [new Date(clock.now())])).toHaveLength(1),
  )
  const office = await openPostOffice({}, port)
  clock.move(minutes(5))
  await eventually(async () => expect(await triesIn(first)).toEqual([]))
  expect(office.received.map(({ to }) => to)).toEqual([[email]])
})

test('everybody gets the same answer where the queue is full, whether they have a message waiting or not', async () => {
  const { clock, world, email } = await nodeWithWaitingReset()
  await world.db.query(
    `insert into letter (key, id, kind, sealed, since, asked_at, due_at)
     select int8send(number), gen_random_uuid(), 'password reset', '', at, at, at + interval '1 day'
     from generate_series(1, 19999) as number, to_timestamp($1) as at`,
    [clock.now() / 1000],
  )
  for (const asked of [email, 'nobody@school.example']) expect(await askFor(world, asked)).toBe(503)
  await world.db.query('delete from letter where length(key) = 8')
  for (const asked of [email, 'nobody@school.example']) expect(await askFor(world, asked)).toBe(200)
})

test('a reset goes before any number of other messages, and has its own room in the queue', async () => {
  const clock = movable()
  const office = await openPostOffice()
  const world = await nodeOn(office.port, { now: clock.now })
  const { email } = await newcomer(world.app)
  // These messages are due before the reset. They cannot be decrypted, so each is tried once and then waits.
  await world.db.query(
    `insert into letter (key, id, kind, sealed, since, asked_at, due_at)
     select int8send(number), gen_random_uuid(), 'email to confirm', '', at, at, at
     from generate_series(1, 10000) as number, to_timestamp($1) as at`,
    [clock.now() / 1000],
  )
  expect(await askFor(world, email)).toBe(200)
  await eventually(() => expect(linksIn(world)).toHaveLength(1))
  const untried = await world.db.query('select from letter where tries = 0')
  expect(untried.length).toBeGreaterThan(9_000)
})

test('whoever reads the database while a reset waits learns neither for whom nor how to use it', async () => {
  const { world } = await nodeWithWaitingReset()
  const [row] = await world.db.query<{ text: string; bytes: string }>(
    `select letter::text as text, encode(sealed, 'escape') || encode(key, 'escape') as bytes from letter`,
  )
  expect(row?.text).toContain('password reset')
  // The text has the bytes in hex, whose digits can spell "ada" by chance: hence the word boundaries.
  expect(row?.text).not.toMatch(/\bada\b|school|token/)
  expect(row?.bytes).not.toMatch(/ada|school|token/)
})

test('a reset that could not be sent for a day is given up in the log, without names', async () => {
  const { clock, world, email } = await nodeWithWaitingReset()
  clock.move(days(1))
  await eventually(async () => expect(await triesIn(world)).toEqual([]))
  const log = world.logLines.join('')
  expect(log).toMatch(/"level":50,[^\n]*"kind":"password reset"[^\n]*is given up/)
  expect(log).not.toContain(email)
})

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tengrand.example',
  IDENTITY_SECRET: 'a secret that is long enough for production',
}
const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'tengrand-test',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'tengrand-test.example',
}

test.each([
  ['in production without SMTP', production, { warnings: ['mail'] }],
  ['in production with SMTP', { ...production, SMTP_URL: 'smtp://127.0.0.1:1' }, {}],
  ['in production where another signs people in', { ...production, ...firebase }, {}],
  ['otherwise without SMTP', {}, {}],
])('readiness %s names what works in part only', async (_where, env, words) => {
  expect(await readiness(await createWorld({ env }))).toEqual([200, { status: 'ready', ...words }])
})

test('readiness names mail while a message has been waiting for more than ten minutes', async () => {
  const { clock, port, world } = await nodeWithWaitingReset()
  expect(await readiness(world)).toEqual([200, { status: 'ready' }])
  clock.move(minutes(10) + 1)
  const late = [200, { status: 'ready', warnings: ['mail'] }]
  await eventually(async () => expect(await readiness(world)).toEqual(late))
  const office = await openPostOffice({}, port)
  clock.move(minutes(5))
  await eventually(async () => expect(await readiness(world)).toEqual([200, { status: 'ready' }]))
  expect(office.received).toHaveLength(1)
})
