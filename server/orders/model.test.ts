// Random days of a learner over HTTP, step by step beside a simple reference that was written on its own.
import { randomUUID } from 'node:crypto'

import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { tickerIdOf } from '../market/ticker-id.ts'
import { isLong } from '../testing/effort.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket, type ScriptedMarket } from '../testing/scripted-market.ts'
import { emptyPortfolios } from '../testing/planted-portfolio.ts'
import { createWorld, type World } from '../testing/world.ts'
import { createReference, type LedgerLine, type Wish } from './testing/reference.ts'

const sequences = isLong ? 2_000 : 40
const hourMs = 3_600_000
const morning = Date.parse('2026-11-13T15:30:00Z')

const anyTicker = fc.constantFrom<Ticker>('AAPL', 'NVDA', 'LYFT')
const anyPrice = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1_00, max: 900_00 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }) },
)

const anyOrder = fc.record({
  kind: fc.constant('order' as const),
  way: fc.constantFrom('buy' as const, 'sell' as const),
  ticker: anyTicker,
  quantity: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
    { weight: 2, arbitrary: fc.constant('all' as const) },
  ),
  /** How far what was seen is from the price: mostly nothing, now and then around the limit. */
  permille: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: -13, max: 13 }) },
  ),
  key: fc.constantFrom('new', 'new', 'new', 'last' as const),
  isPriceKnown: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
})

const nonsense: (readonly [body: object, status: number, code: string])[] = [
  [{ ticker: 'AAPL', quantity: -3, price: 100 }, 400, 'invalid_quantity'],
  [{ ticker: 'AAPL', quantity: 0, price: 100 }, 400, 'invalid_quantity'],
  [{ ticker: 'AAPL', quantity: 0.5, price: 100 }, 400, 'invalid_quantity'],
  [{ ticker: 'AAPL', quantity: '1', price: 100 }, 400, 'invalid_quantity'],
  [{ ticker: 'AAPL', quantity: 1_000_001, price: 100 }, 400, 'invalid_quantity'],
  [{ ticker: 'AAPL', quantity: 1, price: -100 }, 400, 'invalid_request'],
  [{ ticker: 'AAPL', quantity: 1 }, 400, 'invalid_request'],
  [{ ticker: 'GME', quantity: 1, price: 100 }, 404, 'unknown_ticker'],
  [{ ticker: 'AAPL', quantity: 1, price: 100, side: 'short' }, 400, 'invalid_request'],
]

const anyStep = fc.oneof(
  { weight: 10, arbitrary: anyOrder },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      ticker: anyTicker,
      price: anyPrice,
      waitMs: fc.constantFrom(0, 1_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('split' as const),
      ticker: anyTicker,
      ratio: fc.constantFrom<readonly [number, number]>([2, 1], [3, 2], [1, 8], [21, 20], [10, 3]),
      price: anyPrice,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('nonsense' as const),
      way: fc.constantFrom('buy' as const, 'sell' as const),
      body: fc.constantFrom(...nonsense),
    }),
  },
)

const anyDay: fc.Arbitrary<readonly Step[]> = fc.array(anyStep, { minLength: 1, maxLength: 25 })

type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const nonsenseOf = (body: (typeof nonsense)[number]): Step => ({
  kind: 'nonsense',
  way: 'buy',
  body,
})

const orderOf = (changes: Partial<Extract<Step, { kind: 'order' }>>): Step => ({
  kind: 'order',
  way: 'buy',
  ticker: 'AAPL',
  quantity: 15,
  permille: 0,
  key: 'new',
  isPriceKnown: true,
  ...changes,
})

/** Whatever can happen happens here; chance alone would leave something out now and then. */
const eventful: readonly Step[] = [
  orderOf({}),
  { kind: 'again' },
  orderOf({ key: 'last', quantity: 2 }),
  orderOf({ isPriceKnown: false }),
  orderOf({ permille: 13 }),
  orderOf({ quantity: 1_000_000 }),
  orderOf({ way: 'sell', ticker: 'LYFT', quantity: 1 }),
  { kind: 'split', ticker: 'AAPL', ratio: [3, 2], price: 81_27 },
  orderOf({ way: 'sell', quantity: 'all', permille: 0 }),
  ...nonsense.map(nonsenseOf),
]

test(`${sequences} random days go as the reference says`, { timeout: 1_800_000 }, async () => {
  const clock = { at: morning }
  const now = () => clock.at
  const market = createScriptedMarket({ now })
  const world = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' } })
  const learner = await signUp(world.app)
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyDay, async (steps) => {
      clock.at = morning
      await clear(world)
      const day = createDay({ world, market, learner: await learner.renew(), clock, reached })
      for (const step of steps) await day.take(step)
      await day.compare()
    }),
    { numRuns: sequences, examples: [[eventful]] },
  )
  // Otherwise the eventful day was too quiet to prove anything.
  expect([...reached].toSorted()).toEqual([...everything].toSorted())
})

const everything = [
  '200',
  'insufficient_cash',
  'insufficient_shares',
  'invalid_quantity',
  'invalid_request',
  'key_reused',
  'no_price',
  'price_moved',
  'split',
  'unknown_ticker',
]

