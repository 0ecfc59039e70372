// Waiting orders during a rush of market orders that exceeds a batch: each is filled, cancelled or expired once, to the
// cent.
import { cents } from '@tengrand/core/money.ts'
import { expect, test } from 'vitest'

import type { Chance } from '../demo/chance.ts'
import type { Db } from '../db/handle.ts'
import { clearPortfolios, plantPortfolios } from '../testing/planted-portfolio.ts'
import { playRounds, roundsOf } from '../testing/rounds.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { readDepsOf } from '../ledger/testing/read-deps.ts'
import { cancelOwnOrder } from './list.ts'
import type { Outcome, ConditionalOrderRequest, MarketOrderRequest } from './queued-order.ts'
import type { StockOrder } from './stock-order.ts'
import { createFillingNode } from './testing/filling-node.ts'
import { marketOrder } from './testing/market-order.ts'

const rounds = roundsOf(2)
const morning = Date.parse('2026-11-13T15:30:00Z')
const people = 40

/** The funds of an account according to the responses. */
interface Funds {
  cash: number
  shares: number
}

async function createPlace() {
  const clock = { at: morning }
  const now = () => clock.at
  const market = createScriptedMarket({ now })
  const { db } = await createWorld({ now, market })
  const portfolios = await plantPortfolios(db, { count: people })
  const accounts = portfolios.map(({ accountId }) => accountId)
  const node = () => createFillingNode(db, market, now)
  const clear = async (): Promise<void> => {
    await clearPortfolios(db, ['trade', 'stock_order'])
    clock.at = morning
    market.set('AAPL', 100_00)
  }
  return { clock, market, db, accounts, nodes: [node(), node()] as const, clear }
}

type Place = Awaited<ReturnType<typeof createPlace>>

test(
  `in ${rounds} rounds of fills behind more than 128 orders nothing is lost, doubled or filled after its end`,
  { timeout: 3_600_000 },
  async () => {
    const place = await createPlace()
    await playRounds(rounds, async (chance) => {
      await place.clear()
      const funds = new Map(place.accounts.map((id) => [id, { cash: 1_000_000, shares: 0 }]))
      await buyShares(place, funds, chance)
      const placed = await placeOrders(place, chance)
      const price = moveOn(place, chance)
      const cancelled = await rush(place, { placed, price, funds }, chance)
      // Fills the orders that are left after the rush; the price is the same.
      await place.nodes[0].look()
      const filled = await expectEnds(place, { placed, cancelled, price })
      for (const { accountId, order } of filled) apply(funds, accountId, order, price)
      await expectFunds(place.db, funds)
    })
  },
)

const forNow = (
  { accounts }: Place,
  chance: Chance,
  { side, price }: { readonly side: 'BUY' | 'SELL'; readonly price: number },
) =>
  marketOrder(chance.oneOf(accounts), {
    side,
    quantity: 1 + chance.pick(4),
    expectedPrice: cents(price),
    key: chance.uuid(),
    arrivedAt: morning,
  })

function apply(
  funds: Map<number, Funds>,
  accountId: number,
  { side, quantity }: Pick<MarketOrderRequest, 'side' | 'quantity'>,
  price: number,
): void {
  const own = funds.get(accountId)
  if (own === undefined) throw new Error('No such account.')
  const sign = side === 'BUY' ? 1 : -1
  own.cash -= sign * quantity * price
  own.shares += sign * quantity
}

async function buyShares(place: Place, funds: Map<number, Funds>, chance: Chance) {
  const { accounts, nodes } = place
  const outcomes = await Promise.all(
    accounts.map((accountId) => {
      const order = { ...forNow(place, chance, { side: 'BUY', price: 100_00 }), accountId }
      return nodes[0].queue.place({ ...order, quantity: 10 })
    }),
  )
  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome).toHaveProperty('trade')
    apply(funds, accounts[index] ?? 0, { side: 'BUY', quantity: 10 }, 100_00)
  }
}

interface Placed {
  readonly accountId: number
  readonly order: StockOrder
}

const kinds = [
  { side: 'BUY', kind: 'limit', price: 90_00 },
  { side: 'SELL', kind: 'stop', price: 90_00 },
  { side: 'SELL', kind: 'limit', price: 110_00 },
] as const

async function placeOrders(place: Place, chance: Chance): Promise<Placed[]> {
  const sent = Array.from({ length: 20 + chance.pick(160) }, (): ConditionalOrderRequest => {
    const { side, kind, price } = chance.oneOf(kinds)
    return {
      accountId: chance.oneOf(place.accounts),
      publicId: null,
      side,
      ticker: 'AAPL',
      quantity: 1 + chance.pick(3),
      condition: { kind, price: cents(price) },
      lasts: chance.oneOf(['day', 'gtc']),
      key: chance.uuid(),
      arrivedAt: morning,
    }
  })
  const outcomes = await Promise.all(sent.map((order) => place.nodes[0].queue.place(order)))
  return outcomes.flatMap((outcome, index) =>
    'order' in outcome ? [{ accountId: sent[index]?.accountId ?? 0, order: outcome.order }] : [],
  )
}

