// Splits of one stock that are learnt in any order and at any moment, on two nodes: the account ends as if it had known them.
import { addDays, asDay, startOfDay, type Day } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openDb, type Db } from '../db/handle.ts'
import { applySplit, storeBars } from '../market/store.ts'
import { isLong } from '../testing/effort.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { accountIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { createWorld, freshDatabase } from '../testing/world.ts'
import { auditAccounts } from './audit.ts'
import { applySplitsEverywhere } from './split-job.ts'

const runs = isLong ? 300 : 15
const firstDay = asDay('2026-03-02')
const dayCount = 8
const hourMs = 3_600_000
const now = startOfDay(addDays(firstDay, dayCount + 10))

interface Fact {
  readonly day: Day
  readonly ratio: readonly [numerator: number, denominator: number]
}

const learn = (db: Db, { day, ratio }: Fact): Promise<boolean> =>
  db.transaction((tx) =>
    applySplit(tx, { ticker: 'AAPL', day, numerator: ratio[0], denominator: ratio[1] }),
  )

const storeCloses = (
  db: Db,
  closes: readonly (readonly [at: number | string, cents: number])[],
): Promise<void> =>
  db.transaction((tx) =>
    storeBars(tx, {
      ticker: 'AAPL',
      step: 'day',
      bars: closes.map(([at, amount]) => ({ at: new Date(at).getTime(), cents: cents(amount) })),
      through: now,
    }),
  )

interface State {
  readonly cash: number
  readonly held: number
  readonly cost: number
  readonly lines: readonly { readonly at: Date; readonly shares: number; readonly cash: number }[]
}

async function stateOf(db: Db, accountId: number): Promise<State> {
  const [row] = await db.query<Omit<State, 'lines'>>(
    `select cash_cents as cash, coalesce(quantity, 0) as held, coalesce(cost_cents, 0) as cost
     from account left join position on account_id = id and ticker_id = 1 where id = $1`,
    [accountId],
  )
  const lines = await db.query<State['lines'][number]>(
    `select at, shares, cash_cents as cash from trade
     where account_id = $1 and type = 'SPLIT' order by at`,
    [accountId],
  )
  return { cash: 0, held: 0, cost: 0, ...row, lines }
}

async function expectCleanAudit(db: Db): Promise<void> {
  const found: unknown[] = []
  await auditAccounts({ db, onProgress: () => undefined, onDifference: (one) => found.push(one) })
  expect(found).toEqual([])
}

