// The board of a league: ranks, what others see of a member, the market's line, the owner's table, holdings.
import { hourMs } from '@tengrand/core/day.ts'
import { describe, expect, test } from 'vitest'

import {
  boardOf,
  buy,
  createLeague,
  createSchool,
  join,
  morning,
  startsIn,
  userIdOf,
  type School,
} from './testing/league.ts'

/** A teacher with 10 AAPL, a pupil with 20 MSFT, and one without a trade. */
async function createClass(changes: object = {}) {
  const school = await createSchool()
  const league = await createLeague(school.teacher, changes)
  const [pupil, idle] = [await school.signUp(), await school.signUp()]
  const own = await join(pupil, league)
  await join(idle, league)
  await buy(school.teacher, league)
  await buy(pupil, own, { ticker: 'MSFT', quantity: 20 })
  return { ...school, league, pupil, idle, own }
}

/** AAPL gains 12.34 % of a share, MSFT 5.55 %. */
async function movePrices({ scripted, pass }: School) {
  scripted.set('AAPL', 112_34)
  scripted.set('MSFT', 105_55)
  pass(3_000)
}

test('a member who joins as another one leaves is on the board at once', async () => {
  const { teacher, ...school } = await createSchool()
  const league = await createLeague(teacher)
  const [first, second] = [await school.signUp(), await school.signUp()]
  await join(first, league)
  await boardOf(teacher, league)
  await first.delete(`/api/leagues/${league.id}/members/${await userIdOf(first)}`)
  await join(second, league)
  const { board } = await boardOf(second, league)
  expect(board.map(({ you }) => you)).toEqual([false, true])
})

describe('a board', () => {
  test('ranks by return, and lists members without a trade below without a rank', async () => {
    const { teacher, pupil, idle, league, ...school } = await createClass({ holdings: 'always' })
    await movePrices({ teacher, ...school })
    const { board, final } = await boardOf(idle, league)
    const names = await Promise.all([teacher, pupil, idle].map(userIdOf))
    expect(final).toBe(false)
    expect(board).toMatchObject([
      {
        rank: 1,
        user_id: names[0],
        current_value: 10_123.4,
        roi_percentage: 1.234,
        largest_percent: 11.0971,
        you: false,
      },
      {
        rank: 2,
        user_id: names[1],
        current_value: 10_111,
        roi_percentage: 1.11,
        largest_percent: 20.8783,
        you: false,
      },
      {
        rank: null,
        user_id: names[2],
        current_value: 10_000,
        roi_percentage: 0,
        largest_percent: 0,
        you: true,
      },
    ])
  })

  test('rounds what others see where holdings are hidden, and is exact for oneself and the owner’s table', async () => {
    const { teacher, pupil, league, ...school } = await createClass()
    await movePrices({ teacher, ...school })
    const seen = (await boardOf(pupil, league)).board
    expect(seen[0]).toMatchObject({
      rank: 1,
      current_value: null,
      roi_percentage: 1.2,
      largest_percent: null,
      you: false,
    })
    expect(seen[1]).toMatchObject({ current_value: 10_111, roi_percentage: 1.11, you: true })
    const { members } = (await teacher.get(`/api/leagues/${league.id}/members`)).json()
    expect(members).toMatchObject([
      {
        rank: 1,
        trades: 1,
        current_value: 10_123.4,
        roi_percentage: 1.234,
        largest_percent: 11.0971,
      },
      { rank: 2, trades: 1, current_value: 10_111, last_active: new Date(morning).toISOString() },
      { rank: null, trades: 0, current_value: 10_000 },
    ])
  })

  test('is shared for two seconds on a node, but a new member and the end show at once', async () => {
    const { teacher, league, ...school } = await createClass({ ends_at: startsIn(1) })
    const before = await boardOf(teacher, league)
    school.scripted.set('AAPL', 200_00)
    expect((await boardOf(teacher, league)).board).toEqual(before.board)
    await join(await school.signUp(), league)
    const joined = await boardOf(teacher, league)
    expect(joined.board).toHaveLength(4)
    expect(joined.board[0]).toMatchObject({ roi_percentage: 10 })
    school.scripted.set('AAPL', 300_00)
    school.clock.at = morning + hourMs
    expect((await boardOf(teacher, league)).board[0]).toMatchObject({ current_value: 12_000 })
  })

  test('compares with the market since the start: equal parts of all stocks', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(1) })
    expect((await boardOf(teacher, league)).market).toEqual({ roi_percentage: null })
    school.clock.at = morning + hourMs
    await school.runJob()
    school.scripted.set('AAPL', 116_00)
    expect((await boardOf(teacher, league)).market).toEqual({ roi_percentage: 1 })
  })

  test('of equal values ranks the one first who traded first', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher)
    const pupil = await school.signUp()
    await buy(pupil, await join(pupil, league))
    school.pass(1_000)
    await buy(teacher, league)
    const { board } = await boardOf(teacher, league)
    expect(board.map(({ rank, you }) => [rank, you])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('of many members has each of them once, with the own row exact', async () => {
    const { teacher, db, ...school } = await createSchool({
      env: { IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '1000' },
    })
    const league = await createLeague(teacher)
    const pupils = []
    for (let count = 0; count < 60; count += 1) {
      const pupil = await school.signUp()
      await buy(pupil, await join(pupil, league), { quantity: 1 })
      pupils.push(pupil)
    }
    school.scripted.set('AAPL', 101_11)
    school.pass(3_000)
    for (const place of [0, 49, 50, 59]) {
      const reader = pupils[place]
      if (reader === undefined) continue
      const { board } = await boardOf(reader, league)
      expect(new Set(board.map(({ user_id }) => user_id)).size).toBe(61)
      const own = board.filter(({ you }) => you)
      expect(own).toMatchObject([
        { rank: place + 1, current_value: 10_001.11, user_id: await userIdOf(reader) },
      ])
      expect(board.filter(({ current_value }) => current_value !== null)).toHaveLength(1)
    }
    expect(await db.query('select from membership')).toHaveLength(61)
  })
})

