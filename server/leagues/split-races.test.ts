// Splits that are recorded around the end of a league, or while its board is computed.
import { asDay, dayMs, hourMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import type { Db } from '../db/handle.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { readDepsOf } from '../ledger/testing/read-deps.ts'
import { learn } from '../ledger/testing/split-ledger.ts'
import { createLog } from '../log.ts'
import { runLeagues } from './end-job.ts'
import { readPlaces } from './standings.ts'
import { leagueColumns, type League } from './store.ts'
import {
  boardOf,
  buy,
  createLeague,
  createSchool,
  join,
  startsIn,
  userIdOf,
} from './testing/league.ts'

const monday = asDay('2026-11-16')

/** A database that does something else before a statement of a transaction. */
function interrupting(db: Db, statement: RegExp, work: () => Promise<unknown>): Db {
  let isDone = false
  const transaction: Db['transaction'] = (run, options) =>
    db.transaction(
      (tx) =>
        run({
          query: async (query, values) => {
            if (!isDone && statement.test(typeof query === 'string' ? query : query.text)) {
              isDone = true
              await work()
            }
            return tx.query(query, values)
          },
        }),
      options,
    )
  return { ...db, transaction }
}

test('holdings show a new split at once', async () => {
  const { teacher, db, scripted, pass, ...school } = await createSchool()
  const league = await createLeague(teacher, { holdings: 'always' })
  const pupil = await school.signUp()
  await buy(pupil, await join(pupil, league), { quantity: 10 })
  pass(2 * dayMs)
  await learn(db, { day: asDay('2026-11-15'), ratio: [10, 1] })
  scripted.set('AAPL', 10_00)
  const url = `/api/leagues/${league.id}/members/${await userIdOf(pupil)}/holdings`
  expect((await teacher.get(url)).json()).toMatchObject({
    total_value: 10_000,
    holdings: [{ quantity: 100, market_value: 1_000 }],
  })
  await expectCleanAudit(db)
})

test('equal portfolios have equal final values, closed before a split or after it', async () => {
  const { teacher, db, scripted, pass, runJob, ...school } = await createSchool()
  const league = await createLeague(teacher, { ends_at: startsIn(1), starting_cash: 1_000_000 })
  const pupil = await school.signUp()
  const { portfolio } = await join(pupil, league)
  scripted.set('AAPL', 100_09)
  const order = { quantity: 9_000, price: 100.09 }
  for (const trade of [buy(teacher, league, order), buy(pupil, { portfolio }, order)])
    expect((await trade).statusCode).toBe(200)
  pass(hourMs)
  // Reading closes it.
  await pupil.get(`/api/portfolio?portfolio=${portfolio}`)
  pass(3 * dayMs)
  await learn(db, { day: monday, ratio: [20, 1] })
  await runJob()
  const { board, final } = await boardOf(teacher, league)
  expect(final).toBe(true)
  expect(board.map(({ current_value }) => current_value)).toEqual([1_000_000, 1_000_000])
  await expectCleanAudit(db)
})

test.each([/insert into final_place/, /closing_prices::text/])(
  'a split beside the final board, before %s, changes nothing on it',
  async (statement) => {
    const { teacher, db, market, clock, pass, runJob } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    await buy(teacher, league, { quantity: 50 })
    await runJob()
    pass(hourMs)
    await teacher.get(`/api/portfolio?portfolio=${league.portfolio}`)
    pass(3 * dayMs)
    const now = () => clock.at
    let learning: Promise<unknown> = Promise.resolve()
    let isRecorded = false
    const racing = interrupting(db, statement, async () => {
      learning = learn(db, { day: monday, ratio: [10, 1] }).then(() => (isRecorded = true))
      // It may have to wait for the final board.
      await expect.poll(async () => isRecorded || (await isWaiting(db))).toBe(true)
    })
    const deps = { ...readDepsOf(racing, market, now), db: racing, log: createLog('silent'), now }
    await runLeagues(deps)
    await learning
    expect(isRecorded).toBe(true)
    expect(await boardOf(teacher, league)).toMatchObject({
      final: true,
      market: { roi_percentage: 0 },
      board: [{ current_value: 10_000, largest_percent: 50 }],
    })
    await expectCleanAudit(db)
  },
)

const isWaiting = async (db: Db): Promise<boolean> =>
  (await db.query(`select from pg_locks where not granted and relation = 'split'::regclass`))
    .length > 0

test('a split beside a live board is in all of its numbers or in none', async () => {
  const { teacher, db, market, clock, scripted, pass, runJob } = await createSchool()
  const league = await createLeague(teacher)
  await buy(teacher, league, { quantity: 50 })
  await runJob()
  pass(3 * dayMs)
  const [row] = await db.query<League>(`select ${leagueColumns} from contest c where id <> 1`)
  const racing = interrupting(db, /splits_through </, async () => {
    await learn(db, { day: monday, ratio: [10, 1] })
    scripted.set('AAPL', 10_00)
  })
  const deps = { ...readDepsOf(racing, market, () => clock.at), db: racing }
  const places = await readPlaces(deps, row as League)
  expect(places).toMatchObject({ rows: [{ value: 10_000_00, largest: 5_000_00 }] })
})
