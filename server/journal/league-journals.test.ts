// The journals of a league: the learner's own, what the organiser sees, and the class after the end.
import { dayMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import {
  createLeague,
  createSchool,
  join,
  morning,
  type School,
} from '../leagues/testing/league.ts'
import { createClass as createLesson } from '../leagues/testing/lesson.ts'
import type { LeagueOnWire } from '../leagues/store.ts'
import type { Learner } from '../testing/learner.ts'

const days = 40

async function createClass() {
  const school = await createSchool({ isSimulated: true, env: { IDENTITY_SESSION_DAYS: '90' } })
  const ends_at = new Date(morning + days * dayMs).toISOString()
  const league = await createLeague(school.teacher, { ends_at })
  return { ...school, league }
}

async function buy(pupil: Learner, portfolio: string, ticker: string, entry: object) {
  const { price } = (await pupil.get(`/api/current-price/${ticker}`)).json()
  const answer = await pupil.post('/api/buy', { ticker, quantity: 1, price, portfolio, ...entry })
  expect(answer.statusCode).toBe(200)
}

test('an entry belongs to the portfolio of its order', async () => {
  const { signUp, league } = await createClass()
  const pupil = await signUp()
  const { portfolio } = await join(pupil, league)
  await buy(pupil, portfolio, 'AAPL', { note: 'In the league.', confidence: 80 })
  expect((await pupil.get('/api/journal')).json().entries).toEqual([])
  const { entries } = (await pupil.get(`/api/journal?portfolio=${portfolio}`)).json()
  expect(entries).toMatchObject([{ note: 'In the league.' }])
  const changed = await pupil.patch(`/api/journal/${entries[0].id}`, { note: 'Still there.' })
  expect(changed.json()).toMatchObject({ note: 'Still there.', due_at: entries[0].due_at })
})

test('the organiser sees the journals of those who show them, and nobody else does', async () => {
  const { signUp, teacher, league } = await createClass()
  const [anna, ben] = [await signUp(), await signUp()]
  const { portfolio } = await join(anna, league)
  await join(ben, league)
  await buy(anna, portfolio, 'AAPL', { note: 'A secret.', confidence: 80 })
  const { user_id } = (await anna.get('/api/account')).json()
  const url = `/api/leagues/${league.id}/members/${user_id}/journal`
  const journals = `/api/leagues/${league.id}/journal`
  expect((await anna.get(journals)).json()).toEqual({ shown: false, members: [] })
  expect((await teacher.get(journals)).json()).toEqual({ shown: false, members: [] })
  expect((await teacher.get(url)).json()).toMatchObject({ code: 'journal_hidden' })

  expect((await anna.put(journals, { shown: true })).json()).toEqual({ shown: true, members: [] })
  expect((await teacher.get(journals)).json()).toMatchObject({ members: [{ user_id, entries: 1 }] })
  expect((await teacher.get(url)).json().entries).toMatchObject([{ note: 'A secret.' }])
  expect((await ben.get(url)).json()).toMatchObject({ code: 'not_owner' })
  expect((await anna.get(url)).json()).toMatchObject({ code: 'not_owner' })
  expect((await (await signUp()).get(url)).json()).toMatchObject({ code: 'unknown_league' })
  const unknown = `/api/leagues/${league.id}/members/no-one/journal`
  expect((await teacher.get(unknown)).json()).toMatchObject({ code: 'not_found' })

  await anna.put(journals, { shown: false })
  expect((await teacher.get(url)).json()).toMatchObject({ code: 'journal_hidden' })
  await anna.put(journals, { shown: true })
  await anna.delete(`/api/leagues/${league.id}/members/${user_id}`)
  expect((await teacher.get(url)).json()).toMatchObject({ code: 'not_found' })
  expect((await anna.get(journals)).json()).toMatchObject({ code: 'unknown_league' })
  expect((await teacher.get(journals)).json()).toEqual({ shown: false, members: [] })
})

/** Three forecasts on each of four days, so that every pupil has more than ten. */
async function forecast(
  pupils: readonly Learner[],
  { league, pass }: Pick<School, 'pass'> & { readonly league: LeagueOnWire },
) {
  const portfolios = new Map<Learner, string>()
  for (const pupil of pupils) portfolios.set(pupil, (await join(pupil, league)).portfolio)
  for (let day = 0; day < 4; day += 1) {
    for (const pupil of pupils)
      for (const ticker of ['AAPL', 'TSLA', 'NVDA'])
        await buy(pupil, portfolios.get(pupil) ?? '', ticker, { confidence: 60 + 10 * day })
    pass(dayMs)
  }
  return portfolios
}

test('a class is compared once its league is over, from three members with forecasts on', async () => {
  const { league, signUp, ...school } = await createClass()
  const pupils = [await signUp(), await signUp()]
  const portfolios = await forecast(pupils, { league, ...school })
  const calibrationOf = async (pupil: Learner) =>
    (await pupil.get(`/api/insights/calibration?portfolio=${portfolios.get(pupil)}`)).json()
  const [anna, ben] = pupils
  if (!anna || !ben) throw new Error('Two pupils have signed up.')
  expect(await calibrationOf(anna)).toMatchObject({ scored: 0, levels: [], brier: null })
  school.pass(32 * dayMs)
  const before = await calibrationOf(anna)
  expect(before).toMatchObject({ scored: 12, brier_of_half: 0.25, brier_of_class: null })
  expect(before.levels.map(({ forecasts }: { forecasts: number }) => forecasts)).toEqual([
    3, 3, 3, 3,
  ])
  school.clock.at = morning + days * dayMs + 60_000
  expect(await calibrationOf(anna)).toMatchObject({ scored: 12, brier_of_class: null })
})

test('the score of the class is the mean of all its forecasts', async () => {
  const { league, signUp, ...school } = await createClass()
  const pupils = [await signUp(), await signUp(), await signUp()]
  const portfolios = await forecast(pupils, { league, ...school })
  school.clock.at = morning + days * dayMs + 60_000
  const scores = []
  for (const pupil of pupils) {
    const url = `/api/insights/calibration?portfolio=${portfolios.get(pupil)}`
    scores.push((await pupil.get(url)).json())
  }
  const mean = scores.reduce((sum, { brier }) => sum + brier, 0) / scores.length
  for (const { scored, brier_of_class } of scores) {
    expect(scored).toBe(12)
    expect(brier_of_class).toBeCloseTo(mean, 3)
  }
})

test('a lesson has no journal', async () => {
  const { pupils, lesson } = await createLesson({ pupils: 1 })
  const [pupil] = pupils
  const order = { ticker: 'A', quantity: 1, portfolio: pupil?.portfolio, note: 'Why not?' }
  expect((await pupil?.learner.post('/api/buy', order))?.json()).toMatchObject({
    code: 'invalid_request',
    error: 'note and confidence are not known in a lesson.',
  })
  const journals = `/api/leagues/${lesson.id}/journal`
  expect((await pupil?.learner.get(journals))?.json()).toMatchObject({ code: 'not_found' })
})
