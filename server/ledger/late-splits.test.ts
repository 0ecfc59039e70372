// Splits of one stock that are recorded late and in any order, on two nodes: the account ends up as if each had been
// known on its day, except those older than a known one. Existing ledger lines never change.
import { addDays, asDay, startOfDay } from '@tengrand/core/day.ts'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openDb, type Db } from '../db/handle.ts'
import { readLateSplits } from '../market/store.ts'
import { freshDatabase } from '../testing/databases.ts'
import { isLong } from '../testing/effort.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { clearPortfolios, plantPortfolios } from '../testing/planted-portfolio.ts'
import { portfolioIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { createWorld } from '../testing/world.ts'
import { applySplitsEverywhere } from './split-job.ts'
import { expectCleanAudit } from './testing/clean-audit.ts'
import {
  learn,
  monday,
  stateOf,
  storeCloses,
  type Ratio,
  type SplitFact,
  type SplitState,
} from './testing/split-ledger.ts'

const runs = isLong ? 300 : 10
const firstDay = asDay('2026-03-02')
const dayCount = 8
const hourMs = 3_600_000
const now = startOfDay(addDays(firstDay, dayCount + 10))

/** Every line with the id of the transaction that wrote it, which would change with an update. */
const ledgerOf = (db: Db) =>
  db.query<object>('select id, xmin::text, at, type, shares, cash_cents from trade')

/** One world that records splits late, with two nodes, and one that records every split on its day. */
async function createBoth() {
  const first = await createWorld({ now: () => now })
  const second = await createWorld({ now: () => now, connection: first.connection })
  const learner = await signUp(first.app)
  const late = { db: first.db, portfolioId: await portfolioIdOf(first.db, learner) }
  const db = openDb(await freshDatabase())
  onTestFinished(() => db.close())
  const [planted] = await plantPortfolios(db, { at: new Date(now) })
  const errors: string[] = []
  const log = { error: (_about: object, words: string) => void errors.push(words) }
  const skipped = () =>
    [...first.logLines, ...second.logLines, ...errors].filter((line) =>
      line.includes('does not fit'),
    )
  /** Applies the splits in all ways at the same time. */
  const apply = async (who: Learner): Promise<void> => {
    const before = await ledgerOf(first.db)
    const [answers] = await Promise.all([
      Promise.all([
        who.get('/api/portfolio'),
        who.at(second.app).get('/api/portfolio'),
        who.at(second.app).get('/api/transactions'),
        who.get('/api/transactions.csv'),
        who.get('/api/current-portfolio-value'),
        who.at(second.app).get('/api/net_worth_history/1m'),
        // An order that is refused because of its price has applied the splits first.
        who.post('/api/buy', { ticker: 'TSLA', quantity: 1, price: 0.01 }),
        who.at(second.app).post('/api/buy', { ticker: 'TSLA', quantity: 1, price: 0.01 }),
      ]),
      applySplitsEverywhere(second.db, log),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200, 200, 200, 200, 409, 409,
    ])
    expect(await ledgerOf(first.db)).toEqual(expect.arrayContaining(before))
  }
  return {
    late,
    onTime: { db, portfolioId: planted?.portfolioId ?? 0 },
    learner,
    apply,
    skipped,
    log,
  }
}

const clear = (db: Db) =>
  clearPortfolios(db, ['trade', 'split', 'late_split', 'bar', 'bar_span', 'quote'])

interface Life {
  readonly wishes: readonly {
    readonly type: 'BUY' | 'SELL'
    readonly day: number
    readonly quantity: number
    readonly price: number
  }[]
  readonly splits: readonly {
    readonly day: number
    readonly ratio: Ratio
    /** Days until the split is recorded; splits of the same day are recorded in the order of the list. */
    readonly delay: number
    /** Whether a read of the account applies the split; otherwise the next trade does. */
    readonly isRead: boolean
  }[]
  /** The closes of each day, in whole cents after any of these splits; without them, the account's own prices count. */
  readonly closes: readonly number[] | null
}

const anyLife: fc.Arbitrary<Life> = fc.record({
  wishes: fc.array(
    fc.record({
      type: fc.constantFrom('BUY', 'BUY', 'SELL'),
      day: fc.integer({ min: 0, max: dayCount }),
      quantity: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant(1_000_000)),
      price: fc.integer({ min: 1_00, max: 40_00 }),
    }),
    { minLength: 3, maxLength: 8, size: 'max' },
  ),
  splits: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: dayCount }),
      ratio: fc.constantFrom<Ratio>([2, 1], [3, 2], [1, 8], [1, 3], [3, 1]),
      delay: fc.integer({ min: 0, max: dayCount }),
      isRead: fc.boolean(),
    }),
    { minLength: 2, maxLength: 3, selector: ({ day }) => day },
  ),
  closes: fc.option(
    fc.array(
      fc.integer({ min: 1, max: 5 }).map((n) => n * 2_16),
      { minLength: dayCount + 1, maxLength: dayCount + 1 },
    ),
  ),
})