/** As on the first day. */
const clear = ({ db }: World) =>
  db.transaction(async (tx) => {
    for (const table of ['trade', 'split', 'bar']) await tx.query(`delete from ${table}`)
    await tx.query(emptyPortfolios)
  })

interface DayDeps {
  readonly world: World
  readonly market: ScriptedMarket
  readonly learner: Learner
  readonly clock: { at: number }
  readonly reached: Set<string>
}

function createDay(deps: DayDeps) {
  const { world, market, clock, reached } = deps
  let { learner } = deps
  const reference = createReference()
  const prices = new Map<string, number>()
  let last: Wish | null = null

  const setPrice = (ticker: Ticker, price: number): void => {
    prices.set(ticker, price)
    market.set(ticker, price)
  }
  for (const ticker of ['AAPL', 'NVDA', 'LYFT'] as const) setPrice(ticker, 100_00)
  const priceOf = (ticker: string): number => prices.get(ticker) ?? 0

  async function send(wish: Wish, isPriceKnown: boolean): Promise<void> {
    const { way, ticker, quantity, seenCents, key } = wish
    const answer = await learner.post(
      `/api/${way}`,
      { ticker: ticker.toLowerCase(), quantity, price: seenCents / 100 },
      { 'idempotency-key': key },
    )
    const { message, error, code, price } = answer.json()
    const expected = reference.order(wish, isPriceKnown ? priceOf(ticker) : null)
    expect({ status: answer.statusCode, code, words: error ?? message }).toEqual({
      code: undefined,
      ...expected,
    })
    if (code === 'price_moved') expect(price).toBe(priceOf(ticker) / 100)
    reached.add(code ?? '200')
    last = wish
  }

  async function order(step: Extract<Step, { kind: 'order' }>): Promise<void> {
    const { way, ticker, permille, isPriceKnown } = step
    const price = priceOf(ticker)
    const all = way === 'sell' ? reference.quantityOf(ticker) : Math.floor(1_000_000 / price)
    const quantity = step.quantity === 'all' ? Math.max(1, all) : step.quantity
    const seenCents = Math.max(1, price + Math.round((price * permille) / 1000))
    const key = step.key === 'last' && last !== null ? last.key : randomUUID()
    if (!isPriceKnown) market.set(ticker, null)
    await send({ way, ticker, quantity, seenCents, key }, isPriceKnown)
    market.set(ticker, price)
  }

  /** Overnight; the closing price of the evening is already in the new shares. */
  async function split({ ticker, ratio, price }: Extract<Step, { kind: 'split' }>): Promise<void> {
    // A provider restates its closes with every split, which this script does not: the one before must be applied by now.
    expect((await learner.get('/api/current-portfolio-value')).statusCode).toBe(200)
    const start = startOfDay(asDay(dayOf(clock.at + 24 * hourMs)))
    clock.at = start + 10 * hourMs
    learner = await learner.renew()
    setPrice(ticker, price)
    const [numerator, denominator] = ratio
    await world.db.query("insert into bar values ($1, 'day', $2, $3)", [
      tickerIdOf(ticker),
      new Date(start - 8 * hourMs),
      price,
    ])
    await world.db.query(
      'insert into split (ticker_id, day, numerator, denominator) values ($1, $2, $3, $4)',
      [tickerIdOf(ticker), dayOf(start), numerator, denominator],
    )
    const before = reference.lines().length
    reference.split(ticker, ratio, price)
    if (reference.lines().length > before) reached.add('split')
  }

  async function talkNonsense({ way, body }: Extract<Step, { kind: 'nonsense' }>): Promise<void> {
    const [sent, status, code] = body
    const answer = await learner.post(`/api/${way}`, sent)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    reached.add(code)
  }

  return {
    take: async (step: Step): Promise<void> => {
      if (step.kind === 'order') await order(step)
      if (step.kind === 'again' && last !== null) await send(last, true)
      if (step.kind === 'split') await split(step)
      if (step.kind === 'nonsense') await talkNonsense(step)
      if (step.kind === 'price') {
        clock.at += step.waitMs
        setPrice(step.ticker, step.price)
      }
    },
    compare: async (): Promise<void> => {
      const portfolio = (await learner.get('/api/portfolio')).json()
      const expected = reference.portfolio(priceOf)
      const { holdings, realized, ...figures } = expected
      expect(portfolio).toMatchObject(figures)
      expect(sorted(portfolio.realized)).toEqual(realized)
      expect(sorted(portfolio.holdings)).toMatchObject(holdings)
      expect(portfolio.holdings).toHaveLength(holdings.length)
      const { transactions } = (await learner.get('/api/transactions')).json()
      expect(transactions.map(withoutTime)).toEqual(reference.lines())
    },
  }
}

const sorted = (stocks: readonly { ticker: string }[]) =>
  stocks.toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1))

const withoutTime = ({
  timestamp: _when,
  ...line
}: LedgerLine & { timestamp: string }): LedgerLine => line
