// Leagues as their owners make them: creation, rules that freeze, the early end, deletion, limits.
import { randomUUID } from 'node:crypto'

import { dayMs, hourMs } from '@tengrand/core/day.ts'
import { describe, expect, test } from 'vitest'

import {
  buy,
  codeOf,
  createLeague,
  createSchool,
  join,
  morning,
  rules,
  startsIn,
} from './testing/league.ts'

const isoOf = (at: number): string => new Date(at).toISOString()

describe('a new league', () => {
  test('begins now, has its owner as the first member, and only the owner sees the code', async () => {
    const school = await createSchool()
    const league = await createLeague(school.teacher, { starting_cash: 25_000.5 })
    const me = (await school.teacher.get('/api/account')).json()
    expect(league).toEqual({
      id: expect.any(String),
      kind: 'league',
      name: 'Class 9b',
      state: 'open',
      role: 'owner',
      owner: me.display_name,
      starting_cash: 25_000.5,
      starts_at: isoOf(morning),
      ends_at: isoOf(morning + 10 * dayMs),
      planned_ends_at: isoOf(morning + 10 * dayMs),
      orders: 'all',
      holdings: 'never',
      members: 1,
      portfolio: expect.any(String),
      ranked: true,
      door: 'open',
      code: expect.stringMatching(/^[BCDFGHJKMNPQRSTVWXYZ2-9]{8}$/),
    })
    const pupil = await school.signUp()
    const joined = await join(pupil, league)
    expect(joined).toMatchObject({ role: 'member', members: 2, ranked: true })
    expect(joined).not.toHaveProperty('code')
    expect((await pupil.get('/api/leagues')).json().leagues).toEqual([joined])
    const portfolio = (await pupil.get(`/api/portfolio?portfolio=${joined.portfolio}`)).json()
    expect(portfolio).toMatchObject({
      cash_balance: 25_000.5,
      starting_cash: 25_000.5,
      contest: { league: league.id, name: 'Class 9b' },
    })
  })

  test('is created once per key; the key with other rules is refused', async () => {
    const { teacher } = await createSchool()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      [1, 2, 3].map(() => teacher.post('/api/leagues', rules(), key)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    const other = await teacher.post('/api/leagues', rules({ orders: 'now' }), key)
    expect([other.statusCode, codeOf(other)]).toEqual([422, 'key_reused'])
  })

  test.each([
    ['a start that has passed', { starts_at: isoOf(morning + 1_000) }],
    ['the shortest time', { ends_at: isoOf(morning + hourMs) }],
  ])('is found by a later retry with %s', async (_what, changes) => {
    const { teacher, pass } = await createSchool()
    const key = { 'idempotency-key': randomUUID() }
    const first = await teacher.post('/api/leagues', rules(changes), key)
    pass(2_000)
    const again = await teacher.post('/api/leagues', rules(changes), key)
    expect([again.statusCode, again.json().id]).toEqual([201, first.json().id])
  })

  test.each([
    ['a name of two letters', { name: 'Ab' }, 'invalid_league_name'],
    ['a name of 41 letters', { name: 'x'.repeat(41) }, 'invalid_league_name'],
    ['an abusive name', { name: 'Fück Youß' }, 'invalid_league_name'],
    ['the name of the product', { name: 'Tengrand Support' }, 'invalid_league_name'],
    ['a web address', { name: 'win.example' }, 'invalid_league_name'],
    ['999.99 dollars', { starting_cash: 999.99 }, 'invalid_request'],
    ['more than a million dollars', { starting_cash: 1_000_000.01 }, 'invalid_request'],
    ['parts of a cent', { starting_cash: 5_000.005 }, 'invalid_request'],
    ['a start in the past', { starts_at: isoOf(morning - 1) }, 'invalid_request'],
    ['an end within the hour', { ends_at: isoOf(morning + hourMs - 1) }, 'invalid_request'],
    ['more than 366 days', { ends_at: isoOf(morning + 366 * dayMs + 1) }, 'invalid_request'],
    ['a time without a zone', { ends_at: '2026-12-01T12:00' }, 'invalid_request'],
    ['a day that no month has', { ends_at: '2027-02-30T12:00:00Z' }, 'invalid_request'],
    ['an hour that no day has', { ends_at: '2026-12-01T24:00:00Z' }, 'invalid_request'],
    ['no time', { ends_at: 'tomorrow' }, 'invalid_request'],
    ['an unknown field', { fee: 1 }, 'invalid_request'],
  ])('refuses %s', async (_what, changes, code) => {
    const { teacher } = await createSchool()
    const answer = await teacher.post('/api/leagues', rules(changes))
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, code])
  })

  test.each([
    { name: 'Ökonomie 9b' },
    { name: 'Klasse 9b – Größe & Maß' },
    { starting_cash: 1_000 },
    { starting_cash: 1_000_000 },
    { ends_at: isoOf(morning + hourMs) },
    { ends_at: isoOf(morning + 366 * dayMs) },
  ])('takes %o', async (changes) => {
    const { teacher } = await createSchool()
    expect(await createLeague(teacher, changes)).toMatchObject(changes)
  })

  test('is refused when the owner runs as many as allowed, and not counted once over', async () => {
    const school = await createSchool({ env: { LEAGUES_OWNED_MAX: '2' } })
    const soon = isoOf(morning + hourMs)
    await createLeague(school.teacher, { ends_at: soon })
    const tries = await Promise.all(
      [1, 2, 3].map(() => school.teacher.post('/api/leagues', rules())),
    )
    expect(tries.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(tries.filter(({ statusCode }) => statusCode === 409).map(codeOf)).toEqual([
      'too_many_leagues',
      'too_many_leagues',
    ])
    school.pass(hourMs)
    await createLeague(school.teacher)
  })
})

