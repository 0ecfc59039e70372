// Joining with a code: how codes are written, what the page of an invitation says, guesses, limits, removal.
import { hourMs } from '@tengrand/core/day.ts'
import { describe, expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import {
  boardOf,
  buy,
  codeOf,
  createLeague,
  createSchool,
  join,
  morning,
  startsIn,
  userIdOf,
} from './testing/league.ts'

test('an invitation says whose league it is and its rules, without a sign-in', async () => {
  const { teacher, app } = await createSchool()
  const league = await createLeague(teacher, { starts_at: startsIn(1) })
  const answer = await app.inject({ url: `/api/join/${league.code}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    kind: 'league',
    guests: false,
    generated_names: false,
    name: 'Class 9b',
    owner: league.owner,
    members: 1,
    state: 'before',
    starting_cash: 10_000,
    starts_at: league.starts_at,
    ends_at: league.ends_at,
    planned_ends_at: league.planned_ends_at,
    orders: 'all',
    holdings: 'never',
    would_be_ranked: true,
    league: null,
  })
})

test('a code is good in any case, with spaces and hyphens', async () => {
  const { teacher, app } = await createSchool()
  const { code = '' } = await createLeague(teacher)
  const spelled = [
    code.toLowerCase(),
    `${code.slice(0, 4)}-${code.slice(4)}`,
    ` ${code.split('').join(' ')} `,
  ]
  for (const text of spelled) {
    const answer = await app.inject({ url: `/api/join/${encodeURIComponent(text)}` })
    expect([text, answer.statusCode]).toEqual([text, 200])
  }
})

test('two joins at once are one membership; a repeated one answers 200', async () => {
  const { teacher, ...school } = await createSchool()
  const league = await createLeague(teacher)
  const pupil = await school.signUp()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => pupil.post(`/api/join/${league.code}`, {})),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(new Set(answers.map((answer) => answer.json().portfolio)).size).toBe(1)
  expect((await boardOf(teacher, league)).board).toHaveLength(2)
})

describe('a closed door', () => {
  test('answers as an unknown code, but not to members', async () => {
    const { teacher, app, ...school } = await createSchool()
    const league = await createLeague(teacher)
    const [pupil, stranger] = [await school.signUp(), await school.signUp()]
    await join(pupil, league)
    await teacher.patch(`/api/leagues/${league.id}`, { door: 'closed' })
    const closed = await stranger.post(`/api/join/${league.code}`, {})
    const unknown = await stranger.post('/api/join/BBBBBBBB', {})
    const { request_id: _, ...words } = closed.json()
    expect(unknown.json()).toMatchObject(words)
    expect([closed.statusCode, codeOf(closed)]).toEqual([404, 'unknown_code'])
    const signedOut = await app.inject({ url: `/api/join/${league.code}` })
    expect(codeOf(signedOut)).toBe('unknown_code')
    expect((await pupil.get(`/api/join/${league.code}`)).json().league).toBe(league.id)
    expect((await pupil.post(`/api/join/${league.code}`, {})).statusCode).toBe(200)
  })

  test('and a new code keep out who has the old one', async () => {
    const { teacher, app } = await createSchool()
    const league = await createLeague(teacher)
    const { code } = (await teacher.post(`/api/leagues/${league.id}/code`, {})).json()
    expect(code).not.toBe(league.code)
    expect(codeOf(await app.inject({ url: `/api/join/${league.code}` }))).toBe('unknown_code')
    expect((await app.inject({ url: `/api/join/${code}` })).statusCode).toBe(200)
  })
})

describe('a program that guesses codes', () => {
  const guess = (n: number) =>
    `/api/join/BBBB${'BCDFGHJKMN'[n % 10]}${'BCDFGHJKMN'[Math.floor(n / 10)]}BB`

  test('is stopped after so many wrong codes of an account, whatever call it makes, for an hour', async () => {
    const { teacher, ...school } = await createSchool({ env: { JOIN_TRIES_PER_HOUR: '5' } })
    const { code } = await createLeague(teacher)
    const cheat = await school.signUp()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? cheat.get(guess(n)) : cheat.post(guess(n), {}),
      ),
    )
    const codes = answers.map(codeOf)
    expect(codes.filter((one) => one === 'unknown_code')).toHaveLength(5)
    expect(codes.filter((one) => one === 'too_many_codes')).toHaveLength(7)
    // Also the right code, or the answer would tell which codes are right.
    const stopped = await cheat.get(`/api/join/${code}`)
    expect([stopped.statusCode, codeOf(stopped)]).toEqual([429, 'too_many_codes'])
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(3_000)
    school.pass(hourMs)
    expect((await cheat.get(`/api/join/${code}`)).statusCode).toBe(200)
  })

  test('does not lock out the class behind the same address, and right codes do not count', async () => {
    const { teacher, ...school } = await createSchool({ env: { JOIN_TRIES_PER_HOUR: '2' } })
    const league = await createLeague(teacher)
    const cheat = await school.signUp()
    for (let n = 0; n < 5; n += 1) await cheat.get(guess(n))
    const pupil = await school.signUp()
    for (let n = 0; n < 5; n += 1) {
      expect((await pupil.get(`/api/join/${league.code}`)).statusCode).toBe(200)
    }
    await join(pupil, league)
  })

  test('and is not signed in is stopped by its address', async () => {
    const { app } = await createSchool({ env: { JOIN_TRIES_PER_HOUR_AND_ADDRESS: '5' } })
    const ask = (n: number, remoteAddress: string) => app.inject({ url: guess(n), remoteAddress })
    const codes = []
    for (let n = 0; n < 7; n += 1) codes.push(codeOf(await ask(n, '10.0.0.1')))
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'unknown_code'))
    expect(codes.slice(5)).toEqual(['too_many_codes', 'too_many_codes'])
    expect(codeOf(await ask(8, '10.0.0.2'))).toBe('unknown_code')
  })

  test('and is signed out does not lock out the class behind the same address', async () => {
    const env = { JOIN_TRIES_PER_HOUR_AND_ADDRESS: '3' }
    const { app, teacher, ...school } = await createSchool({ env })
    const league = await createLeague(teacher)
    const pupil = await school.signUp()
    for (let n = 0; n < 4; n += 1) await app.inject({ url: guess(n) })
    expect(codeOf(await app.inject({ url: `/api/join/${league.code}` }))).toBe('too_many_codes')
    await join(pupil, league)
  })

  test.each(['%00', '%F0%9F%98%80', 'BCDF', 'AEIOULLL', 'B'.repeat(39)])(
    'with %s, which is no code, has tried one',
    async (text) => {
      const { app } = await createSchool({ env: { JOIN_TRIES_PER_HOUR_AND_ADDRESS: '1' } })
      const ask = () => app.inject({ url: `/api/join/${text}` })
      expect([codeOf(await ask()), codeOf(await ask())]).toEqual(['unknown_code', 'too_many_codes'])
    },
  )
})

describe('a league', () => {
  test('that is full, or one too many, lets nobody in', async () => {
    const env = { LEAGUE_MEMBERS_MAX: '3', LEAGUES_JOINED_MAX: '1' }
    const { teacher, ...school } = await createSchool({ env })
    const league = await createLeague(teacher)
    const other = await createLeague(teacher)
    const pupils = await Promise.all([1, 2, 3, 4].map(() => school.signUp()))
    const answers = await Promise.all(pupils.map((one) => one.post(`/api/join/${league.code}`, {})))
    const refused = answers.filter(({ statusCode }) => statusCode !== 201)
    expect(refused.map(codeOf)).toEqual(['league_full', 'league_full'])
    const member = pupils[answers.findIndex(({ statusCode }) => statusCode === 201)]
    const second = await member?.post(`/api/join/${other.code}`, {})
    expect([second?.statusCode, second && codeOf(second)]).toEqual([409, 'too_many_leagues'])
    // One's own leagues are not counted among the joined ones.
    if (member) await createLeague(member)
  })

  test('that is over lets nobody in', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    school.pass(hourMs)
    const pupil = await school.signUp()
    expect((await pupil.get(`/api/join/${league.code}`)).json().state).toBe('over')
    const answer = await pupil.post(`/api/join/${league.code}`, {})
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'contest_over'])
  })

  test('tells late joiners before they join that they are not ranked', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(100) })
    school.clock.at = morning + 10 * hourMs
    const inTime = await school.signUp()
    expect((await inTime.get(`/api/join/${league.code}`)).json().would_be_ranked).toBe(true)
    await join(inTime, league)
    school.pass(1)
    const late = await school.signUp()
    expect((await late.get(`/api/join/${league.code}`)).json().would_be_ranked).toBe(false)
    const joined = await join(late, league)
    expect(joined.ranked).toBe(false)
    await buy(late, joined)
    const { board } = await boardOf(late, league)
    expect(board.find(({ you }) => you)).toMatchObject({ rank: null })
  })
})

test('only the owner sees the name for the organiser, and leaving deletes it', async () => {
  const { teacher, db, ...school } = await createSchool()
  const league = await createLeague(teacher)
  const pupil = await school.signUp()
  const name = { organiser_name: '  Anna   S., 9b ' }
  const unreadable = [
    'A\u202Enna',
    '\u3164',
    '...',
    'Anna\u0301\u0301\u0301\u0301',
    '\u0958'.repeat(31),
  ]
  for (const [n, organiser_name] of [
    'ကျော်',
    'علی\u200Cرضا',
    'ශ්\u200Dරී',
    'ញ៉ាំង',
    'Nguyễn',
  ].entries()) {
    const other = await school.signUp()
    const taken = await other.post(`/api/join/${league.code}`, { organiser_name })
    expect([n, taken.statusCode]).toEqual([n, 201])
    await other.delete(`/api/leagues/${league.id}/members/${await userIdOf(other)}`)
  }
  for (const organiser_name of unreadable) {
    const wrong = await pupil.post(`/api/join/${league.code}`, { organiser_name })
    expect([organiser_name, codeOf(wrong)]).toEqual([organiser_name, 'invalid_organiser_name'])
  }
  await pupil.post(`/api/join/${league.code}`, name)
  const { members } = (await teacher.get(`/api/leagues/${league.id}/members`)).json()
  expect(members).toMatchObject([{ organiser_name: null }, { organiser_name: 'Anna S., 9b' }])
  for (const path of ['', '/board', '/members', '/members.csv']) {
    expect((await pupil.get(`/api/leagues/${league.id}${path}`)).body).not.toContain('Anna')
  }
  await buy(pupil, (await pupil.get(`/api/leagues/${league.id}`)).json())
  await pupil.delete(`/api/leagues/${league.id}/members/${await userIdOf(pupil)}`)
  expect(await db.query('select from membership where organiser_name is not null')).toEqual([])
})

describe('a member', () => {
  test('who leaves before the first trade leaves nothing behind, and may come back', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher)
    const pupil = await school.signUp()
    const { portfolio } = await join(pupil, league)
    const away = `/api/leagues/${league.id}/members/${await userIdOf(pupil)}`
    expect((await pupil.delete(away)).statusCode).toBe(204)
    expect(codeOf(await pupil.get(`/api/portfolio?portfolio=${portfolio}`))).toBe(
      'unknown_portfolio',
    )
    expect(codeOf(await pupil.get(`/api/leagues/${league.id}`))).toBe('unknown_league')
    await join(pupil, league)
  })

  test.each([
    ['leaves after a trade', true],
    ['is removed', false],
  ])(
    'who %s keeps a closed portfolio, is off the board, and cannot come back',
    async (_how, isSelf) => {
      const { teacher, db, ...school } = await createSchool()
      const league = await createLeague(teacher)
      const pupil = await school.signUp()
      const joined = await join(pupil, league)
      await buy(pupil, joined)
      const waiting = {
        type: 'BUY',
        kind: 'limit',
        lasts: 'gtc',
        ticker: 'MSFT',
        quantity: 1,
        price: 90,
      }
      const { portfolio } = joined
      await pupil.post('/api/orders', { ...waiting, portfolio })
      school.scripted.set('AAPL', 120_00)
      const away = `/api/leagues/${league.id}/members/${await userIdOf(pupil)}`
      expect((await (isSelf ? pupil : teacher).delete(away)).statusCode).toBe(204)
      expect((await boardOf(teacher, league)).board).toHaveLength(1)
      school.scripted.set('AAPL', 150_00)
      const kept = (await pupil.get(`/api/portfolio?portfolio=${portfolio}`)).json()
      expect(kept).toMatchObject({
        closed_at: new Date(morning).toISOString(),
        total_value: 10_200,
        free_cash: 9_000,
      })
      const listed = await pupil.get(`/api/orders?state=all&portfolio=${portfolio}`)
      expect(listed.json().orders).toMatchObject([{ state: 'cancelled', reason: 'league_left' }])
      const { leagues, former } = (await pupil.get('/api/leagues')).json()
      expect(leagues).toEqual([])
      expect(former).toEqual([{ name: league.name, portfolio, removed: !isSelf }])
      const refused = await buy(pupil, joined)
      expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'portfolio_closed'])
      const again = await pupil.post(`/api/join/${league.code}`, {})
      expect([again.statusCode, codeOf(again)]).toEqual([403, 'removed'])
      expect(codeOf(await teacher.delete(away))).toBe('not_found')
      await expectCleanAudit(db)
    },
  )

  test('who is removed before the start cannot come back either', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(1) })
    const pupil = await school.signUp()
    const { portfolio } = await join(pupil, league)
    await teacher.delete(`/api/leagues/${league.id}/members/${await userIdOf(pupil)}`)
    expect(codeOf(await pupil.get(`/api/portfolio?portfolio=${portfolio}`))).toBe(
      'unknown_portfolio',
    )
    expect(codeOf(await pupil.post(`/api/join/${league.code}`, {}))).toBe('removed')
  })

  test('cannot leave when it is over, and the owner cannot leave at all', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    const pupil = await school.signUp()
    await join(pupil, league)
    const own = `/api/leagues/${league.id}/members/${await userIdOf(teacher)}`
    expect(codeOf(await teacher.delete(own))).toBe('owner_stays')
    school.pass(hourMs)
    const away = `/api/leagues/${league.id}/members/${await userIdOf(pupil)}`
    expect(codeOf(await pupil.delete(away))).toBe('contest_over')
  })
})
