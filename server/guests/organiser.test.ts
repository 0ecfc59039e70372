// What the organiser of a lesson does for guests: see who is one, rename, let back in, and clear the lobby.
import { expect, test } from 'vitest'

import { browserOn } from '../identity/testing/browser.ts'
import { asksIn, joinAsGuest } from '../leagues/testing/guests.ts'
import { boardOf } from '../leagues/testing/league.ts'
import { createClass, type Class } from '../leagues/testing/lesson.ts'
import { learnerWith } from '../testing/learner.ts'

interface Member {
  readonly user_id: string
  readonly display_name: string
  readonly guest: boolean
}

const membersOf = async ({ teacher, path }: Class): Promise<Member[]> =>
  (await teacher.get(`${path}/members`)).json().members

async function idOf(here: Class, name: string): Promise<string> {
  const found = (await membersOf(here)).find(({ display_name }) => display_name === name)
  if (found === undefined) throw new Error(`${name} is no member.`)
  return found.user_id
}

test('the organiser sees which members are guests, in the table and in the file', async () => {
  const here = await createClass({ pupils: 1 })
  await joinAsGuest(here.app, here.lesson, 'Anna')
  const members = await membersOf(here)
  expect(members.filter(({ guest }) => !guest)).toHaveLength(1)
  expect(members).toHaveLength(2)
  expect(members.find(({ guest }) => guest)?.display_name).toBe('Anna')
  const { body } = await here.teacher.get(`${here.path}/members.csv`)
  const [head, ...lines] = body.trim().split(/\r?\n/)
  expect(head?.endsWith(',Guest')).toBe(true)
  expect(lines.find((line) => line.includes('Anna'))?.endsWith(',yes')).toBe(true)
  expect(lines.find((line) => !line.includes('Anna'))?.endsWith(',no')).toBe(true)
})

test('a guest is renamed, and shown by that name alone', async () => {
  const here = await createClass({ pupils: 1 })
  await joinAsGuest(here.app, here.lesson, 'Anna')
  await joinAsGuest(here.app, here.lesson, 'Berta')
  const names = async () =>
    (await boardOf(here.teacher, here.lesson)).board.map(({ display_name }) => display_name)
  expect(await names()).toContain('Anna')
  const url = `${here.path}/members/${await idOf(here, 'Anna')}`
  const codeOf = async (name: string) => (await here.teacher.patch(url, { name })).json().code
  expect(await codeOf('berta')).toBe('name_taken')
  expect(await codeOf('Admin')).toBe('invalid_name')
  expect((await here.teacher.patch(url, { name: 'Änna K' })).json()).toEqual({ name: 'Änna K' })
  // A name may be set again.
  expect((await here.teacher.patch(url, { name: 'anna k' })).json()).toEqual({ name: 'anna k' })
  expect(await names()).toContain('anna k')
  expect(await names()).not.toContain('Anna')
  // The old name is free.
  await joinAsGuest(here.app, here.lesson, 'Anna')
  const account = (await membersOf(here)).find(({ guest }) => !guest)
  const refused = await here.teacher.patch(`${here.path}/members/${account?.user_id}`, {
    name: 'X1',
  })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_a_guest'])
})

test('a guest who lost the cookie is let back in with a code that works once, for five minutes', async () => {
  const here = await createClass({ pupils: 0 })
  const { portfolio } = await joinAsGuest(here.app, here.lesson, 'Anna')
  const url = `${here.path}/members/${await idOf(here, 'Anna')}/pass`
  const passOf = async (): Promise<string> => (await here.teacher.post(url, {})).json().pass
  const uses = (pass: string, browser = browserOn(here.app)) =>
    browser.call('/api/guest/return', { pass })
  const lost = await passOf()
  const pass = await passOf()
  expect((await uses(lost)).json().code).toBe('expired_pass')
  const phone = browserOn(here.app)
  const back = await uses(pass, phone)
  expect(back.json()).toMatchObject({ portfolio, name: 'Anna', league: here.lesson.id })
  expect((await learnerWith(here.app, back.json().token).get(here.path)).statusCode).toBe(200)
  expect((await asksIn(phone, here.lesson)).json()).toMatchObject({ portfolio })
  expect((await uses(pass)).json().code).toBe('expired_pass')
  const late = await passOf()
  here.pass(300_000)
  expect((await uses(late)).json().code).toBe('expired_pass')
  expect((await uses('guessed')).statusCode).toBe(404)
})

test('a code that comes too often after others is not used up, and of two at once one gets in', async () => {
  const here = await createClass({ pupils: 0 })
  const { browser } = await joinAsGuest(here.app, here.lesson, 'Anna')
  const url = `${here.path}/members/${await idOf(here, 'Anna')}/pass`
  const { pass } = (await here.teacher.post(url, {})).json()
  const uses = () => browserOn(here.app).call('/api/guest/return', { pass })
  for (let again = 0; again < 20; again += 1) await asksIn(browser, here.lesson)
  expect((await uses()).statusCode).toBe(429)
  here.pass(61_000)
  const statuses = (await Promise.all([uses(), uses()])).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('a code lets no guest back in who was removed', async () => {
  const here = await createClass({ pupils: 0 })
  await joinAsGuest(here.app, here.lesson, 'Anna')
  const member = `${here.path}/members/${await idOf(here, 'Anna')}`
  const { pass } = (await here.teacher.post(`${member}/pass`, {})).json()
  await here.teacher.delete(member)
  const answer = await browserOn(here.app).call('/api/guest/return', { pass })
  expect(answer.json().code).toBe('expired_pass')
})

test('clearing the lobby removes the guests without a trade, and nobody else, and makes a new code', async () => {
  const here = await createClass({ pupils: 1 })
  const traded = await joinAsGuest(here.app, here.lesson, 'Anna')
  const idle = await joinAsGuest(here.app, here.lesson, 'Berta')
  await here.start()
  await here.trade(traded, 'buy', { ticker: 'C', quantity: 3 })
  const cleared = await here.teacher.post(`${here.path}/clear`, {})
  expect(cleared.statusCode).toBe(200)
  const { code, members } = cleared.json()
  expect(members).toBe(2)
  expect(code).not.toBe(here.lesson.code)
  const names = (await membersOf(here)).map(({ display_name }) => display_name)
  expect(names).toContain('Anna')
  expect(names).not.toContain('Berta')
  expect((await idle.learner.get(here.path)).statusCode).toBe(401)
  expect((await traded.learner.get(here.path)).statusCode).toBe(200)
  expect((await asksIn(idle.browser, here.lesson)).json().code).toBe('unknown_code')
  expect((await asksIn(idle.browser, { code }, 'Berta')).statusCode).toBe(201)
})

test('only the organiser has these tools', async () => {
  const here = await createClass({ pupils: 1 })
  await joinAsGuest(here.app, here.lesson, 'Anna')
  const member = `${here.path}/members/${await idOf(here, 'Anna')}`
  const pupil = here.pupils[0]?.learner
  const answers = [
    await pupil?.patch(member, { name: 'Berta' }),
    await pupil?.post(`${member}/pass`, {}),
    await pupil?.post(`${here.path}/clear`, {}),
  ]
  expect(answers.map((answer) => answer?.json().code)).toEqual(answers.map(() => 'not_owner'))
})
