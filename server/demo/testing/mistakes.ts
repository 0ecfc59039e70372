// Replays a chapter with conditional orders by the rules of the product and lists what breaks them.
import { isDeepStrictEqual } from 'node:util'

import { openStartingCash } from '@tengrand/core/contest.ts'
import { nothing, type Position } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { decide, type Order } from '@tengrand/core/order.ts'
import { pricesAround } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { expiryOf, isMet, reservedFor } from '@tengrand/core/waiting-order.ts'

import type { Market } from '../../market/market.ts'
import type { Inhabitant } from '../people.ts'
import type { WaitingOrder } from '../waiting-order.ts'

const minuteMs = 60_000

type Done = Inhabitant['orders'][number]

type Step = { readonly at: number } & (
  | { readonly places: WaitingOrder }
  | { readonly ends: WaitingOrder }
  | { readonly done: Done; readonly filled: WaitingOrder | undefined }
)

/** The events of a chapter in order. */
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

/** Sentences about everything that the product's rules would not allow. */
export async function mistakesOf(
  inhabitant: Inhabitant,
  market: Market,
  now: number,
): Promise<string[]> {
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
      check(await isNeverMet(places, market, now), 'it was met before')
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
  for (const { state, expiresAt } of open) check(state === 'open' && expiresAt > now, 'it is over')
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

/** Checks every ten minutes, which is enough for the distances of these orders. */
async function isNeverMet(order: WaitingOrder, market: Market, now: number): Promise<boolean> {
  const { ticker, side, placedAt, closedAt } = order
  for (let at = placedAt; at < (closedAt ?? now); at += 10 * minuteMs) {
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
