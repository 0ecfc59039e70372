// Orders that wait in the demo world: lived through again by the rules that the product has for them.
import { isDeepStrictEqual } from 'node:util'

import { openStartingCash } from '@tengrand/core/contest.ts'
import { nothing, type Position } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { decide, type Order } from '@tengrand/core/order.ts'
import { pricesAround, type MarketHours } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { expiryOf, isMet, reservedFor } from '@tengrand/core/waiting-order.ts'
import { expect, onTestFinished, test } from 'vitest'

import type { Market } from '../market/market.ts'
import { openSimulatedMarket } from '../market/simulated-market.ts'
import { demoMarketSecret } from './market.ts'
import { demoLearner, type Inhabitant } from './people.ts'
import type { WaitingOrder } from './waiting-order.ts'
import { worldOf } from './world.ts'

const noon = Date.parse('2026-11-13T17:00Z')
const minuteMs = 60_000

function openMarket(now: number, hours: MarketHours): Market {
  const secret = Buffer.from(demoMarketSecret)
  const market = openSimulatedMarket({ secret, hours, now: () => now })
  onTestFinished(() => market.close())
  return market
}

const peopleAt = async (market: Market, now: number) =>
  (await worldOf({ market, now, seed: 'tengrand' })).inhabitants

test.each(['always', 'nyse'] as const)(
  'every order that waits or has waited could be as it is, in a market of the hours %s',
  async (hours) => {
    const market = openMarket(noon, hours)
    const inhabitants = await peopleAt(market, noon)
    for (const inhabitant of inhabitants) expect(await mistakesOf(inhabitant, market)).toEqual([])
    const patient = inhabitants.filter(({ waiting }) => waiting.length > 0)
    expect(patient.length).toBeGreaterThan(15)
    expect(patient.length).toBeLessThan(inhabitants.length)
    const orders = patient.flatMap(({ waiting }) => waiting)
    const kinds = new Set(orders.map(({ state, side, kind }) => `${state} ${side} ${kind}`))
    for (const state of ['open', 'filled', 'cancelled', 'expired']) {
      for (const sort of ['BUY limit', 'SELL limit', 'SELL stop']) {
        expect(kinds).toContain(`${state} ${sort}`)
      }
    }
    expect(new Set(orders.map(({ publicId }) => publicId)).size).toBe(orders.length)
  },
)

test.each(['2027-09-15', '2031-03-01'])(
  'the learner has orders of every state on %s, and a limit and a stop that are open',
  async (day) => {
    const now = Date.parse(`${day}T17:00Z`)
    const inhabitants = await peopleAt(openMarket(now, 'always'), now)
    const learner = inhabitants.find(({ subject }) => subject === demoLearner.subject)
    const waiting = learner?.waiting ?? []
    expect(new Set(waiting.map(({ state }) => state))).toEqual(
      new Set(['open', 'filled', 'cancelled', 'expired']),
    )
    const open = waiting.filter(({ state }) => state === 'open')
    expect(open.map(({ side, kind }) => `${side} ${kind}`)).toEqual(
      expect.arrayContaining(['BUY limit', 'SELL stop']),
    )
  },
)

type Done = Inhabitant['orders'][number]

type Step = { readonly at: number } & (
  | { readonly places: WaitingOrder }
  | { readonly ends: WaitingOrder }
  | { readonly done: Done; readonly filled: WaitingOrder | undefined }
)

/** What happened in a chapter, in its order. */
function stepsOf({ orders, waiting }: Inhabitant): Step[] {
  const steps = [
    ...waiting.map((order): Step => ({ at: order.placedAt, places: order })),
    ...orders.map((done, place): Step => {
      const filled = waiting.find(({ fills }) => fills === place)
      return { at: done.trade.at, done, filled }
    }),
    ...waiting.flatMap((order): Step[] =>
      order.closedAt === null || order.state === 'filled'
        ? []
        : [{ at: order.closedAt, ends: order }],
    ),
  ]
  return steps.toSorted((a, b) => a.at - b.at)
}

/** What could not have been as it is, in words. */
async function mistakesOf(inhabitant: Inhabitant, market: Market): Promise<string[]> {
  const { hours } = market
  const positions = new Map<Ticker, Position>()
  const open = new Set<WaitingOrder>()
  let cash = openStartingCash
  const outcomeOf = async (order: Order, at: number) => {
    const { ticker } = order
    const quote = { ticker, ...pricesAround(await priceAt(market, ticker, at)), at }
    const position = positions.get(ticker) ?? nothing
    return decide(order, { cash, position, reserved: heldBy(open, ticker), quote, hours, at })
  }
  const mistakes: string[] = []
  const check = (isRight: boolean, words: string) => isRight || mistakes.push(words)
  for (const step of stepsOf(inhabitant)) {
    const { at } = step
    if ('places' in step) {
      const { places } = step
      check('waits' in (await outcomeOf(conditional(places), at)), 'it would not wait')
      check(places.expiresAt === expiryOf(places.lasts, at, hours), 'its end is another')
      check(await isNeverMet(places, market), 'it was met before')
      open.add(places)
      continue
    }
    if ('ends' in step) {
      check(open.delete(step.ends), 'it ends before it is placed')
      check(step.ends.state === 'cancelled' || at === step.ends.expiresAt, 'it expires too soon')
      continue
    }
    const { done, filled } = step
    check(filled === undefined || open.delete(filled), 'it is filled before it is placed')
    const outcome = await outcomeOf(orderOf(done, filled), at)
    check(isDeepStrictEqual(outcome, { trade: done.trade }), 'it becomes another trade')
    cash = done.after.cash
    positions.set(done.trade.ticker, done.after.position)
  }
  for (const { state, expiresAt } of open) check(state === 'open' && expiresAt > noon, 'it is over')
  return mistakes
}

const orderOf = ({ trade, expectedPrice }: Done, filled: WaitingOrder | undefined): Order =>
  filled === undefined
    ? { side: trade.type, ticker: trade.ticker, quantity: trade.quantity, expectedPrice }
    : { ...conditional(filled), waitingSince: filled.placedAt }

const conditional = ({ side, ticker, quantity, kind, price }: WaitingOrder) => ({
  side,
  ticker,
  quantity,
  condition: { kind, price },
})

/** Looked at every ten minutes, which is as good as always at the distances that these orders have. */
async function isNeverMet(order: WaitingOrder, market: Market): Promise<boolean> {
  const { ticker, side, placedAt, closedAt } = order
  for (let at = placedAt; at < (closedAt ?? noon); at += 10 * minuteMs) {
    if (isMet(side, order, pricesAround(await priceAt(market, ticker, at)))) return false
  }
  return true
}

async function priceAt(market: Market, ticker: Ticker, at: number) {
  return (await market.pricesAt([ticker], at)).get(ticker) ?? cents(0)
}

function heldBy(open: ReadonlySet<WaitingOrder>, ticker: Ticker) {
  let [cash, shares] = [0, 0]
  for (const { side, quantity, price, ticker: own } of open) {
    const held = reservedFor(side, quantity, price)
    cash += held.cash
    if (own === ticker) shares += held.shares
  }
  return { cash: cents(cash), shares }
}
