// What guests and scripts try at the door of a lesson: requests sent twice, cookies made up, tokens kept, and coming back
// at the moment of a removal.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { lockSessionsOf } from '../identity/session-store.ts'
import { browserOn, untilLocked } from '../identity/testing/browser.ts'
import { asksIn, joinAsGuest } from '../leagues/testing/guests.ts'
import { readStream } from '../leagues/testing/lesson-stream.ts'
import { createClass, type Class } from '../leagues/testing/lesson.ts'
import { createWorld } from '../testing/world.ts'
import { auditOf } from './testing/audit.ts'

const secondNode = ({ connection, scripted, clock }: Class) =>
  createWorld({ connection, market: scripted, now: () => clock.at })

const besides = ({ connection }: Class) => createClass({ pupils: 0, options: { connection } })

/** The public id of the only guest. */
const guestIdIn = async ({ teacher, path }: Class): Promise<string> =>
  (await teacher.get(`${path}/members`)).json().members[0].user_id

const subjectIn = async ({ db }: Class): Promise<string> => {
  const [guest] = await db.query<{ subject: string }>(
    "select subject from account where issuer = 'guest'",
  )
  return guest?.subject ?? ''
}

test('a request that is sent four times at the same moment makes one guest, and one more in another lesson', async () => {
  const here = await createClass({ pupils: 0 })
  const other = await besides(here)
  const key = { 'idempotency-key': randomUUID() }
  const asks = () => asksIn(browserOn(here.app), here.lesson, 'Anna', key)
  const answers = await Promise.all([asks(), asks(), asks(), asks()])
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 200, 200, 201])
  expect(new Set(answers.map((answer) => answer.json().portfolio)).size).toBe(1)
  const elsewhere = await asksIn(browserOn(here.app), other.lesson, 'Anna', key)
  expect([elsewhere.statusCode, elsewhere.json().league]).toEqual([201, other.lesson.id])
})

test('a guest who is removed while coming back is out, by the cookie and by a code', async () => {
  const here = await createClass({ pupils: 0 })
  const { browser } = await joinAsGuest(here.app, here.lesson, 'Anna')
  const member = `${here.path}/members/${await guestIdIn(here)}`
  const { pass } = (await here.teacher.post(`${member}/pass`, {})).json()
  const subject = await subjectIn(here)
  const phone = browserOn(here.app)
  const coming = await here.db.transaction(async (tx) => {
    await lockSessionsOf(tx, subject)
    const sent = [asksIn(browser, here.lesson), phone.call('/api/guest/return', { pass })]
    await untilLocked(here.db, 'select pg_advisory_xact_lock', 2)
    expect((await here.teacher.delete(member)).statusCode).toBe(204)
    return { sent }
  })
  const answers = await Promise.all(coming.sent)
  expect(answers.map((answer) => answer.json().code)).toEqual(['removed', 'expired_pass'])
  for (const one of [browser, phone])
    expect((await one.get('/identity/token')).statusCode).toBe(401)
  expect(await here.db.query("select from identity.session where issuer = 'guest'")).toEqual([])
})

test('a guest who is removed does not come back by the cookie, the key of the request, or keeping the result', async () => {
  const here = await createClass({ pupils: 0 })
  const key = { 'idempotency-key': randomUUID() }
  const browser = browserOn(here.app)
  expect((await asksIn(browser, here.lesson, 'Anna', key)).statusCode).toBe(201)
  await here.start()
  await here.teacher.delete(`${here.path}/members/${await guestIdIn(here)}`)
  for (const again of [browser, browserOn(here.app)])
    expect((await asksIn(again, here.lesson, 'Berta', key)).json().code).toBe('removed')
  await here.press('end')
  here.pass(2_000)
  await here.settles()
  await browser.signUp('anna@school.example')
  const headers = { authorization: `Bearer ${await browser.token()}` }
  const kept = await browser.call('/api/guest/keep', { league: here.lesson.id }, headers)
  expect(kept.json().code).toBe('no_guest')
})

test('a code is made while an old one of another lesson is in use', async () => {
  const here = await createClass({ pupils: 0 })
  const other = await besides(here)
  const passIn = async (one: Class) =>
    one.teacher.post(`${one.path}/members/${await guestIdIn(one)}/pass`, {})
  await joinAsGuest(here.app, here.lesson, 'Anna')
  await joinAsGuest(other.app, other.lesson, 'Anna')
  expect((await passIn(other)).statusCode).toBe(201)
  here.pass(301_000)
  await here.db.transaction(async (tx) => {
    await tx.query('select from guest_pass for update')
    expect((await passIn(here)).statusCode).toBe(201)
  })
})