test('a list of leagues has at most 100, the open ones first', async () => {
  const school = await createSchool({ env: { LEAGUES_OWNED_MAX: '200' } })
  const [open] = [await createLeague(school.teacher, { name: 'Open' })]
  const soon = { ends_at: startsIn(1) }
  for (let n = 0; n < 60; n += 1) await createLeague(school.teacher, { ...soon, name: 'Over' })
  const later = { starts_at: startsIn(5), ends_at: startsIn(9) }
  for (let n = 0; n < 60; n += 1) await createLeague(school.teacher, { ...later, name: 'Later' })
  school.pass(hourMs)
  const { leagues } = (await school.teacher.get('/api/leagues')).json()
  const states = leagues.map((league: { state: string }) => league.state)
  const many = (count: number, state: string) => Array.from({ length: count }, () => state)
  expect(states).toEqual(['open', ...many(60, 'before'), ...many(39, 'over')])
  expect(leagues[0].id).toBe(open.id)
})

describe('the rules', () => {
  const change = { starting_cash: 50_000, orders: 'now', holdings: 'always', name: 'Class 9c' }

  test('change before the start while the owner is alone, with the portfolio', async () => {
    const { teacher } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(2) })
    const answer = await teacher.patch(`/api/leagues/${league.id}`, {
      ...change,
      starts_at: startsIn(3),
    })
    expect(answer.json()).toEqual({ ...league, ...change, starts_at: startsIn(3) })
    const { json } = await teacher.get(`/api/portfolio?portfolio=${league.portfolio}`)
    expect(json()).toMatchObject({ cash_balance: 50_000, starting_cash: 50_000 })
  })

  test('freeze as soon as somebody else has joined; the name and the door still change', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(2) })
    const pupil = await school.signUp()
    await join(pupil, league)
    for (const [field, value] of Object.entries({ ...change, name: undefined, starts_at: null })) {
      if (value === undefined) continue
      const answer = await teacher.patch(`/api/leagues/${league.id}`, { [field]: value })
      expect([field, answer.statusCode, codeOf(answer)]).toEqual([field, 409, 'rules_frozen'])
    }
    const { code: _, ...same } = league
    const answer = await teacher.patch(`/api/leagues/${league.id}`, {
      name: 'Class 9c',
      door: 'closed',
      starting_cash: same.starting_cash,
      ends_at: same.ends_at,
    })
    expect(answer.json()).toEqual({ ...league, name: 'Class 9c', door: 'closed', members: 2 })
  })

  test('freeze at the start, also when everybody else has left again', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(2) })
    school.clock.at = morning + 2 * hourMs
    const answer = await teacher.patch(`/api/leagues/${league.id}`, { orders: 'now' })
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'rules_frozen'])
    const renamed = await teacher.patch(`/api/leagues/${league.id}`, { name: 'Class 9d' })
    expect(renamed.json().name).toBe('Class 9d')
  })

  test('and the door change also where the stored name would be refused today', async () => {
    const { teacher, db } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(2) })
    await db.query(`update contest set name = 'Admin team' where public_id = $1`, [league.id])
    const wished = { door: 'closed', orders: 'now' }
    const answer = await teacher.patch(`/api/leagues/${league.id}`, wished)
    expect(answer.json()).toMatchObject({ ...wished, name: 'Admin team' })
  })

  test('are checked when they change as when they are made', async () => {
    const { teacher } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(2) })
    const wrong = { ends_at: startsIn(2), starts_at: isoOf(morning - 1), starting_cash: 1 }
    for (const [field, value] of Object.entries(wrong)) {
      const answer = await teacher.patch(`/api/leagues/${league.id}`, { [field]: value })
      expect([field, answer.statusCode, codeOf(answer)]).toEqual([field, 400, 'invalid_request'])
    }
    expect((await teacher.get(`/api/leagues/${league.id}`)).json()).toEqual(league)
  })
})

