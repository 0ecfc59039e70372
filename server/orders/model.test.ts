// Random lives with waiting orders, compared with an independent reference implementation: every fill and every cent.
import { randomUUID } from 'node:crypto'

import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { tickerIdOf } from '../market/ticker-id.ts'
import { isLong } from '../testing/effort.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { clearPortfolios } from '../testing/planted-portfolio.ts'
import { createScriptedMarket, type ScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'
import { createFillingNode } from './testing/filling-node.ts'
import {
  createReference,
  type LedgerLine,
  type MarketOrder,
  type Ratio,
  type ConditionalOrder,
} from './testing/reference.ts'

const sequences = isLong ? 2_000 : 30
const morning = Date.parse('2026-11-13T15:30:00Z')
const hourMs = 3_600_000
const stocks = ['AAPL', 'NVDA'] as const
type Stock = (typeof stocks)[number]

const anyStock = fc.constantFrom(...stocks)
const anyWish = {
  ticker: anyStock,
  quantity: fc.integer({ min: 1, max: 40 }),
  /** The limit in per mille of the price, up to a third away: some orders wait long, others are met soon. */
  permille: fc.integer({ min: 670, max: 1_330 }),
  kind: fc.constantFrom('buy', 'limit', 'stop'),
}

const anyNow = fc.record({
  step: fc.constant('now' as const),
  ...anyWish,
  quantity: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
    { weight: 2, arbitrary: fc.constant('all' as const) },
  ),
  /** The seen price in per mille of the price: mostly equal, sometimes around the allowed difference. */
  permille: fc.oneof(
    { weight: 5, arbitrary: fc.constant(1_000) },
    { weight: 2, arbitrary: fc.integer({ min: 987, max: 1_013 }) },
  ),
  hasLastKey: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  isPriceKnown: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
})

const anyStep = fc.oneof(
  { weight: 3, arbitrary: anyNow },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('again' as const) }) },
  { weight: 6, arbitrary: fc.record({ step: fc.constant('place' as const), ...anyWish }) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('cancel' as const), which: fc.nat({ max: 20 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('move' as const),
      ticker: anyStock,
      permille: fc.integer({ min: 500, max: 1_600 }),
      /** Whether the filling node loses its connection meanwhile, and another one continues. */
      isCut: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant('split' as const),
      ticker: anyStock,
      ratio: fc.constantFrom<Ratio>([2, 1], [3, 2], [1, 8], [21, 20], [10, 3]),
    }),
  },
)

type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const wish = (changes: object) =>
  ({ step: 'place', ticker: 'AAPL', quantity: 10, permille: 900, kind: 'buy', ...changes }) as Step

const nowWish = (changes: object = {}) =>
  wish({ step: 'now', permille: 1_000, hasLastKey: false, isPriceKnown: true, ...changes })

/** A life with all kinds of events. */
const eventful: readonly Step[] = [
  nowWish(),
  { step: 'again' },
  nowWish({ hasLastKey: true, quantity: 2 }),
  nowWish({ isPriceKnown: false }),
  nowWish({ permille: 1_013 }),
  wish({ quantity: 45 }),
  wish({ quantity: 40, permille: 670 }),
  wish({ quantity: 40, permille: 670 }),
  wish({ kind: 'stop', quantity: 6, permille: 800 }),
  wish({ kind: 'limit', quantity: 6, permille: 1_200 }),
  { step: 'cancel', which: 0 },
  { step: 'cancel', which: 0 },
  { step: 'move', ticker: 'AAPL', permille: 700, isCut: true },
  wish({ permille: 1_100, quantity: 1 }),
  wish({ kind: 'stop', quantity: 1, permille: 900 }),
  { step: 'split', ticker: 'AAPL', ratio: [3, 2] },
]

