// The export of an account contains its leagues: those that it owns, and those where it is or was a member.
import { accountData } from '@tengrand/contract/account-data.ts'
import { hourMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import type { Learner } from '../testing/learner.ts'
import { buy, createLeague, createSchool, join, startsIn, userIdOf } from './testing/league.ts'
import { createClass } from './testing/lesson.ts'

async function exportOf(learner: Learner) {
  const data = (await learner.get('/api/account/data')).json()
  expect(accountData.parse(data)).toEqual(data)
  return accountData.parse(data)
}

test('the export has the leagues of an owner, with rules and code, and nothing of their members', async () => {
  const school = await createSchool()
  const { teacher } = school
  const league = await createLeague(teacher, { holdings: 'after', orders: 'now' })
  const pupil = await school.signUp()
  await pupil.post(`/api/join/${league.code}`, { organiser_name: 'Anna S., 9b' })
  const answer = await teacher.get('/api/account/data')
  const data = await exportOf(teacher)
  const { id, name, starting_cash, starts_at, ends_at, planned_ends_at, code } = league
  expect(data.leagues).toEqual([
    {
      id,
      kind: 'league',
      span: null,
      minutes: null,
      guests: null,
      generated_names: null,
      name,
      starting_cash,
      starts_at,
      ends_at,
      planned_ends_at,
      code,
      created_at: starts_at,
      orders: 'now',
      holdings: 'after',
      door: 'open',
    },
  ])
  expect(data.memberships).toMatchObject([{ league: id, portfolio: league.portfolio }])
  expect(answer.body).not.toContain('Anna S.')
  expect(answer.body).not.toContain(await userIdOf(pupil))
})

test('the export has the memberships with the name for the organiser, their portfolios, and the final place', async () => {
  const school = await createSchool()
  const { teacher, scripted } = school
  const league = await createLeague(teacher, { ends_at: startsIn(1) })
  const other = await createLeague(teacher, { name: 'Club' })
  const pupil = await school.signUp()
  const named = { organiser_name: 'Anna S., 9b' }
  const joined = (await pupil.post(`/api/join/${league.code}`, named)).json()
  const left = await join(pupil, other)
  await buy(pupil, joined, { quantity: 20 })
  await buy(pupil, left, { quantity: 3 })
  await pupil.delete(`/api/leagues/${other.id}/members/${await userIdOf(pupil)}`)
  scripted.set('AAPL', 110_00)
  school.pass(hourMs)
  await school.runJob()
  const data = await exportOf(await pupil.renew())
  expect(data.leagues).toEqual([])
  const ofBoth = {
    guest_name: null,
    shows_journal: false,
    joined_at: league.starts_at,
    removed_at: null,
  }
  expect(data.memberships).toEqual([
    {
      ...ofBoth,
      league: other.id,
      league_name: 'Club',
      left_at: league.starts_at,
      organiser_name: null,
      portfolio: left.portfolio,
      final_rank: null,
      final_value: null,
    },
    {
      ...ofBoth,
      league: league.id,
      league_name: 'Class 9b',
      left_at: null,
      organiser_name: 'Anna S., 9b',
      portfolio: joined.portfolio,
      final_rank: 1,
      final_value: 10_200,
    },
  ])
  const ofLeagues = data.chapters.filter((chapter) => chapter.league !== null)
  expect(
    ofLeagues.map(({ contest, portfolio, final_value, trades }) => ({
      contest,
      portfolio,
      final_value,
      bought: trades.map(({ quantity }) => quantity),
    })),
  ).toEqual([
    { contest: 'Class 9b', portfolio: joined.portfolio, final_value: 10_200, bought: [20] },
    { contest: 'Club', portfolio: left.portfolio, final_value: 10_000, bought: [3] },
  ])
})

test('the export of a lesson has its span and length, market times and masked stocks', async () => {
  const here = await createClass({ pupils: 1 })
  const [pupil] = here.pupils
  if (pupil === undefined) throw new Error('There is no pupil.')
  await here.start()
  await here.trade(pupil, 'buy', { ticker: 'C', quantity: 2 })
  const { market } = await here.read()
  const owned = (await exportOf(here.teacher)).leagues
  expect(owned).toMatchObject([
    { kind: 'lesson', span: 'year', minutes: 10, ends_at: null, planned_ends_at: null },
  ])
  const data = await exportOf(pupil.learner)
  const chapter = data.chapters.find(({ portfolio }) => portfolio === pupil.portfolio)
  expect(chapter?.trades).toMatchObject([{ ticker: 'C', quantity: 2 }])
  expect(chapter?.opened_at).toBe(market.opens_at)
})