describe('an early end', () => {
  test('comes 24 hours later, never later than planned, and everybody sees it', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher)
    const pupil = await school.signUp()
    await join(pupil, league)
    const ended = await teacher.post(`/api/leagues/${league.id}/end`, {})
    expect(ended.json()).toMatchObject({ ends_at: isoOf(morning + dayMs), state: 'open' })
    const seen = (await pupil.get(`/api/leagues/${league.id}`)).json()
    expect(seen).toMatchObject({
      ends_at: isoOf(morning + dayMs),
      planned_ends_at: league.planned_ends_at,
    })
    school.pass(hourMs)
    const again = await teacher.post(`/api/leagues/${league.id}/end`, {})
    expect(again.json().ends_at).toBe(isoOf(morning + dayMs))
    school.pass(dayMs)
    const late = await teacher.post(`/api/leagues/${league.id}/end`, {})
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'contest_over'])
  })

  test('is refused before the start', async () => {
    const { teacher } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(2) })
    const answer = await teacher.post(`/api/leagues/${league.id}/end`, {})
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'contest_not_begun'])
  })
})

describe('a deletion', () => {
  test('takes everything with it until another member has traded', async () => {
    const { teacher, db, ...school } = await createSchool()
    const league = await createLeague(teacher)
    const pupil = await school.signUp()
    const joined = await join(pupil, league)
    await buy(teacher, league)
    expect((await teacher.delete(`/api/leagues/${league.id}`)).statusCode).toBe(204)
    expect((await pupil.get('/api/leagues')).json()).toEqual({ leagues: [], former: [] })
    const gone = await buy(pupil, joined)
    expect([gone.statusCode, codeOf(gone)]).toEqual([404, 'unknown_portfolio'])
    const left = await db.query('select from portfolio where contest_id <> 1')
    expect(left).toEqual([])
  })

  test('is refused afterwards, also when that member has left', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher)
    const pupil = await school.signUp()
    const joined = await join(pupil, league)
    await buy(pupil, joined)
    const { user_id } = (await pupil.get('/api/account')).json()
    await teacher.delete(`/api/leagues/${league.id}/members/${user_id}`)
    const answer = await teacher.delete(`/api/leagues/${league.id}`)
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'league_in_use'])
  })
})

test('somebody else finds no league, and a member may do nothing that is for the owner', async () => {
  const { teacher, ...school } = await createSchool()
  const league = await createLeague(teacher)
  const [pupil, stranger] = [await school.signUp(), await school.signUp()]
  await join(pupil, league)
  const { user_id: owner } = (await teacher.get('/api/account')).json()
  const at = `/api/leagues/${league.id}`
  const forOwner = [
    (one: typeof pupil) => one.patch(at, { name: 'Mine now' }),
    (one: typeof pupil) => one.delete(at),
    (one: typeof pupil) => one.post(`${at}/end`, {}),
    (one: typeof pupil) => one.post(`${at}/code`, {}),
    (one: typeof pupil) => one.get(`${at}/members`),
    (one: typeof pupil) => one.get(`${at}/members.csv`),
    (one: typeof pupil) => one.delete(`${at}/members/${owner}`),
  ]
  for (const ask of forOwner) {
    const answer = await ask(pupil)
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'not_owner'])
  }
  const forMembers = [
    (one: typeof pupil) => one.get(at),
    (one: typeof pupil) => one.get(`${at}/board`),
    (one: typeof pupil) => one.get(`${at}/members/${owner}/holdings`),
  ]
  for (const ask of [...forOwner, ...forMembers]) {
    const answer = await ask(stranger)
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'unknown_league'])
  }
  for (const id of ['1', randomUUID(), 'x'.repeat(40)]) {
    const answer = await teacher.get(`/api/leagues/${id}`)
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'unknown_league'])
  }
})