test(
  `${sequences} random lives with orders that wait go as the reference says`,
  { timeout: 1_800_000 },
  async () => {
    const clock = { at: morning }
    const now = () => clock.at
    const market = createScriptedMarket({ now })
    const world = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' } })
    await world.app.ready()
    const learner = await signUp(world.app)
    const reached = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), async (steps) => {
        clock.at = morning
        await clearPortfolios(world.db, ['trade', 'stock_order', 'split', 'bar'])
        const life = createLife({ world, market, learner: await learner.renew(), clock, reached })
        for (const step of steps) await life.take(step)
        await life.compare()
      }),
      { numRuns: sequences, examples: [[[...eventful]]] },
    )
    // Otherwise the eventful life does not cover everything.
    expect([...reached].toSorted()).toEqual([...everything].toSorted())
  },
)

const everything = [
  'cancelled',
  'cut',
  'done',
  'filled',
  'insufficient_cash',
  'insufficient_shares',
  'key_reused',
  'no_price',
  'open',
  'order_closed',
  'price_moved',
]

interface LifeDeps {
  readonly world: World
  readonly market: ScriptedMarket
  readonly learner: Learner
  readonly clock: { at: number }
  readonly reached: Set<string>
}

function createLife(deps: LifeDeps) {
  const { world, market, clock, reached } = deps
  let { learner } = deps
  const prices = new Map<string, number>()
  const sidesOf = (ticker: string) => {
    const price = prices.get(ticker) ?? 0
    return { bid: Math.max(1, price - 2), ask: price + 2 }
  }
  const setPrice = (ticker: Stock, price: number): void => {
    prices.set(ticker, price)
    market.set(ticker, price, undefined, sidesOf(ticker))
  }
  for (const ticker of stocks) setPrice(ticker, 100_00)
  const now = () => clock.at
  const reference = createReference(sidesOf, now)
  /** The ids of the placed orders, oldest first. */
  const ids: string[] = []
  // Runs like the app's own job, which may run at the same moment and must make no difference.
  const { look } = createFillingNode(world.db, market, now)
  let last: MarketOrder | null = null

  function wishOf({
    ticker,
    quantity,
    permille,
    kind,
  }: Extract<Step, { step: 'place' }>): ConditionalOrder {
    const cents = Math.max(1, Math.round(((prices.get(ticker) ?? 0) * permille) / 1_000))
    const type = kind === 'buy' ? 'BUY' : 'SELL'
    return { ticker, type, kind: kind === 'stop' ? 'stop' : 'limit', quantity, cents }
  }

  async function place(step: Extract<Step, { step: 'place' }>): Promise<void> {
    const wanted = wishOf(step)
    const { ticker, type, quantity, kind, cents } = wanted
    const body = { ticker, type, kind, quantity, price: cents / 100, lasts: 'gtc' }
    const answer = await learner.post('/api/orders', body, { 'idempotency-key': randomUUID() })
    const { id, state, code, error } = answer.json()
    expect({ result: code ?? state, words: error }).toEqual(reference.place(wanted))
    if (id !== undefined) ids.push(id)
    reached.add(code ?? state)
  }

  async function tradeNow(step: Extract<Step, { step: 'now' }>): Promise<void> {
    const { ticker, type, kind } = wishOf({ ...step, step: 'place', quantity: 1 })
    const quantity =
      step.quantity === 'all' ? Math.max(1, reference.most(ticker, type)) : step.quantity
    const side = type === 'BUY' ? sidesOf(ticker).ask : sidesOf(ticker).bid
    const cents = Math.max(1, Math.round((side * step.permille) / 1_000))
    const key = step.hasLastKey && last !== null ? last.key : randomUUID()
    if (!step.isPriceKnown) market.set(step.ticker, null)
    await send({ ticker, type, kind, quantity, cents, key }, step.isPriceKnown)
    setPrice(step.ticker, prices.get(ticker) ?? 0)
  }

  async function send(wanted: MarketOrder, isPriceKnown = true): Promise<void> {
    const { ticker, type, quantity, cents, key } = wanted
    const body = { ticker, quantity, price: cents / 100 }
    const path = `/api/${type.toLowerCase()}`
    const answer = await learner.post(path, body, { 'idempotency-key': key })
    const { code: result = 'done', message, error, cash_balance: cash, price } = answer.json()
    expect({ result, words: error ?? message, cash, price }).toEqual(
      reference.now(wanted, isPriceKnown),
    )
    reached.add(result)
    last = wanted
  }

  async function cancel(which: number): Promise<void> {
    if (ids.length === 0) return
    const index = which % ids.length
    const answer = await learner.delete(`/api/orders/${ids[index]}`)
    const { code, state } = answer.json()
    expect(code ?? state).toBe(reference.cancel(index))
    reached.add(code ?? state)
  }

  async function move({ ticker, permille, isCut }: Extract<Step, { step: 'move' }>): Promise<void> {
    clock.at += 1_000
    setPrice(ticker, Math.max(3, Math.round(((prices.get(ticker) ?? 0) * permille) / 1_000)))
    if (isCut) {
      await Promise.allSettled([look(), cutConnections(world)])
      reached.add('cut')
    }
    await look()
    reference.look()
  }

  async function split({ ticker, ratio }: Extract<Step, { step: 'split' }>): Promise<void> {
    const start = startOfDay(asDay(dayOf(clock.at + 24 * hourMs)))
    clock.at = start + 10 * hourMs
    learner = await learner.renew()
    const [numerator, denominator] = ratio
    const before = prices.get(ticker) ?? 0
    const price = Math.max(3, Math.round((before * denominator) / numerator))
    await world.db.query("insert into bar values ($1, 'day', $2, $3)", [
      tickerIdOf(ticker),
      new Date(start - 8 * hourMs),
      price,
    ])
    await world.db.query(
      'insert into split (ticker_id, day, numerator, denominator) values ($1, $2, $3, $4)',
      [tickerIdOf(ticker), dayOf(start), ...ratio],
    )
    setPrice(ticker, price)
    reference.split(ticker, ratio, price)
    await look()
    reference.look()
    // The next split restates the closes again, so this one must be applied by then.
    expect((await learner.get('/api/portfolio')).statusCode).toBe(200)
  }

  return {
    take: async (step: Step): Promise<void> => {
      if (step.step === 'now') await tradeNow(step)
      if (step.step === 'again' && last !== null) await send(last)
      if (step.step === 'place') await place(step)
      if (step.step === 'cancel') await cancel(step.which)
      if (step.step === 'move') await move(step)
      if (step.step === 'split') await split(step)
    },
    compare: async (): Promise<void> => {
      const portfolio = (await learner.get('/api/portfolio')).json()
      const { cash_balance, free_cash, holdings, realized } = portfolio
      expect({ ...portfolio, holdings: holdings.toSorted(byTicker) }).toMatchObject(
        reference.figures((ticker) => prices.get(ticker) ?? 0),
      )
      const { transactions } = (await learner.get('/api/transactions')).json()
      expect(transactions.map(withoutTime)).toEqual(reference.lines())
      const { orders } = (await learner.get('/api/orders?state=all')).json()
      const held: Listed[] = holdings.toSorted(byTicker)
      const sold: Listed[] = realized.toSorted(byTicker)
      const placed: { state: string; filled: { price: number } | null }[] = orders.toReversed()
      expect({
        cash: cash_balance,
        freeCash: free_cash,
        stocks: held.map((one) => [one.ticker, one.quantity, one.free_quantity, one.avg_price]),
        realized: sold.map(({ ticker, realized_gain }) => [ticker, realized_gain]),
        orders: placed.map(({ state, filled }) => [state, filled?.price ?? null]),
      }).toEqual(reference.summary(stocks))
      expect(free_cash).toBeGreaterThanOrEqual(0)
    },
  }
}

const withoutTime = ({ timestamp: _at, ...line }: LedgerLine & { timestamp: string }) => line

interface Listed {
  readonly ticker: string
  readonly quantity: number
  readonly free_quantity: number
  readonly avg_price: number
  readonly realized_gain: number
}

const byTicker = (a: Listed, b: Listed): number => (a.ticker < b.ticker ? -1 : 1)

const cutConnections = ({ db }: World) =>
  db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
