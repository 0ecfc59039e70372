// What a guest can reach: the own lesson, by the calls of the table in the contract, and nothing else.
import { api } from '@tengrand/contract/api.ts'
import type { Call } from '@tengrand/contract/call.ts'
import { guestCalls } from '@tengrand/contract/guest-calls.ts'
import { expect, test } from 'vitest'

import { joinAsGuest, type Guest } from '../leagues/testing/guests.ts'
import { userIdOf } from '../leagues/testing/league.ts'
import { readStream } from '../leagues/testing/lesson-stream.ts'
import { createClass, type Class } from '../leagues/testing/lesson.ts'
import { createWorld } from '../testing/world.ts'

type CallName = keyof typeof api
const calls = Object.entries(api) as [CallName, Call][]

/** The calls that are authenticated by a token. */
const withToken = calls.filter(([, { access }]) => access === 'signed-in' || access === 'optional')

/** The address of a call in a lesson, with the portfolio where the call has that parameter. */
function addressOf(call: Call, { id, code }: Class['lesson'], portfolio: string, userId: string) {
  const values: Readonly<Record<string, string>> = {
    league: id,
    user_id: userId,
    symbol: 'C',
    ticker: 'AAPL',
    range: '1y',
    code: code ?? '',
    id: portfolio,
  }
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '')
  const hasPortfolio = 'portfolio' in (call.query?.shape ?? {})
  return hasPortfolio ? `${path}?portfolio=${portfolio}` : path
}

async function ask({ app }: Class, { learner }: Guest, call: Call, url: string) {
  const headers = { authorization: `Bearer ${learner.token}` }
  const payload = call.method === 'GET' ? {} : { payload: {} }
  return app.inject({ method: call.method, url, headers, ...payload })
}

test('exactly the calls of the table answer the token of a guest', async () => {
  const here = await createClass({ pupils: 0 })
  const guest = await joinAsGuest(here.app, here.lesson, 'Anna')
  const teacherId = await userIdOf(here.teacher)
  await here.start()
  // The stream of a lesson does not end by itself.
  for (const [name, call] of withToken.filter(([one]) => one !== 'leagueQuotesStream')) {
    const url = addressOf(call, here.lesson, guest.portfolio, teacherId)
    const answer = await ask(here, guest, call, url)
    const isRefused = answer.statusCode === 403 && answer.json().code === 'guest_only'
    // An order without a portfolio would be for the main one, which no guest has.
    const isOrder = name === 'buy' || name === 'sell'
    expect([name, isRefused || (isOrder && answer.statusCode === 400)]).toEqual([
      name,
      !guestCalls[name] || isOrder,
    ])
  }
  const order = { ticker: 'C', quantity: 1, price: 1 }
  expect((await guest.learner.post('/api/buy', order)).json().code).toBe('guest_only')
  expect((await guest.learner.get('/api/portfolio')).json().code).toBe('guest_only')
  const stream = await readStream(here, guest.learner)
  expect(stream.status).toBe(200)
})

test('the calls of the table that answer a guest answer 200 while the lesson runs, the proof after it', async () => {
  const here = await createClass({ pupils: 0 })
  const guest = await joinAsGuest(here.app, here.lesson, 'Anna')
  const own = await ownIdOf(here, guest)
  await here.start()
  await here.trade(guest, 'buy', { ticker: 'C', quantity: 3 })
  const reads = withToken.filter(
    ([name, { method, answers }]) =>
      guestCalls[name] && method === 'GET' && answers !== 'text/event-stream',
  )
  for (const [name, call] of reads) {
    const answer = await ask(here, guest, call, addressOf(call, here.lesson, guest.portfolio, own))
    expect([name, answer.statusCode]).toEqual([name, name === 'proof' ? 409 : 200])
  }
  await here.press('end')
  here.pass(2_000)
  await here.settles()
  expect((await guest.learner.get(`${here.path}/proof`)).statusCode).toBe(200)
})

test('calls with the cookie of a guest do not reach an account', async () => {
  const here = await createClass({ pupils: 0 })
  const { browser } = await joinAsGuest(here.app, here.lesson, 'Anna')
  const cookieCalls = calls.filter(
    ([name, { access }]) => access === 'same-origin' && !guestCalls[name],
  )
  expect(cookieCalls.length).toBeGreaterThan(3)
  for (const [, { method, path }] of cookieCalls) {
    const body = { password: 'x', newPassword: 'y', email: 'a@school.example' }
    const answer = method === 'GET' ? await browser.get(path) : await browser.call(path, body)
    expect([path, answer.statusCode]).toEqual([path, 401])
  }
})

test('a guest does not reach another contest by id, code, stream, CSV, picture or proof', async () => {
  const here = await createClass({ pupils: 0 })
  const other = await createClass({ pupils: 1, options: { connection: here.connection } })
  const guest = await joinAsGuest(here.app, here.lesson, 'Anna')
  const pupil = other.pupils[0]
  if (pupil === undefined) throw new Error('There is no pupil.')
  const userId = await userIdOf(pupil.learner)
  const inLeague = withToken.filter(([, { path }]) => /:league|:code/.test(path))
  for (const [name, call] of inLeague) {
    const answer = await ask(
      here,
      guest,
      call,
      addressOf(call, other.lesson, pupil.portfolio, userId),
    )
    expect([name, [403, 404].includes(answer.statusCode)]).toEqual([name, true])
  }
  const reads = withToken.filter(
    ([name, call]) => guestCalls[name] && 'portfolio' in (call.query?.shape ?? {}),
  )
  for (const [name, call] of reads) {
    const url = addressOf(call, other.lesson, pupil.portfolio, userId)
    const answer = await ask(here, guest, call, url)
    expect([name, answer.statusCode]).toEqual([name, 404])
  }
  const order = { ticker: 'C', quantity: 1, portfolio: pupil.portfolio, price: 1 }
  expect((await guest.learner.post('/api/buy', order)).statusCode).toBe(404)
})

test('a guest who is removed is out on every node at once, and cannot come back', async () => {
  const here = await createClass({ pupils: 0 })
  const { app } = await createWorld({
    connection: here.connection,
    market: here.scripted,
    now: () => here.clock.at,
  })
  const guest = await joinAsGuest(here.app, here.lesson, 'Anna')
  const own = await ownIdOf(here, guest)
  await here.start()
  await here.trade(guest, 'buy', { ticker: 'C', quantity: 3 })
  const stream = await readStream(here, guest.learner)
  expect((await guest.learner.at(app).get(here.path)).statusCode).toBe(200)
  const removed = await here.teacher.delete(`${here.path}/members/${own}`)
  expect(removed.statusCode).toBe(204)
  await stream.ended
  for (const node of [here.app, app]) {
    await expect
      .poll(async () => (await guest.learner.at(node).get(here.path)).statusCode, {
        timeout: 2_000,
      })
      .toBe(401)
  }
  const order = { ticker: 'C', quantity: 1, portfolio: guest.portfolio }
  expect((await guest.learner.post('/api/buy', order)).statusCode).toBe(401)
  expect((await guest.browser.get('/identity/get-session')).json()).toEqual({ user: null })
  const again = await guest.browser.call(`/api/join/${here.lesson.code}/guest`, { name: 'Berta' })
  expect([again.statusCode, again.json().code]).toEqual([403, 'removed'])
})

/** The public id of the account, from the table of the organiser. */
async function ownIdOf({ teacher, path }: Class, { name }: Guest): Promise<string> {
  const { members } = (await teacher.get(`${path}/members`)).json()
  return members.find((member: { display_name: string }) => member.display_name === name).user_id
}
