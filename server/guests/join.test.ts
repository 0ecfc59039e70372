// Joining a lesson as a guest: the name, the cookie, the limits, and the doors that stay closed.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { browserOn } from '../identity/testing/browser.ts'
import { createLeague, join } from '../leagues/testing/league.ts'
import { asksIn, joinAsGuest } from '../leagues/testing/guests.ts'
import { createClass } from '../leagues/testing/lesson.ts'
import { createWorld } from '../testing/world.ts'

const codeOf = (answer: { readonly json: () => { code?: string } }) => answer.json().code

test('a guest joins with a code and a name, trades, and is on the board', async () => {
  const here = await createClass({ pupils: 0 })
  const invitation = await here.app.inject({ url: `/api/join/${here.lesson.code}` })
  expect(invitation.json()).toMatchObject({ guests: true, generated_names: false, members: 0 })
  const anna = await joinAsGuest(here.app, here.lesson, '  Anna-Zoë ')
  expect(anna.name).toBe('Anna-Zoë')
  await here.start()
  const bought = await here.trade(anna, 'buy', { ticker: 'C', quantity: 3 })
  expect(bought.json()).toMatchObject({ trade: { ticker: 'C', quantity: 3 } })
  const { board } = (await anna.learner.get(`${here.path}/board`)).json()
  expect(board).toMatchObject([{ display_name: 'Anna-Zoë', rank: 1, you: true }])
})

test('a browser that has a guest in the lesson gets that guest again, whatever name it sends, also after a sign-out', async () => {
  const here = await createClass({ pupils: 0 })
  const { browser, portfolio } = await joinAsGuest(here.app, here.lesson, 'Anna')
  const again = await asksIn(browser, here.lesson, 'Berta')
  expect(again.statusCode).toBe(200)
  expect(again.json()).toMatchObject({ portfolio, name: 'Anna', league: here.lesson.id })
  await browser.post('/sign-out')
  expect((await browser.get('/identity/get-session')).json()).toEqual({ user: null })
  await here.teacher.patch(here.path, { door: 'closed' })
  expect((await asksIn(browser, here.lesson)).json()).toMatchObject({ portfolio })
  const { user } = (await browser.get('/identity/get-session')).json()
  expect(user).toMatchObject({ email: null, league: here.lesson.id })
  const other = browserOn(here.app)
  expect(codeOf(await asksIn(other, here.lesson))).toBe('unknown_code')
})

test('a request whose answer was lost is repeated without taking its own name', async () => {
  const here = await createClass({ pupils: 0 })
  const key = { 'idempotency-key': randomUUID() }
  const lost = await asksIn(browserOn(here.app), here.lesson, 'Anna', key)
  const again = await asksIn(browserOn(here.app), here.lesson, 'Anna', key)
  expect([lost.statusCode, again.statusCode]).toEqual([201, 200])
  expect(again.json().portfolio).toBe(lost.json().portfolio)
  const other = await asksIn(browserOn(here.app), here.lesson, 'Anna', {
    'idempotency-key': randomUUID(),
  })
  expect([other.statusCode, codeOf(other)]).toEqual([409, 'name_taken'])
})

test('names look different in a lesson, also beside the names of accounts, and may be the same in two lessons', async () => {
  const here = await createClass({ pupils: 1 })
  const other = await createClass({ pupils: 0, options: { connection: here.connection } })
  const refusalOf = async (name: string) =>
    codeOf(await asksIn(browserOn(here.app), here.lesson, name))
  await joinAsGuest(here.app, here.lesson, 'Zoë Müller')
  for (const name of ['Zoë Müller', 'zoe muller', 'ZOE-MULLER', '2oe MuIIer']) {
    expect([name, await refusalOf(name)]).toEqual([name, 'name_taken'])
  }
  const [pupil] = here.pupils
  const account = await pupil?.learner.get('/api/account')
  expect(await refusalOf(account?.json().display_name)).toBe('name_taken')
  expect((await joinAsGuest(other.app, other.lesson, 'Zoë Müller')).name).toBe('Zoë Müller')
})

test('an account does not get the name of a guest in its lesson, neither by joining nor by a new name', async () => {
  const here = await createClass({ pupils: 1 })
  await joinAsGuest(here.app, here.lesson, 'Zora K')
  const [pupil] = here.pupils
  const renamed = await pupil?.learner.patch('/api/account', { display_name: 'zora-k' })
  expect([renamed?.statusCode, renamed?.json().code]).toEqual([409, 'name_taken'])
  const other = await here.signUp()
  expect((await other.patch('/api/account', { display_name: 'Zora K' })).statusCode).toBe(200)
  const refused = await other.post(`/api/join/${here.lesson.code}`, {})
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'name_taken'])
  expect(refused.json().error).toContain('A guest of this lesson')
  expect((await other.patch('/api/account', { display_name: 'Zora L' })).statusCode).toBe(200)
  await join(other, here.lesson)
})

test.each(['Admin', 'F u c k', 'Fuuuck', 'cvnt', 'Nïgger', 'Tengrand', 'Guest 4', 'you'])(
  'the name %s is refused',
  async (name) => {
    const { app, lesson } = await createClass({ pupils: 0 })
    const answer = await asksIn(browserOn(app), lesson, name)
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid_name'])
    expect(answer.json().error).toContain('Choose another one')
  },
)

