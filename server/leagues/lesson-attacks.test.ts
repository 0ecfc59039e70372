// What a member of a lesson, or a stranger, may try: to see later prices, the secret or the companies, to be in twice, to
// come back, and to be ranked by a clock of their own.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'

import { companyName, tickers } from '@tengrand/core/tickers.ts'

import type { Learner } from '../testing/learner.ts'
import { performOnLeague } from '../admin/league-actions.ts'
import { isLong } from '../testing/effort.ts'
import { boardOf, codeOf, createLeague, morning, userIdOf } from './testing/league.ts'
import { createClass, type Class, type Pupil } from './testing/lesson.ts'
import { readStream } from './testing/lesson-stream.ts'

/** Some learners ask twice, and in the full run all of them about five times. */
const joins = isLong ? 1_000 : 280

const first = ({ pupils: [pupil] }: Class): Pupil => {
  if (pupil === undefined) throw new Error('There is no pupil.')
  return pupil
}

/** All addresses that tell a member of a lesson something. */
const addressesOf = ({ path }: Class, { portfolio }: Pupil): string[] => {
  const own = `portfolio=${portfolio}`
  const ranges = ['1d', '1w', '1m', '3m', '6m', '1y', '5y', 'all', 'max']
  return [
    path,
    `${path}/board`,
    `${path}/quotes`,
    `${path}/price-lines`,
    `${path}/current-price/A`,
    ...ranges.map((range) => `${path}/price-history/A/${range}`),
    '/api/leagues',
    `/api/portfolio?${own}`,
    `/api/current-portfolio-value?${own}`,
    ...ranges.map((range) => `/api/net_worth_history/${range}?${own}`),
    `/api/transactions?${own}`,
    `/api/transactions.csv?${own}`,
    ...ranges.map((range) => `/api/insights/${range}?${own}`),
    `/api/insights/luck?${own}`,
    `/api/orders?${own}`,
    '/api/portfolio/chapters',
    '/api/account/data',
    `${path}/proof`,
  ]
}

async function answersOf(here: Class, pupil: Pupil): Promise<string[]> {
  const answers = []
  for (const address of addressesOf(here, pupil)) {
    const { body } = await pupil.learner.get(address)
    answers.push(body)
  }
  return answers
}

/** A class of one that has bought and sold, at tick 40. */
async function createPlayed() {
  const here = await createClass({ pupils: 1 })
  const pupil = first(here)
  await here.start()
  await here.trade(pupil, 'buy', { ticker: 'A', quantity: 5 })
  await here.trade(pupil, 'sell', { ticker: 'A', quantity: 2 })
  await here.reach(40)
  return { here, pupil }
}

test('no call answers with an instant after the tick', async () => {
  const { here, pupil } = await createPlayed()
  const { market } = await here.read()
  const [now, end] = [Date.parse(market.now), Date.parse(market.closes_at)]
  let instants = 0
  for (const body of await answersOf(here, pupil)) {
    const times = [...body.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([text]) => Date.parse(text))
    instants += times.length
    expect(times.filter((at) => at > now && at < end)).toEqual([])
  }
  expect(instants).toBeGreaterThan(100)
})

test('before the end nothing tells the secret or a company, neither an answer nor the stream nor the log', async () => {
  const { here, pupil } = await createPlayed()
  const [row] = await here.db.query<{ hex: string; base64: string }>(
    `select encode(secret, 'hex') as hex, encode(secret, 'base64') as base64 from market where id <> 1`,
  )
  const stream = await readStream(here, pupil.learner)
  await stream.until((text) => text.includes('event: board'))
  const told = [...(await answersOf(here, pupil)), stream.text()]
  const named = new RegExp(
    tickers.flatMap((ticker) => [`\\b${ticker}\\b`, companyName(ticker)]).join('|'),
  )
  for (const text of told) expect(named.exec(text)?.[0]).toBeUndefined()
  for (const text of [...told, ...here.logLines]) {
    expect(text).not.toContain(row?.hex)
    expect(text).not.toContain(row?.base64)
  }
  await stream.leave()
})

test('a lesson shows nothing to strangers, nor by the addresses of another market', async () => {
  const { here, pupil } = await createPlayed()
  const { path, signUp, teacher } = here
  const stranger = await signUp()
  for (const address of addressesOf(here, pupil).filter((one) => one.startsWith(path))) {
    expect(codeOf(await stranger.get(address))).toBe('unknown_league')
  }
  for (const address of ['/api/current-price/A', '/api/price-history/A/1y']) {
    expect(codeOf(await pupil.learner.get(address))).toBe('unknown_ticker')
  }
  for (const address of ['current-price/AAPL', 'price-history/AAPL/1y', 'current-price/Q']) {
    expect(codeOf(await pupil.learner.get(`${path}/${address}`))).toBe('unknown_ticker')
  }
  for (const address of [`/api/transactions?portfolio=${pupil.portfolio}`, '/api/insights/all'])
    expect((await stranger.get(address)).body).not.toContain('Stock A')
  const ordinary = await createLeague(teacher)
  const other = `/api/leagues/${ordinary.id}`
  expect((await teacher.get(`${other}/quotes`)).json().lesson).toBeNull()
  for (const address of ['quotes/stream', 'price-lines', 'proof'])
    expect(codeOf(await teacher.get(`${other}/${address}`))).toBe('not_a_lesson')
  for (const change of ['start', 'pause', 'resume'])
    expect(codeOf(await teacher.post(`${other}/${change}`, {}))).toBe('not_a_lesson')
})

