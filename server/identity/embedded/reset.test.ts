import { expect, test } from 'vitest'

import { leave } from '../../account/testing/leaving.ts'
import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { createWorld, type World } from '../../testing/world.ts'
import {
  browserOn,
  eventually,
  linksIn,
  minutes,
  movable,
  newcomer,
  password,
  withNewcomer,
  expectHashed,
  requestLink,
  sortedStatuses,
  useUpGuesses,
} from '../testing/browser.ts'

const emptyWorld = sharedWorlds()

const newPassword = 'another horse battery'

/** Waits until the outbox is empty: each message was sent, or has no recipient. */
const settled = ({ db }: World) =>
  eventually(async () => expect(await db.query('select from letter')).toEqual([]))

const use = ({ app }: World, token: string, secret = newPassword) =>
  browserOn(app).post('/reset-password', { token, newPassword: secret })

test('a link by mail lets a person choose a new password', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const token = await requestLink(world, email)
  const [message] = world.messages
  expect(message).toMatchObject({ to: email })
  expect(message?.text).toContain(`http://localhost:3000/reset-password#token=${token}`)
  const answer = await use(world, token)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: true })
  expect((await browserOn(world.app).signIn(email)).statusCode).toBe(401)
  expect((await browserOn(world.app).signIn(email, newPassword)).statusCode).toBe(200)
})

test('a link works once', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const token = await requestLink(world, email)
  expect((await use(world, token)).statusCode).toBe(200)
  const again = await use(world, token, 'a third horse battery')
  expect(again.json()).toMatchObject({ code: 'expired_link' })
  expect((await browserOn(world.app).signIn(email, newPassword)).statusCode).toBe(200)
})

test('a link works once, however many use it at the same time', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const token = await requestLink(world, email)
  const secrets = Array.from({ length: 5 }, (_, index) => `${newPassword} ${index}`)
  const answers = await Promise.all(secrets.map((secret) => use(world, token, secret)))
  const winner = secrets.find((_, index) => answers[index]?.statusCode === 200)
  expect(sortedStatuses(answers)).toEqual([200, 400, 400, 400, 400])
  expect((await browserOn(world.app).signIn(email, winner)).statusCode).toBe(200)
})

test('a link takes the other links with it, also when both are used at the same time', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const first = await requestLink(world, email)
  const second = await requestLink(world, email)
  expect(second).not.toBe(first)
  expect((await use(world, second)).statusCode).toBe(200)
  expect((await use(world, first)).json()).toMatchObject({ code: 'expired_link' })
  for (let round = 0; round < 2; round += 1) {
    const links = [await requestLink(world, email), await requestLink(world, email)]
    const answers = await Promise.all(links.map((link) => use(world, link)))
    expect(sortedStatuses(answers)).toEqual([200, 400])
  }
})

test('a link works for an hour', async () => {
  const clock = movable()
  const { world, email } = await withNewcomer(emptyWorld({ now: clock.now }))
  const late = await requestLink(world, email)
  clock.move(minutes(60))
  const answer = await use(world, late)
  expect(answer.json()).toMatchObject({ code: 'expired_link' })
  const inTime = await requestLink(world, email)
  clock.move(minutes(60) - 1)
  expect((await use(world, inTime)).statusCode).toBe(200)
})

test('a link is kept when the new password is not good enough', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const token = await requestLink(world, email)
  const weak = await use(world, token, 'short')
  expect(weak.json()).toMatchObject({ code: 'weak_password' })
  expect((await use(world, token)).statusCode).toBe(200)
})

test.each(['', 'x', '../../etc/passwd', "' or 1=1 --", '\0', 'a'.repeat(9_000)])(
  'what is no link is refused: %j',
  async (token) => {
    const { world } = await withNewcomer(emptyWorld())
    expect((await use(world, token)).json()).toMatchObject({ code: 'expired_link' })
  },
)

test('a link of one person does nothing to another', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const other = await newcomer(world.app, 'grace@school.example')
  await use(world, await requestLink(world, email))
  expect((await browserOn(world.app).signIn(other.email)).statusCode).toBe(200)
  expect((await other.browser.get('/identity/token')).statusCode).toBe(200)
})

test("using a link shows that the email is the person's own", async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const verified = 'select is_email_proven from identity.person'
  expect(await world.db.query(verified)).toEqual([{ is_email_proven: false }])
  await use(world, await requestLink(world, email))
  expect(await world.db.query(verified)).toEqual([{ is_email_proven: true }])
})