describe('holdings', () => {
  const read = (reader: School['teacher'], league: { id: string }, userId: string) =>
    reader.get(`/api/leagues/${league.id}/members/${userId}/holdings`)

  const hidden = { code: 'hidden' }
  const shown = {
    cash_balance: 9_000,
    total_value: 10_000,
    holdings: [
      { ticker: 'AAPL', quantity: 10, current_price: 100, market_value: 1_000, percent: 10 },
    ],
  }

  test.each([
    ['never', hidden, hidden],
    ['after', hidden, shown],
    ['always', shown, shown],
  ])('of a league that shows them %s', async (holdings, before, after) => {
    const { teacher, pupil, league, pass } = await createClass({ holdings, ends_at: startsIn(1) })
    const userId = await userIdOf(teacher)
    expect((await read(pupil, league, userId)).json()).toMatchObject(before)
    // One's own are never hidden.
    expect((await read(teacher, league, userId)).json()).toMatchObject(shown)
    pass(hourMs)
    expect((await read(pupil, league, userId)).json()).toMatchObject(after)
  })
})

test('the table of the owner is also a file, and a name is no formula in it', async () => {
  const { teacher, ...school } = await createSchool()
  const league = await createLeague(teacher)
  const pupil = await school.signUp()
  await pupil.post(`/api/join/${league.code}`, { organiser_name: '=HYPERLINK("http://x", "Anna")' })
  const file = await teacher.get(`/api/leagues/${league.id}/members.csv`)
  expect(file.headers['content-type']).toContain('text/csv')
  const lines = file.body.split('\r\n')
  expect(lines[0]).toBe(
    'Rank,Name,Real name,Joined,Last active,Trades,Value,Return %,Largest stock %',
  )
  expect(lines).toHaveLength(4)
  expect(lines[2]).toContain(`"'=HYPERLINK(""http://x"", ""Anna"")"`)
})
