// Splits on a provider's market during orders of all kinds on two nodes: whenever the provider lists the split, no
// order is decided at a price of other shares, and no trader gains by the split.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import type { Chance } from '../demo/chance.ts'
import type { Db } from '../db/handle.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { playRounds, roundsOf } from '../testing/rounds.ts'
import { applySplitsEverywhere } from '../ledger/split-job.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import {
  newCentsOf,
  oldCents,
  openSplitExchange,
  otherCents,
  splitAt,
  stocks,
  type Ratio,
  type SplitExchange,
} from './testing/split-exchange.ts'

const rounds = roundsOf(2)
const tuesday = Date.parse('2026-11-17T14:35:00Z')
const firstBars = Date.parse('2026-11-17T15:35:00Z')
const wednesday = Date.parse('2026-11-18T15:00:00Z')
const silent = { error: () => undefined }

const ratios: readonly Ratio[] = [
  [2, 1],
  [3, 2],
  [5, 1],
  [1, 2],
  [1, 8],
]

interface Deal {
  readonly ticker: string
  readonly type: 'BUY' | 'SELL'
  readonly quantity: number
  readonly cents: number
  readonly at: number
}

/** A learner, and the market orders that the server has acknowledged. */
interface Trader {
  learner: Learner
  readonly deals: Deal[]
}

const inCents = (dollars: number): number => Math.round(dollars * 100)

const renew = async (traders: readonly Trader[]): Promise<void> => {
  for (const trader of traders) trader.learner = await trader.learner.renew()
}

const programs = [
  { what: 'sells old shares at the new price', ratio: [1, 8], type: 'SELL', price: 150 },
  { what: 'buys at a limit of old shares', ratio: [5, 1], type: 'BUY', price: 119 },
  { what: 'sells at a stop of old shares', ratio: [5, 1], type: 'SELL', kind: 'stop', price: 100 },
] as const

test('a program that knows of a split before the provider lists it does not earn by an order that waits', async () => {
  const exchange = await openSplitExchange()
  const trader: Trader = { learner: await signUp(exchange.apps[0]), deals: [] }
  for (const { what, ratio, ...wish } of programs) {
    await exchange.begin(ratio)
    await renew([trader])
    await sendNow(exchange, trader, { ticker: 'LYFT', type: 'BUY', quantity: 40 })
    await exchange.close()
    // The split has happened and the market is open, but the provider does not list the split yet.
    exchange.clock.at = tuesday
    await renew([trader])
    await exchange.askPrices()
    const order = { ticker: 'LYFT', kind: 'limit', lasts: 'gtc', quantity: 40, ...wish }
    const placed = await trader.learner.post('/api/orders', order)
    expect({ what, ...placed.json() }).toMatchObject({ what, state: 'open' })
    await exchange.askPrices()
    await exchange.look()
    exchange.clock.at = firstBars
    await renew([trader])
    await exchange.askBars(true)
    await exchange.askPrices()
    await exchange.look()
    const { orders } = (await trader.learner.get('/api/orders?state=all')).json()
    expect(orders).toMatchObject([{ state: 'cancelled', reason: 'split' }])
    const [numerator, denominator] = ratio
    const { cash_balance, holdings } = (await trader.learner.get('/api/portfolio')).json()
    expect(holdings).toMatchObject([{ quantity: (40 * numerator) / denominator }])
    // 40 shares at the ask, a cent above the price.
    expect(cash_balance).toBe(5_199.6)
  }
})

test(
  `in ${rounds} rounds of orders around a split nothing is decided in other shares, and no trader gains by it`,
  { timeout: 3_600_000 },
  async () => {
    const exchange = await openSplitExchange()
    const learners = await Promise.all(exchange.apps.map((app) => signUp(app)))
    await playRounds(rounds, async (chance) => {
      const ratio = chance.oneOf(ratios)
      const isLate = chance.happens(0.4)
      await exchange.begin(ratio)
      const traders = learners.map((learner): Trader => ({ learner, deals: [] }))
      await renew(traders)
      await playSplit(exchange, traders, { ratio, isLate, chance })
      await applySplitsEverywhere(exchange.db, silent)
      for (const trader of traders) await expectFair(trader, { ratio, isLate })
      await expectNoDoubles(exchange.db, traders)
      await expectCleanAudit(exchange.db)
    })
  },
)