/** Moves to a price that reaches some of the orders, a moment later or just after the day orders expire. */
function moveOn({ clock, market }: Place, chance: Chance): number {
  const price = chance.oneOf([80_00, 90_00, 110_00, 120_00])
  clock.at = chance.happens(0.5) ? morning + 1_000 : Date.parse('2026-11-14T05:00:00Z')
  market.set('AAPL', price)
  return price
}

interface Rush {
  readonly placed: readonly Placed[]
  readonly price: number
  readonly funds: Map<number, Funds>
}

/** Concurrently on two nodes: market orders, some of them twice with one key, fill runs, and cancels. */
async function rush(
  place: Place,
  { placed, price, funds }: Rush,
  chance: Chance,
): Promise<ReadonlySet<string>> {
  const { db, nodes, clock, market } = place
  const deps = readDepsOf(db, market, () => clock.at)
  const sent = Array.from({ length: 129 + chance.pick(250) }, () => {
    const side = chance.oneOf(['BUY', 'SELL'] as const)
    return { ...forNow(place, chance, { side, price }), arrivedAt: clock.at }
  })
  const again = chance.someOf(sent, 20)
  const answers = [...sent, ...again].map(async (order) => {
    const outcome = await chance.oneOf(nodes).queue.place(order)
    return { order, outcome }
  })
  const looks = [nodes[0].look(), chance.oneOf(nodes).look()]
  const cancels = chance
    .someOf(placed, 15)
    .map(({ accountId, order }) => cancelOwnOrder(deps, accountId, order.publicId))
  const answered = await Promise.all(answers)
  const refusals = answered.flatMap(({ outcome }) =>
    'refusal' in outcome ? outcome.refusal.code : [],
  )
  expect(refusals.filter((code) => !code.startsWith('insufficient'))).toEqual([])
  for (const same of Map.groupBy(answered, ({ order }) => order.key).values()) {
    // Of two orders with the same key, either may have been decided and refused first, but all trades of a key are the
    // same.
    const trades = new Set(same.flatMap(({ outcome }) => factsOf(outcome)))
    expect(trades.size).toBeLessThanOrEqual(1)
    for (const { order } of same.slice(0, trades.size)) apply(funds, order.accountId, order, price)
  }
  const ended = await Promise.all(cancels)
  await Promise.all(looks)
  return new Set(ended.flatMap((one) => ('order' in one ? one.order.publicId : [])))
}

const factsOf = (outcome: Outcome): string[] =>
  'trade' in outcome ? [`${outcome.trade.at} ${outcome.trade.price}`] : []

interface Ends {
  readonly placed: readonly Placed[]
  readonly cancelled: ReadonlySet<string>
  readonly price: number
}

/** Returns the filled orders. */
async function expectEnds(
  { db, clock }: Place,
  { placed, cancelled, price }: Ends,
): Promise<Placed[]> {
  const rows = await db.query<{ id: string; state: string; trades: number; price: number | null }>(
    `select o.public_id as id, o.state, count(t.order_id)::int as trades, max(t.price_cents) as price
     from stock_order o left join trade t on t.order_id = o.id group by o.id`,
  )
  const ends = new Map(rows.map(({ id, ...end }) => [id, end]))
  expect(ends.size).toBe(placed.length)
  return placed.filter(({ order }) => {
    const end = ends.get(order.publicId)
    const isTriggered = reaches(order, price)
    const isOver = clock.at >= order.expiresAt
    const isFilled = isTriggered && !isOver && !cancelled.has(order.publicId)
    const expected = isFilled
      ? { state: 'filled', trades: 1, price }
      : { state: cancelled.has(order.publicId) ? 'cancelled' : 'open', trades: 0, price: null }
    expect(end).toEqual(expected)
    return isFilled
  })
}

const reaches = ({ side, kind, price: own }: StockOrder, price: number): boolean =>
  side === 'SELL' && kind === 'limit' ? price >= own : price <= own

async function expectFunds(db: Db, funds: ReadonlyMap<number, Funds>): Promise<void> {
  const rows = await db.query<{ id: number; cash: number; shares: number }>(
    'select account_id as id, cash_cents as cash, shares[1] as shares from portfolio',
  )
  expect(new Map(rows.map(({ id, ...own }) => [id, own]))).toEqual(funds)
  await expectCleanAudit(db)
}