test('an organiser who plays is not ranked, also one who plays best, and cannot hand the clock over', async () => {
  const here = await createClass()
  const { organiser, db, lesson, teacher } = here
  const pupil = first(here)
  await here.start()
  await here.trade(pupil, 'buy', { ticker: 'B', quantity: 1_000_000 })
  await here.trade(organiser, 'buy', { ticker: 'A', quantity: 1 })
  const deps = { db, now: () => here.clock.at, endsWithSession: () => false }
  const request = { who: lesson.id, name: await userIdOf(pupil.learner), reason: 'A test.' }
  await expect(performOnLeague(deps, { ...request, action: 'give-league' })).rejects.toThrow(
    'has started, so it keeps its organiser',
  )
  expect(await performOnLeague(deps, { ...request, action: 'find-league' })).toContain(
    'Plays: a year in 10 minutes\nState: running\n',
  )
  expect(await performOnLeague(deps, { ...request, action: 'end-league' })).toBe(
    'Class 9b ends now.',
  )
  here.clock.at += 1_000
  await here.settles()
  const { board } = await boardOf(teacher, lesson)
  expect(board.map(({ rank, you }) => [rank, you])).toContainEqual([null, true])
  const ranks = (await boardOf(pupil.learner, lesson)).board.map(({ rank }) => rank)
  expect(new Set(ranks)).toEqual(new Set([1, null]))
})

test('a removed member and a locked one lose the stream within two seconds, and the first cannot come back', async () => {
  const here = await createClass()
  const { path, teacher, lesson } = here
  const pupil = first(here)
  await here.start()
  const stream = await readStream(here, pupil.learner)
  await stream.until((text) => text.includes('event: board'))
  await here.trade(pupil, 'buy', { ticker: 'A', quantity: 1 })
  const waiting = pupil.learner.post('/api/buy', {
    ticker: 'A',
    quantity: 1,
    portfolio: pupil.portfolio,
  })
  const other = here.pupils[1]?.learner ?? teacher
  const ofLocked = await readStream(here, other)
  await here.db.query('update account set locked_at = now() where public_id = $1', [
    await userIdOf(other),
  ])
  await teacher.delete(`${path}/members/${await userIdOf(pupil.learner)}`)
  const since = performance.now()
  await Promise.all([stream.ended, ofLocked.ended])
  expect(performance.now() - since).toBeLessThan(4_000)
  here.clock.at += 1_000
  expect(codeOf(await waiting)).toBe('portfolio_closed')
  expect(codeOf(await pupil.learner.post(`/api/join/${lesson.code}`, {}))).toBe('removed')
  expect(codeOf(await pupil.learner.get(`${path}/quotes`))).toBe('unknown_league')
})

test('an account has three streams of lessons, whatever the number of its addresses', async () => {
  const here = await createClass({ pupils: 1 })
  const { learner } = first(here)
  const streams = []
  while (streams.length < 3) streams.push(await readStream(here, learner))
  const fourth = await readStream(here, learner)
  expect(fourth.status).toBe(429)
  await streams[0]?.leave()
  await expect
    .poll(async () => (await readStream(here, learner)).status, { timeout: 5_000 })
    .toBe(200)
})

test(`${joins} joins at once let two hundred in, each once`, { timeout: 120_000 }, async () => {
  const env = { IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '1000' }
  const here = await createClass({ pupils: 0, options: { env } })
  const learners: Learner[] = []
  while (learners.length < 210) learners.push(await here.signUp())
  const asking = Array.from({ length: 5 }, () => learners).flat()
  const joinUntilAnswered = async (learner: Learner): Promise<LightMyRequestResponse> => {
    const answer = await learner.post(`/api/join/${here.lesson.code}`, {})
    if (answer.statusCode !== 503) return answer
    // A busy server asks to try again later. At once, the repeated calls alone would keep it busy.
    await sleep(200 + randomInt(800))
    return joinUntilAnswered(learner)
  }
  const answers = await Promise.all(asking.slice(0, joins).map(joinUntilAnswered))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201, 409]))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(200)
  expect((await here.read()).members).toBe(200)
  expect(here.clock.at).toBe(morning)
})