test('whoever reads the database cannot use a link', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const token = await requestLink(world, email)
  await expectHashed(world, 'reset_link', token)
})

test('a link leads to where the server was said to be, whatever the request claims', async () => {
  const poison = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    'x-original-host': 'evil.example',
  }
  const publicUrl = 'https://tengrand.example'
  const settings = [
    {},
    { TRUST_PROXY: 'true' },
    { PUBLIC_URL: publicUrl },
    { PUBLIC_URL: publicUrl, TRUST_PROXY: 'true' },
  ]
  for (const env of settings) {
    const { world, email } = await withNewcomer(emptyWorld({ env }))
    await requestLink(world, email, browserOn(world.app), poison)
    const [message] = world.messages
    const expected = 'PUBLIC_URL' in env ? publicUrl : 'http://localhost:3000'
    expect(message?.text).toContain(`${expected}/reset-password#token=`)
    expect(JSON.stringify(message)).not.toContain('evil')
  }
})

test('nobody can have messages sent elsewhere', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const browser = browserOn(world.app)
  await browser.post('/request-password-reset', {
    email,
    redirectTo: 'https://evil.example',
    callbackURL: 'https://evil.example',
    to: 'eve@evil.example',
  })
  await eventually(() => expect(world.messages).toHaveLength(1))
  expect(JSON.stringify(world.messages)).not.toContain('evil')
})

test('a mailbox gets five messages at first and then one in ten minutes, however many ask', async () => {
  const clock = movable()
  const { world, email } = await withNewcomer(emptyWorld({ now: clock.now }))
  for (let asked = 0; asked < 5; asked += 1) await requestLink(world, email)
  for (const [later, messages] of [
    [0, 5],
    [9, 5],
    [1, 6],
    [9, 6],
    [1, 7],
  ] as const) {
    clock.move(minutes(later))
    for (let asked = 0; asked < 3; asked += 1) {
      const network = browserOn(world.app, `10.0.0.${asked}`)
      const answer = await network.post('/request-password-reset', { email })
      expect(answer.statusCode).toBe(200)
    }
    await settled(world)
    expect(linksIn(world)).toHaveLength(messages)
  }
})

test('while strangers ask all the time, the newest link in the mailbox always works', async () => {
  const clock = movable()
  const { world, email, id } = await withNewcomer(emptyWorld({ now: clock.now }))
  const isWorking = 'select from identity.reset_link where person_id = $1 and expires_at > $2'
  for (let asked = 0; asked < 15; asked += 1) {
    await browserOn(world.app, '10.0.0.1').post('/request-password-reset', { email })
    await settled(world)
    expect(await world.db.query(isWorking, [id, new Date(clock.now())])).not.toHaveLength(0)
    clock.move(minutes(4))
  }
  // Five links at first, and then one per ten minutes.
  expect(world.messages.length).toBeLessThanOrEqual(5 + 6)
  const token = linksIn(world).at(-1)
  const answer = await browserOn(world.app).post('/reset-password', { token, newPassword })
  expect(answer.statusCode).toBe(200)
})

test('a new password ends all links, and the next one is sent at once', async () => {
  const { world, browser, email } = await withNewcomer(emptyWorld())
  for (let asked = 0; asked < 5; asked += 1) await requestLink(world, email)
  const change = { password, newPassword }
  expect((await browser.post('/change-password', change)).statusCode).toBe(200)
  const token = await requestLink(world, email)
  const again = { token, newPassword: 'a third horse battery' }
  expect((await browserOn(world.app).post('/reset-password', again)).statusCode).toBe(200)
})

test('beyond the limit of an address only accounts get messages, and every answer is the same', async () => {
  const clock = movable()
  const env = { IDENTITY_RESETS_PER_TEN_MINUTES: '2' }
  const { world, email } = await withNewcomer(emptyWorld({ now: clock.now, env }))
  const ask = (asked: string) =>
    browserOn(world.app).post('/request-password-reset', { email: asked })
  for (let number = 0; number < 2; number += 1) await ask(`nobody${number}@school.example`)
  await settled(world)
  const waiting: number[] = []
  const bodies = new Set<string>()
  for (const asked of [
    ...Array.from({ length: 30 }, (_, number) => `no${number}@school.example`),
    email,
  ]) {
    const { statusCode, body } = await ask(asked)
    bodies.add(`${statusCode} ${body}`)
    waiting.push((await world.db.query('select from letter')).length)
  }
  expect([...bodies]).toEqual(['200 {"status":true}'])
  await eventually(() => expect(linksIn(world)).toHaveLength(1))
  expect(Math.max(...waiting)).toBeLessThanOrEqual(1)
})