test('only the cookie that the server made, in its own lesson, is that of a guest', async () => {
  const here = await createClass({ pupils: 0 })
  const other = await besides(here)
  const { browser, portfolio } = await joinAsGuest(here.app, here.lesson, 'Anna')
  const stranger = await here.signUp()
  const nameIn = ({ lesson }: Class) => `tengrand.guest.${lesson.id}`
  const { value = '' } = browser.cookies.get(nameIn(here)) ?? {}
  const session = browser.cookies.get('tengrand.session')?.value ?? ''
  const asksWith = (name: string, cookie: string, { lesson } = here) =>
    asksIn(browserOn(here.app), lesson, 'Anna', { cookie: `${name}=${cookie}` })
  expect((await asksWith(nameIn(here), value)).json()).toMatchObject({ portfolio })
  const [subject = ''] = value.split('.')
  for (const forged of [
    `${value.slice(0, -2)}AA`,
    subject,
    `${subject}.`,
    session,
    'x'.repeat(9_999),
  ])
    expect((await asksWith(nameIn(here), forged)).json().code).toBe('name_taken')
  const cookies = { cookie: `${nameIn(other)}=${value}; tengrand.session=${value}` }
  const seen = await here.app.inject({ url: '/identity/get-session', headers: cookies })
  expect(seen.json()).toEqual({ user: null })
  for (const league of [other.lesson.id, here.lesson.id, '', '; Path=/']) {
    const kept = await stranger.post('/api/guest/keep', { league }, cookies)
    expect([league, kept.json().code]).toEqual([league, 'no_guest'])
  }
  expect((await asksWith(nameIn(other), value, other)).statusCode).toBe(201)
})

test('old tokens end on every node with a sign-out, with the lobby, and with the result that is kept', async () => {
  const here = await createClass({ pupils: 0 })
  const { app } = await secondNode(here)
  const [anna, berta, cleo] = [
    await joinAsGuest(here.app, here.lesson, 'Anna'),
    await joinAsGuest(here.app, here.lesson, 'Berta'),
    await joinAsGuest(here.app, here.lesson, 'Cleo'),
  ]
  await here.start()
  await here.trade(anna, 'buy', { ticker: 'C', quantity: 3 })
  const statuses = async ({ learner }: typeof anna) => [
    (await learner.get(here.path)).statusCode,
    (await learner.at(app).get(here.path)).statusCode,
  ]
  const endOf = async (guest: typeof anna): Promise<void> => {
    await expect.poll(() => statuses(guest), { timeout: 2_000 }).toEqual([401, 401])
  }
  for (const guest of [anna, berta, cleo]) expect(await statuses(guest)).toEqual([200, 200])
  await berta.browser.post('/sign-out')
  await endOf(berta)
  await here.teacher.post(`${here.path}/clear`, {})
  await endOf(cleo)
  const stream = await readStream({ app, path: here.path }, anna.learner)
  await here.press('end')
  here.pass(2_000)
  await here.settles()
  await anna.browser.signUp('anna@school.example')
  const headers = { authorization: `Bearer ${await anna.browser.token()}` }
  const kept = await anna.browser.call('/api/guest/keep', { league: here.lesson.id }, headers)
  expect(kept.statusCode).toBe(200)
  await endOf(anna)
  await stream.ended
  expect(here.logLines.filter((line) => /Anna|Berta|Cleo/.test(line))).toEqual([])
  expect((await here.teacher.get('/api/account/data')).body).not.toMatch(/Anna|Berta|Cleo/)
  expect(await auditOf(here.db)).toEqual([])
})

test('guests who ask too early for their result do not stop the organiser who clears the lobby', async () => {
  const here = await createClass({ pupils: 0 })
  const people = [await here.signUp(), await here.signUp(), await here.signUp()]
  for (let round = 0; round < 5; round += 1) {
    const { code } = await here.read()
    const guests = await Promise.all(
      people.map(() => joinAsGuest(here.app, { ...here.lesson, ...(code && { code }) })),
    )
    const clearing = here.teacher.post(`${here.path}/clear`, {})
    const keeping = guests.map(({ browser }, n) => {
      const headers = { authorization: `Bearer ${people[n]?.token}` }
      return browser.call('/api/guest/keep', { league: here.lesson.id }, headers)
    })
    expect((await clearing).statusCode).toBe(200)
    for (const answer of await Promise.all(keeping))
      expect(['no_guest', 'not_over_yet']).toContain(answer.json().code)
  }
})
