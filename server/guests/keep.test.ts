// 'Keep my result': the account that a guest makes has the portfolio, the trades and the place.
import { expect, test } from 'vitest'

import type { Browser } from '../identity/testing/browser.ts'
import { joinAsGuest } from '../leagues/testing/guests.ts'
import { boardOf, join } from '../leagues/testing/league.ts'
import { createClass, type Class } from '../leagues/testing/lesson.ts'
import { auditOf } from './testing/audit.ts'
import { learnerWith } from '../testing/learner.ts'

async function createEnded() {
  const here = await createClass({ pupils: 1 })
  const guest = await joinAsGuest(here.app, here.lesson, 'Anna')
  await here.start()
  await here.trade(guest, 'buy', { ticker: 'C', quantity: 3 })
  const end = async () => {
    await here.press('end')
    here.pass(2_000)
    await here.settles()
  }
  return { here, guest, end }
}

/** With the account that is signed in at the browser. */
async function keep({ lesson, app }: Class, browser: Browser) {
  const token = await browser.token()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await browser.call('/api/guest/keep', { league: lesson.id }, headers)
  return { answer, learner: learnerWith(app, token) }
}

test('a guest who signs up keeps the portfolio, the trades and the place, and is a guest no more', async () => {
  const { here, guest, end } = await createEnded()
  await end()
  const before = await boardOf(guest.learner, here.lesson)
  await guest.browser.signUp('anna@school.example')
  const { answer, learner } = await keep(here, guest.browser)
  expect(answer.json()).toMatchObject({ id: here.lesson.id, portfolio: guest.portfolio })
  const portfolio = (await learner.get(`/api/portfolio?portfolio=${guest.portfolio}`)).json()
  expect(portfolio.holdings).toMatchObject([{ ticker: 'C', quantity: 3 }])
  const { display_name } = (await learner.get('/api/account')).json()
  const ownRow = async () =>
    (await boardOf(learner, here.lesson)).board.find(({ you }) => you)?.display_name
  await expect.poll(ownRow, { timeout: 5_000 }).toBe(display_name)
  const after = await boardOf(learner, here.lesson)
  const ranks = ({ board }: typeof before) =>
    board.map(({ rank, current_value }) => [rank, current_value])
  expect(ranks(after)).toEqual(ranks(before))
  expect((await guest.learner.get(here.path)).statusCode).toBe(401)
  expect((await keep(here, guest.browser)).answer.json().code).toBe('no_guest')
  expect((await learner.get('/api/portfolio')).json().cash_balance).toBe(10_000)
  const data = (await learner.get('/api/account/data')).json()
  expect(data.memberships).toMatchObject([{ portfolio: guest.portfolio }])
  expect(await auditOf(here.db)).toEqual([])
  expect(JSON.stringify(await here.db.query('select * from membership'))).not.toContain('Anna')
})

test('a result is kept after the end, by an account that is not in the lesson, from the browser of the guest', async () => {
  const { here, guest, end } = await createEnded()
  const { browser } = guest
  await browser.signUp('anna@school.example')
  expect((await keep(here, browser)).answer.json().code).toBe('not_over_yet')
  await end()
  const other = here.pupils[0]
  if (other === undefined) throw new Error('There is no pupil.')
  const member = await browser.call(
    '/api/guest/keep',
    { league: here.lesson.id },
    { authorization: `Bearer ${other.learner.token}` },
  )
  expect([member.statusCode, member.json().code]).toEqual([409, 'already_member'])
  const stranger = await here.signUp()
  const elsewhere = await stranger.post('/api/guest/keep', { league: here.lesson.id })
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([404, 'no_guest'])
  expect((await keep(here, browser)).answer.statusCode).toBe(200)
})

test('of two requests at the same moment one keeps the result', async () => {
  const { here, guest, end } = await createEnded()
  await end()
  await guest.browser.signUp('anna@school.example')
  const answers = await Promise.all([keep(here, guest.browser), keep(here, guest.browser)])
  const statuses = answers.map(({ answer }) => answer.statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 404])
})

test('a signed-in user joins with the account, not as a guest', async () => {
  const here = await createClass({ pupils: 0 })
  const learner = await here.signUp()
  await join(learner, here.lesson)
  const { members } = (await here.teacher.get(`${here.path}/members`)).json()
  expect(members).toMatchObject([{ guest: false }])
})