/** One that learns late, with two nodes, and one that knows of every split on its day. */
async function createBoth() {
  const first = await createWorld({ now: () => now })
  const second = await createWorld({ now: () => now, connection: first.connection })
  const learner = await signUp(first.app)
  const late = { db: first.db, accountId: await accountIdOf(first.db, learner) }
  const db = openDb(await freshDatabase())
  onTestFinished(() => db.close())
  await db.query(
    `insert into account (issuer, subject, display_name, name_key, cash_cents, created_at)
     values ('test', 'test', 'test', 'test', 1000000, $1)`,
    [new Date(now)],
  )
  const [{ id } = { id: 0 }] = await db.query<{ id: number }>('select id from account')
  const told: string[] = []
  const log = { error: (_about: object, words: string) => void told.push(words) }
  const misfits = () =>
    [...first.logLines, ...second.logLines, ...told].filter((line) => line.includes('does not fit'))
      .length
  /** All at the same time. */
  const meet = async (who: Learner): Promise<void> => {
    const [answers] = await Promise.all([
      Promise.all([
        who.get('/api/portfolio'),
        who.at(second.app).get('/api/portfolio'),
        who.at(second.app).get('/api/transactions'),
      ]),
      applySplitsEverywhere(second.db, log),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  }
  return { late, onTime: { db, accountId: id }, learner, meet, misfits, log }
}

const clear = (db: Db) =>
  db.transaction(async (tx) => {
    for (const table of ['trade', 'position', 'split', 'bar', 'bar_span', 'quote'])
      await tx.query(`delete from ${table}`)
    await tx.query(
      'update account set cash_cents = 1000000, first_trade_at = null, last_trade_at = null',
    )
  })

const anyDay = fc.integer({ min: 1, max: dayCount })

const anyLife = fc.record({
  wishes: fc.array(
    fc.record({
      type: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
      day: fc.integer({ min: 0, max: dayCount }),
      quantity: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant(1_000_000)),
      price: fc.integer({ min: 1_00, max: 40_00 }),
    }),
    { minLength: 3, maxLength: 8, size: 'max' },
  ),
  splits: fc.uniqueArray(
    fc.record({
      day: anyDay,
      ratio: fc.constantFrom<readonly [number, number]>([2, 1], [3, 2], [1, 8], [1, 3], [3, 1]),
      /** Days until it is learnt; on the same day they are learnt in the order of the list. */
      delay: fc.integer({ min: 0, max: dayCount }),
      /** Whether somebody looks then; otherwise the next trade meets it. */
      isSeen: fc.boolean(),
    }),
    { minLength: 2, maxLength: 3, selector: ({ day }) => day },
  ),
  /** Of each day, or none, so that the prices of the account itself count. Whole cents after any of these splits. */
  closes: fc.option(
    fc.array(
      fc.integer({ min: 1, max: 5 }).map((n) => n * 2_16),
      { minLength: dayCount + 1, maxLength: dayCount + 1 },
    ),
  ),
  /** Nobody spends this, so that what was paid for a fraction can always be taken back; or everything is spent. */
  reserve: fc.constantFrom(3_000_00, 3_000_00, 0),
})

type Life = typeof anyLife extends fc.Arbitrary<infer L> ? L : never

test(`${runs} lives with splits in any order`, { timeout: 1_800_000 }, async () => {
  const both = await createBoth()
  const reached = { lines: 0, outOfOrder: 0, exact: 0 }
  await fc.assert(
    fc.asyncProperty(anyLife, async (life) => {
      await Promise.all([clear(both.late.db), clear(both.onTime.db)])
      const before = both.misfits()
      await live(both, life)
      await expectCleanAudit(both.late.db)
      const [late, onTime] = await states(both)
      // Spent cash that cannot be taken back may leave a split out; nothing else may.
      if (life.reserve === 0 && both.misfits() > before) return
      expect(both.misfits()).toBe(before)
      const expected = life.reserve === 0 ? withAtLeast(onTime, late) : onTime
      expect(late).toEqual(expected)
      reached.lines += late.lines.length
      if (life.reserve > 0) reached.exact += 1
      if (isOutOfOrder(life)) reached.outOfOrder += 1
    }),
    { numRuns: runs },
  )
  expect(reached.lines).toBeGreaterThan(runs)
  expect(reached.exact).toBeGreaterThan(runs / 4)
  expect(reached.outOfOrder).toBeGreaterThan(runs / 8)
})

type Both = Awaited<ReturnType<typeof createBoth>>

const states = ({ late, onTime }: Both): Promise<[State, State]> =>
  Promise.all([stateOf(late.db, late.accountId), stateOf(onTime.db, onTime.accountId)])

/** Where everything was spent, the same shares, and at least what is due for the fractions. */
function withAtLeast(onTime: State, late: State): State {
  const extra = late.cash - onTime.cash
  const paid = late.lines.filter(
    ({ at, cash }) => cash < (onTime.lines.find((line) => +line.at === +at)?.cash ?? 0),
  )
  expect(paid).toEqual([])
  expect(extra).toBeGreaterThanOrEqual(0)
  const shares = (lines: State['lines']) =>
    lines.filter((line) => line.shares !== 0).map((line) => [+line.at, line.shares])
  expect(shares(late.lines)).toEqual(shares(onTime.lines))
  return { ...onTime, cash: late.cash, lines: late.lines }
}

const isOutOfOrder = ({ splits }: Life): boolean =>
  splits.some((one) =>
    splits.some((other) => one.day < other.day && one.day + one.delay > other.day + other.delay),
  )

/** Day by day. In both the same trades are made: as much of each wish as both could do. */
async function live(both: Both, life: Life): Promise<void> {
  const { late, onTime, meet, log } = both
  const learner = await both.learner.renew()
  for (let index = 0; index <= 2 * dayCount; index += 1) {
    const today = addDays(firstDay, index)
    const known = (splits: Life['splits']) =>
      splits.map(({ day, ratio }) => ({ day: addDays(firstDay, day), ratio }))
    for (const fact of known(life.splits.filter(({ day }) => day === index))) {
      await learn(onTime.db, fact)
      await applySplitsEverywhere(onTime.db, log)
    }
    const news = life.splits.filter(({ day, delay }) => day + delay === index)
    for (const fact of known(news)) await learn(late.db, fact)
    if (news.some(({ isSeen }) => isSeen)) await meet(learner)
    for (const wish of life.wishes.filter(({ day }) => day === index)) {
      await applySplitsEverywhere(late.db, log)
      await tradeInBoth(both, {
        ...wish,
        reserve: life.reserve,
        at: startOfDay(today) + 12 * hourMs,
      })
    }
    const close = life.closes?.[index]
    if (close === undefined) continue
    for (const { db } of [late, onTime])
      await storeCloses(db, [[startOfDay(today) + 16 * hourMs, close]])
  }
  await meet(learner)
}

interface Wish extends Pick<Life, 'reserve'> {
  readonly type: 'BUY' | 'SELL'
  readonly quantity: number
  readonly price: number
  readonly at: number
}

async function tradeInBoth(both: Both, wish: Wish): Promise<void> {
  const found = await states(both)
  const cash = Math.min(...found.map((state) => state.cash)) - wish.reserve
  const held = Math.min(...found.map((state) => state.held))
  const most = wish.type === 'BUY' ? Math.floor(cash / wish.price) : held
  const quantity = Math.min(wish.quantity, most)
  if (quantity < 1) return
  const made = [trade(wish.type, quantity, 'AAPL', wish.price, wish.at)]
  for (const { db, accountId } of [both.late, both.onTime]) await plantTrades(db, accountId, made)
}

describe('an earlier split that is learnt after a later one', () => {
  const monday = asDay('2026-03-09')
  const thursday = asDay('2026-03-12')

  test('takes its place, and the later one is counted anew', async () => {
    const { late, learner, meet } = await createBoth()
    await plantTrades(late.db, late.accountId, [
      trade('BUY', 15, 'AAPL', 60_00, '2026-03-06T16:00Z'),
    ])
    await learn(late.db, { day: thursday, ratio: [3, 2] })
    await meet(learner)
    // 22 and a half of 40.00.
    expect(await stateOf(late.db, late.accountId)).toMatchObject({
      cash: 9_120_00,
      held: 22,
      lines: [{ shares: 7, cash: 20_00 }],
    })
    await learn(late.db, { day: monday, ratio: [2, 1] })
    await meet(learner)
    // 30, then 45 without a rest: what was paid for the half is taken back.
    expect(await stateOf(late.db, late.accountId)).toMatchObject({
      cash: 9_100_00,
      held: 45,
      cost: 900_00,
      lines: [
        { shares: 15, cash: 0 },
        { shares: 15, cash: 0 },
      ],
    })
    await expectCleanAudit(late.db)
  })

  test('takes back no more than was there all the time since', async () => {
    const { late, learner, meet } = await createBoth()
    await plantTrades(late.db, late.accountId, [
      trade('BUY', 15, 'AAPL', 60_00, '2026-03-06T16:00Z'),
    ])
    await learn(late.db, { day: thursday, ratio: [3, 2] })
    await meet(learner)
    await plantTrades(late.db, late.accountId, [
      trade('BUY', 1, 'TSLA', 9_112_00, '2026-03-13T16:00Z'),
      trade('SELL', 1, 'TSLA', 9_000_00, '2026-03-13T17:00Z'),
    ])
    await learn(late.db, { day: monday, ratio: [2, 1] })
    await meet(learner)
    // Of the 20.00 all but 8.00 were spent for an hour.
    expect(await stateOf(late.db, late.accountId)).toMatchObject({
      cash: 9_000_00,
      held: 45,
      lines: [
        { shares: 15, cash: 0 },
        { shares: 15, cash: 12_00 },
      ],
    })
    await expectCleanAudit(late.db)
  })

  test('that leaves nothing for which the later one could have paid is left out', async () => {
    const { late, learner, meet, misfits } = await createBoth()
    await plantTrades(late.db, late.accountId, [
      trade('BUY', 1, 'AAPL', 60_00, '2026-03-06T16:00Z'),
    ])
    await storeCloses(late.db, [
      ['2026-03-06T21:00Z', 6_00],
      ['2026-03-11T21:00Z', 60_00],
    ])
    await learn(late.db, { day: thursday, ratio: [3, 2] })
    await meet(learner)
    await plantTrades(late.db, late.accountId, [
      trade('BUY', 1, 'TSLA', 9_960_00, '2026-03-13T16:00Z'),
    ])
    const before = await stateOf(late.db, late.accountId)
    expect(before).toMatchObject({ cash: 0, held: 1, lines: [{ shares: 0, cash: 20_00 }] })
    // An eighth of 48.00 would be paid for the only share, and no share would be left on Thursday.
    await learn(late.db, { day: monday, ratio: [1, 8] })
    await meet(learner)
    expect(await stateOf(late.db, late.accountId)).toEqual(before)
    expect(misfits()).toBe(1)
    await expectCleanAudit(late.db)
  })

  test('leaves a line that was right as it was paid', async () => {
    const { late, learner, meet } = await createBoth()
    await plantTrades(late.db, late.accountId, [
      trade('BUY', 15, 'AAPL', 60_00, '2026-03-06T16:00Z'),
    ])
    await storeCloses(late.db, [['2026-03-06T21:00Z', 121_91]])
    await learn(late.db, { day: monday, ratio: [3, 2] })
    await meet(learner)
    // Half of 81.27.
    const [line] = (await stateOf(late.db, late.accountId)).lines
    expect(line).toMatchObject({ shares: 7, cash: 40_64 })
    // What is stored is then 8.13, of which ten are 81.30.
    await learn(late.db, { day: thursday, ratio: [10, 1] })
    await meet(learner)
    expect((await stateOf(late.db, late.accountId)).lines).toMatchObject([line, { shares: 198 }])
  })
})