const wish = (type: 'BUY' | 'SELL', day: number, quantity: number) => ({
  type,
  day,
  quantity,
  price: 4_32,
})
const splitOn = (day: number, ratio: Ratio, delay: number, isRead = true) => ({
  day,
  ratio,
  delay,
  isRead,
})

const lives: readonly Life[] = [
  // Both splits are known before one is applied, and the fraction of each is paid out.
  {
    wishes: [wish('BUY', 0, 15), wish('SELL', 5, 2)],
    splits: [splitOn(1, [3, 2], 3, false), splitOn(3, [1, 8], 1, false)],
    closes: null,
  },
  // All shares are sold and bought again before the splits are known.
  {
    wishes: [wish('BUY', 0, 15), wish('SELL', 3, 15), wish('BUY', 4, 7)],
    splits: [splitOn(2, [3, 1], 3), splitOn(5, [3, 2], 1)],
    closes: Array.from({ length: dayCount + 1 }, () => 2_16),
  },
  // The older splits are recorded after the later one.
  {
    wishes: [wish('BUY', 0, 15), wish('SELL', 6, 4)],
    splits: [splitOn(4, [3, 2], 0), splitOn(2, [2, 1], 3), splitOn(1, [1, 8], 5)],
    closes: null,
  },
  // An older split is recorded after a later one, and the next one is applied as usual.
  {
    wishes: [wish('BUY', 0, 15)],
    splits: [splitOn(4, [3, 2], 0), splitOn(2, [2, 1], 3), splitOn(6, [3, 1], 0)],
    closes: null,
  },
  // Two splits are recorded together, and between their days more shares are sold than the first one leaves.
  {
    wishes: [wish('BUY', 5, 18), wish('SELL', 7, 1_000_000)],
    splits: [splitOn(6, [1, 8], 4), splitOn(7, [2, 1], 3)],
    closes: null,
  },
  // All cash is spent.
  {
    wishes: [wish('BUY', 0, 1_000_000), wish('SELL', 3, 25), wish('BUY', 6, 1_000_000)],
    splits: [splitOn(1, [1, 3], 1), splitOn(4, [3, 2], 3)],
    closes: null,
  },
]

test(
  `in ${runs} lives an account ends as if it had known its splits on their days`,
  { timeout: 1_800_000 },
  async () => {
    const both = await createBoth()
    await fc.assert(
      fc.asyncProperty(anyLife, async (life) => {
        fc.pre(!isLearnedInPieces(life))
        await Promise.all([clear(both.late.db), clear(both.onTime.db)])
        await live(both, life)
        await expectCleanAudit(both.late.db)
        const [late, onTime] = await states(both)
        // The cost of a sale depends on the splits that were known then, and does not change.
        expect({ ...late, positions: heldIn(late) }).toEqual({
          ...onTime,
          positions: heldIn(onTime),
        })
        expect(await readLateSplits(both.late.db)).toHaveLength(
          life.splits.length - inOrder(life).length,
        )
        expect(both.skipped()).toEqual([])
      }),
      { numRuns: runs, examples: lives.map((life) => [life]) },
    )
  },
)

/**
 * Whether a split that removes shares and one that adds some are both due before the first is recorded, and the second
 * is recorded even later: sold shares of the second then look like shares that the first should have removed.
 */
const isLearnedInPieces = (life: Life): boolean =>
  inOrder(life).some((taking, _index, all) =>
    all.some(
      (giving) =>
        taking.ratio[0] < taking.ratio[1] &&
        giving.ratio[0] > giving.ratio[1] &&
        taking.day < giving.day &&
        giving.day <= taking.day + taking.delay &&
        taking.day + taking.delay < giving.day + giving.delay,
    ),
  )

type Both = Awaited<ReturnType<typeof createBoth>>

const heldIn = ({ positions }: SplitState): number => positions[0]?.quantity ?? 0

const states = ({ late, onTime }: Both): Promise<[SplitState, SplitState]> =>
  Promise.all([stateOf(late.db, late.portfolioId), stateOf(onTime.db, onTime.portfolioId)])

/** The splits that are later than all those recorded before them. */
function inOrder({ splits }: Life): Life['splits'] {
  const learned = splits.toSorted((a, b) => a.day + a.delay - (b.day + b.delay))
  return learned.filter(({ day }, index) =>
    learned.slice(0, index).every((earlier) => earlier.day < day),
  )
}