test.each([
  'A',
  'a'.repeat(25),
  'Анна',
  '<b>Ann</b>',
  'a@b.example',
  'Ann  Lee',
  '\u202eAnna',
  '!!',
  '',
])('no name has the form %s', async (name) => {
  const { app, lesson } = await createClass({ pupils: 0 })
  const answer = await asksIn(browserOn(app), lesson, name)
  expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid_name'])
})

test('a name is made up where none is sent, and only such names are taken where the organiser wants that', async () => {
  const here = await createClass({ pupils: 0 })
  expect((await joinAsGuest(here.app, here.lesson)).name).toMatch(/^\w+ \w+ \d+$/)
  await here.teacher.patch(here.path, { generated_names: true })
  const refused = await asksIn(browserOn(here.app), here.lesson, 'Anna')
  expect(refused.json()).toMatchObject({ code: 'invalid_name', error: /offered/ })
  expect((await joinAsGuest(here.app, here.lesson, 'Calm Otter 21')).name).toBe('Calm Otter 21')
})

test('guests come in only where the organiser and the server allow them, and only into lessons', async () => {
  const here = await createClass({ pupils: 0 })
  await here.teacher.patch(here.path, { guests: false })
  const refused = await asksIn(browserOn(here.app), here.lesson, 'Anna')
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'guests_not_allowed'])
  const league = await createLeague(here.teacher)
  expect(codeOf(await asksIn(browserOn(here.app), league, 'Anna'))).toBe('guests_not_allowed')
  expect(codeOf(await here.teacher.patch(`/api/leagues/${league.id}`, { guests: true }))).toBe(
    'not_a_lesson',
  )
})

test('a server for some people allows guests only if its operator says so', async () => {
  const closed = { IDENTITY_ALLOWED_DOMAINS: 'school.example' }
  const here = await createClass({ pupils: 0, options: { env: closed } })
  expect(here.lesson.guests).toBe(false)
  expect((await here.app.inject({ url: '/config.json' })).json()).toMatchObject({ guests: false })
  expect(codeOf(await here.teacher.patch(here.path, { guests: true }))).toBe('guests_not_allowed')
  const open = await createClass({ pupils: 0, options: { env: { ...closed, GUESTS: 'on' } } })
  expect((await joinAsGuest(open.app, open.lesson, 'Anna')).name).toBe('Anna')
})

test('forty guests join from one address on two nodes, and are forty members', async () => {
  const here = await createClass({ pupils: 0 })
  const { app } = await createWorld({
    connection: here.connection,
    market: here.scripted,
    now: () => here.clock.at,
  })
  const joins = Array.from({ length: 40 }, (_none, n) =>
    joinAsGuest(n % 2 === 0 ? here.app : app, here.lesson, `Pupil ${n.toString(2)}`),
  )
  const guests = await Promise.all(joins)
  expect(new Set(guests.map(({ portfolio }) => portfolio)).size).toBe(40)
  expect((await here.read()).members).toBe(40)
})

test('of guests who take one name at the same moment, on two nodes, one gets it', async () => {
  const here = await createClass({ pupils: 0 })
  const { app } = await createWorld({
    connection: here.connection,
    market: here.scripted,
    now: () => here.clock.at,
  })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_none, n) =>
      asksIn(browserOn(n % 2 === 0 ? here.app : app), here.lesson, 'Anna'),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
})

test('the guest beyond the limit of an hour is told when to come again, and people at that address sign in', async () => {
  const env = { GUESTS_PER_HOUR_AND_ADDRESS: '3', GUESTS_PER_MINUTE_AND_ADDRESS: '2' }
  const here = await createClass({ pupils: 0, options: { env } })
  await joinAsGuest(here.app, here.lesson, 'Anna')
  // A refused name does not count.
  expect(codeOf(await asksIn(browserOn(here.app), here.lesson, 'Anna'))).toBe('name_taken')
  await joinAsGuest(here.app, here.lesson, 'Berta')
  const soon = await asksIn(browserOn(here.app), here.lesson, 'Cleo')
  expect([soon.statusCode, codeOf(soon), soon.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '60',
  ])
  here.pass(61_000)
  await joinAsGuest(here.app, here.lesson, 'Cleo')
  const later = await asksIn(browserOn(here.app), here.lesson, 'Dora')
  expect(later.statusCode).toBe(429)
  expect(later.json().error).toMatch(/Too many guests .+ Please try again in 59 minutes/)
  const person = browserOn(here.app)
  expect((await person.signUp('person@school.example')).statusCode).toBe(200)
  expect((await person.signIn('person@school.example')).statusCode).toBe(200)
  const learner = await here.signUp()
  await join(learner, here.lesson)
  const elsewhere = browserOn(here.app, '10.1.2.3')
  await joinAsGuest(here.app, here.lesson, 'Dora', elsewhere)
})

test('another site cannot make a browser a guest', async () => {
  const here = await createClass({ pupils: 0 })
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const answer = await asksIn(browserOn(here.app), here.lesson, 'Anna', foreign)
  expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'foreign_origin'])
})