interface Round {
  readonly ratio: Ratio
  readonly isLate: boolean
  readonly chance: Chance
}

async function playSplit(
  exchange: SplitExchange,
  traders: readonly Trader[],
  { ratio, isLate, chance }: Round,
): Promise<void> {
  const { clock, askPrices, askBars, look, close, db } = exchange
  const act = (count: number) => rush(exchange, traders, { count, ratio, chance })
  await act(8)
  await Promise.all([act(6), look()])
  await close()
  clock.at = tuesday
  await renew(traders)
  await Promise.all([act(4), askPrices(), look()])
  clock.at = firstBars
  await renew(traders)
  const apply = () => applySplitsEverywhere(db, silent)
  const learn = () => askBars(true).then(askPrices)
  if (isLate) {
    // After the bars of the day without a split, the price counts like any other.
    await askBars(false)
    await Promise.all([act(8), askPrices(), look()])
    clock.at = wednesday
    await renew(traders)
    await askPrices()
  }
  await Promise.all([act(8), look(), learn().then(look), apply()])
  await Promise.all([act(6), askPrices().then(look), apply()])
}

interface OrderWanted {
  readonly ticker: string
  readonly type: 'BUY' | 'SELL'
  readonly quantity: number
}

/** Many concurrent orders on both nodes, at prices of old and of new shares. */
async function rush(
  exchange: SplitExchange,
  traders: readonly Trader[],
  { count, ratio, chance }: { count: number; ratio: Ratio; chance: Chance },
): Promise<void> {
  const step = (): Promise<void> => {
    const trader = chance.oneOf(traders)
    const ticker = chance.happens(0.8) ? 'LYFT' : 'MSFT'
    const wish = { ticker, type: chance.oneOf(['BUY', 'SELL'] as const), quantity: 1 } as const
    const quantity = chance.oneOf([1, 3, 10, 25, 80])
    if (chance.happens(0.35)) return sendNow(exchange, trader, { ...wish, quantity }, chance)
    if (chance.happens(0.15)) return cancelOne(exchange, trader, chance)
    const base = chance.oneOf([oldCents, newCentsOf(ratio), otherCents])
    const price = Math.max(1, Math.round(base * chance.between(0.8, 1.25)))
    const kind = wish.type === 'SELL' && chance.happens(0.4) ? 'stop' : 'limit'
    return place(exchange, trader, { ...wish, quantity, kind, price: price / 100 }, chance)
  }
  await Promise.all(Array.from({ length: count }, step))
}

const nodeOf = ({ apps }: SplitExchange, chance?: Chance) => chance?.oneOf(apps) ?? apps[0]

async function sendNow(
  exchange: SplitExchange,
  { learner, deals }: Trader,
  { ticker, type, quantity }: OrderWanted,
  chance?: Chance,
): Promise<void> {
  const shown = ticker === 'MSFT' ? otherCents : exchange.centsOf('LYFT')
  const answer = await learner
    .at(nodeOf(exchange, chance))
    .post(`/api/${type.toLowerCase()}`, { ticker, quantity, price: shown / 100 })
  const { trade } = answer.json()
  if (trade === undefined) return
  deals.push({ ticker, type, quantity, cents: inCents(trade.price), at: exchange.clock.at })
}

async function place(
  exchange: SplitExchange,
  { learner }: Trader,
  wish: OrderWanted & { readonly kind: string; readonly price: number },
  chance: Chance,
): Promise<void> {
  const order = { ...wish, lasts: chance.oneOf(['day', 'gtc', 'gtc']) }
  const key = { 'idempotency-key': randomUUID() }
  const { statusCode } = await learner.at(nodeOf(exchange, chance)).post('/api/orders', order, key)
  expect([201, 409, 422, 503]).toContain(statusCode)
}

async function cancelOne(exchange: SplitExchange, { learner }: Trader, chance: Chance) {
  const { orders } = (await learner.get('/api/orders')).json()
  if (orders.length === 0) return
  const { id } = chance.oneOf<{ id: string }>(orders)
  const answer = await learner.at(nodeOf(exchange, chance)).delete(`/api/orders/${id}`)
  expect([200, 409]).toContain(answer.statusCode)
}

interface ListedOrder {
  readonly ticker: string
  readonly type: 'BUY' | 'SELL'
  readonly kind: string
  readonly quantity: number
  readonly price: number
  readonly state: string
  readonly reason: string | null
  readonly filled: { readonly price: number; readonly at: string } | null
}