/** Plays the days in both worlds with the same trades: as much of each wish as both accounts allow. */
async function live(both: Both, life: Life): Promise<void> {
  const { late, onTime, apply, log } = both
  const learner = await both.learner.renew()
  const expected = inOrder(life)
  for (let index = 0; index <= 2 * dayCount; index += 1) {
    const today = addDays(firstDay, index)
    for (const { day, ratio } of expected.filter((split) => split.day === index)) {
      await learn(onTime.db, { day: addDays(firstDay, day), ratio })
      await applySplitsEverywhere(onTime.db, log)
    }
    const news = life.splits.filter(({ day, delay }) => day + delay === index)
    for (const split of news) {
      const recorded = await learn(late.db, { ...split, day: addDays(firstDay, split.day) })
      expect(recorded).toBe(expected.includes(split) ? 'new' : 'late')
    }
    if (news.some(({ isRead }) => isRead)) await apply(learner)
    for (const one of life.wishes.filter(({ day }) => day === index)) {
      await applySplitsEverywhere(late.db, log)
      await tradeInBoth(both, { ...one, at: startOfDay(today) + 12 * hourMs })
    }
    const close = life.closes?.[index]
    if (close === undefined) continue
    for (const { db } of [late, onTime])
      await storeCloses(db, [[startOfDay(today) + 16 * hourMs, close]])
  }
  await apply(learner)
}

type PlannedTrade = Omit<Life['wishes'][number], 'day'> & { readonly at: number }

async function tradeInBoth(both: Both, { type, quantity, price, at }: PlannedTrade): Promise<void> {
  const found = await states(both)
  const cash = Math.min(...found.map((state) => state.cash))
  const held = Math.min(...found.map(heldIn))
  const count = Math.min(quantity, type === 'BUY' ? Math.floor(cash / price) : held)
  if (count < 1) return
  const made = [trade(type, count, 'AAPL', price, at)]
  for (const { db, portfolioId } of [both.late, both.onTime])
    await plantTrades(db, portfolioId, made)
}

describe('a split that is older than a known one', () => {
  const thursday = asDay('2026-03-12')
  const onFriday = [trade('BUY', 15, 'AAPL', 60_00, '2026-03-06T16:00Z')]

  const recordByHand = (db: Db, { day, ratio: [numerator, denominator] }: SplitFact) =>
    db.query('insert into split (ticker_id, day, numerator, denominator) values (1, $1, $2, $3)', [
      day,
      numerator,
      denominator,
    ])

  test('stays applied where an earlier version has done so', async () => {
    const { late, learner, apply, skipped } = await createBoth()
    const { db, portfolioId } = late
    await recordByHand(db, { day: thursday, ratio: [3, 2] })
    await recordByHand(db, { day: monday, ratio: [2, 1] })
    await db.query('update portfolio set splits_through = (select max(id) from split)')
    await db.query(
      `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, numerator, denominator)
       values ($1, $2, 'SPLIT', 1, 15, 0, 0, 0, 3, 2), ($1, $3, 'SPLIT', 1, 15, 0, 0, 0, 2, 1)`,
      [portfolioId, new Date(startOfDay(thursday)), new Date(startOfDay(monday))],
    )
    await plantTrades(db, portfolioId, onFriday)
    const before = await stateOf(db, portfolioId)
    expect(before.positions).toMatchObject([{ quantity: 45, cost: 900_00 }])
    expect(await learn(db, { day: monday, ratio: [2, 1] })).toBe('known')
    await apply(learner)
    expect(await stateOf(db, portfolioId)).toEqual(before)
    await learn(db, { day: asDay('2026-03-13'), ratio: [2, 1] })
    await apply(learner)
    expect((await stateOf(db, portfolioId)).positions).toMatchObject([
      { quantity: 90, cost: 900_00 },
    ])
    expect(skipped()).toEqual([])
    await expectCleanAudit(db)
  })

  test('is skipped where an earlier version has recorded and not yet applied it', async () => {
    const { late, learner, apply, skipped } = await createBoth()
    const { db, portfolioId } = late
    await plantTrades(db, portfolioId, onFriday)
    await recordByHand(db, { day: thursday, ratio: [3, 2] })
    await apply(learner)
    const before = await stateOf(db, portfolioId)
    await recordByHand(db, { day: monday, ratio: [2, 1] })
    await apply(learner)
    expect(await stateOf(db, portfolioId)).toEqual(before)
    expect(skipped()).toHaveLength(1)
    await expectCleanAudit(db)
  })
})

test('a line stays as it was paid when a later split rounds the stored closes', async () => {
  const { late, learner, apply } = await createBoth()
  await plantTrades(late.db, late.portfolioId, [
    trade('BUY', 15, 'AAPL', 60_00, '2026-03-06T16:00Z'),
  ])
  await storeCloses(late.db, [['2026-03-06T21:00Z', 121_91]])
  await learn(late.db, { day: asDay('2026-03-09'), ratio: [3, 2] })
  await apply(learner)
  // Half of 81.27.
  const [line] = (await stateOf(late.db, late.portfolioId)).lines
  expect(line).toMatchObject({ shares: 7, cash: 40_64 })
  // The stored close is then 8.13, and ten times that is 81.30.
  await learn(late.db, { day: asDay('2026-03-12'), ratio: [10, 1] })
  await apply(learner)
  expect((await stateOf(late.db, late.portfolioId)).lines).toMatchObject([line, { shares: 198 }])
})