test('a mailbox is not flooded by accounts that are made and deleted with its email', async () => {
  const clock = movable()
  const world = await emptyWorld({ now: clock.now, env: { IDENTITY_VERIFY_EMAIL: 'true' } })
  const email = 'victim@mailbox.example'
  for (let cycle = 0; cycle < 3; cycle += 1) {
    const { browser } = await newcomer(world.app, email)
    for (let asked = 0; asked < 5; asked += 1) {
      const network = browserOn(world.app, `10.0.${cycle}.${asked}`)
      await network.post('/request-password-reset', { email })
      await settled(world)
    }
    for (let asked = 0; asked < 5; asked += 1) {
      await browser.post('/change-email', { email: `eve${cycle}-${asked}@evil.example`, password })
      await browser.post('/send-confirmation')
    }
    await settled(world)
    expect((await leave(world.app, await browser.token())).statusCode).toBe(200)
  }
  const about = (word: string) =>
    world.messages.filter(({ to, subject }) => to === email && subject.includes(word)).length
  // Twelve messages of each kind per hour, and one more reset, which may be the owner's.
  expect(world.messages.filter(({ to }) => to === email).length).toBeLessThanOrEqual(3 * 12 + 1)
  expect(about('password')).toBe(13)
  // After ten minutes the next reset is sent.
  await newcomer(world.app, email)
  clock.move(minutes(10))
  await browserOn(world.app).post('/request-password-reset', { email })
  await eventually(() => expect(about('password')).toBe(14))
})

test('the answer is given before the message is written, and is the same when that fails', async () => {
  const { world, email } = await withNewcomer(createWorld())
  await world.db.query('alter table identity.reset_link rename to away')
  const answer = await browserOn(world.app).post('/request-password-reset', { email })
  expect(answer.statusCode).toBe(200)
  await eventually(() =>
    expect(world.logLines.join('')).toContain('a message could not be written'),
  )
  expect(world.messages).toEqual([])
  expect(world.logLines.join('')).not.toContain(email)
})

test('the device that chose the new password is a known one, for that account alone', async () => {
  const env = { IDENTITY_FAILURES_PER_ADDRESS: '2' }
  const { world, email } = await withNewcomer(emptyWorld({ env }))
  const other = await newcomer(world.app, 'grace@school.example')
  const token = await requestLink(world, email)
  const browser = browserOn(world.app)
  await browser.post('/reset-password', { token, newPassword })
  expect([...browser.cookies.keys()]).toEqual(['tengrand.device'])
  // A classmate uses up the guesses of the address; the owner's device has its own count.
  for (const name of [email, other.email]) await useUpGuesses(world.app, name)
  expect((await browser.signIn(other.email)).statusCode).toBe(429)
  expect((await browser.signIn(email, newPassword)).statusCode).toBe(200)
})

test('half a character is no part of a password', async () => {
  const { world, email } = await withNewcomer(emptyWorld())
  const token = await requestLink(world, email)
  const answer = await use(world, token, 'half a character: \ud83d')
  expect(answer.json()).toMatchObject({ code: 'weak_password' })
  expect((await use(world, token, 'a whole character: 🐙')).statusCode).toBe(200)
})

test('a message reaches every email that the standard calls an atom, and no character of it becomes a tag', async () => {
  const world = await emptyWorld()
  const email = "o'brien&sons/a=b?c!d#e$f%g*h+i^j`k{l|m}n~o-p_q@school.example"
  await newcomer(world.app, email)
  const token = await requestLink(world, email)
  const [message] = world.messages
  expect(message).toMatchObject({ to: email })
  expect(message?.text).toContain(email)
  const escaped = email.replace('&', '&amp;').replace("'", '&#39;')
  expect(message?.html).toContain(`account of ${escaped}.`)
  expect((await use(world, token)).statusCode).toBe(200)
  expect((await browserOn(world.app).signIn(email, newPassword)).statusCode).toBe(200)
})