const fillsOf = (orders: readonly ListedOrder[]): Deal[] =>
  orders.flatMap(({ ticker, type, quantity, filled }) =>
    filled === null
      ? []
      : [{ ticker, type, quantity, cents: inCents(filled.price), at: Date.parse(filled.at) }],
  )

/**
 * Checks the deals in the responses: each is at a price of the shares of its time, and their sums match the portfolio
 * to the cent.
 */
async function expectFair(
  { learner, deals }: Trader,
  { ratio, isLate }: Omit<Round, 'chance'>,
): Promise<void> {
  const { orders } = (await learner.get('/api/orders?state=all')).json()
  expect(orders.filter(isBeyond)).toEqual([])
  expect(orders.filter(({ ticker, reason }: ListedOrder) => ticker === 'MSFT' && reason)).toEqual(
    orders.filter(({ ticker, reason }: ListedOrder) => ticker === 'MSFT' && reason === 'learner'),
  )
  const all = [...deals, ...fillsOf(orders)]
  const fair = (deal: Deal): number => fairCents(deal, ratio) + (deal.type === 'BUY' ? 1 : -1)
  expect(all.filter((deal) => deal.cents !== fair(deal))).toEqual([])
  const { cash_balance, free_cash, holdings } = (await learner.get('/api/portfolio')).json()
  const quantityOf = (ticker: string): number =>
    holdings.find((one: { ticker: string }) => one.ticker === ticker)?.quantity ?? 0
  const worth =
    inCents(cash_balance) + quantityOf('LYFT') * newCentsOf(ratio) + quantityOf('MSFT') * otherCents
  const isSoldMeanwhile = isLate && ratio[0] < ratio[1]
  const means = stocks.map(quantityOf)
  expect(free_cash).toBeLessThanOrEqual(cash_balance)
  // A reverse split that is recorded late does not take back shares that were sold since (docs/ledger.md).
  if (isSoldMeanwhile) return
  expect([inCents(cash_balance), ...means]).toEqual(referenceOf(all, ratio))
  // A fraction of a share is paid out, rounded to the nearest cent.
  expect(worth).toBeLessThanOrEqual(10_000_01)
}

const fairCents = ({ ticker, at }: Deal, ratio: Ratio): number => {
  if (ticker === 'MSFT') return otherCents
  return at < splitAt ? oldCents : newCentsOf(ratio)
}

/** Filled at a worse price than the order allows. */
const isBeyond = ({ type, kind, price, filled }: ListedOrder): boolean => {
  if (filled === null) return false
  const isHigher = filled.price > price
  if (kind === 'stop' || type === 'BUY') return isHigher
  return filled.price < price
}

/** The cash and the shares of both stocks, summed from the deals, with the split applied by hand. */
function referenceOf(deals: readonly Deal[], [numerator, denominator]: Ratio): number[] {
  const sumOf = (some: readonly Deal[]): number =>
    some.reduce((sum, { type, quantity }) => sum + (type === 'BUY' ? quantity : -quantity), 0)
  const lyft = deals.filter(({ ticker }) => ticker === 'LYFT')
  const before = sumOf(lyft.filter(({ at }) => at < splitAt))
  const parts = before * numerator
  const whole = Math.floor(parts / denominator)
  const newCents = (oldCents * denominator) / numerator
  const paidOut = Math.round(((parts % denominator) * newCents) / denominator)
  const cash = deals.reduce(
    (sum, { type, quantity, cents }) => sum + (type === 'BUY' ? -quantity : quantity) * cents,
    10_000_00 + paidOut,
  )
  const after = sumOf(lyft.filter(({ at }) => at >= splitAt))
  return [cash, whole + after, sumOf(deals.filter(({ ticker }) => ticker === 'MSFT'))]
}

/** As many trades as acknowledged orders, and each fill once. */
async function expectNoDoubles(db: Db, traders: readonly Trader[]): Promise<void> {
  const [row] = await db.query<{ now: number; fills: number; filled: number }>(
    `select (select count(*) from trade where key is not null) as now,
       (select count(*) from trade where order_id is not null) as fills,
       (select count(*) from stock_order where state = 'filled') as filled`,
  )
  const answered = traders.reduce((sum, { deals }) => sum + deals.length, 0)
  expect(row?.now).toBe(answered)
  expect(row?.fills).toBe(row?.filled)
}
