// Learners who trade and watch while machines die, and a list of every order that was acknowledged to them.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { signUpLearners } from '../bench/learners.ts'

/** An order under one key, which its learner repeats until there is an answer, as the page does. */
export interface SentOrder {
  readonly key: string
  readonly learner: number
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  /** The price that was acknowledged; null as long as the outcome is unknown. */
  price: number | null
  refused: string | null
}

export interface TrafficOptions {
  /** The addresses of the nodes. Learners take them in turn, and go on to the next one when a call fails. */
  readonly addresses: readonly string[]
  readonly learners: number
  readonly perSecond: number
  readonly ticker?: string
  /** Numbers the email addresses of the learners. */
  readonly first?: number
  /** Ends all at once, without waiting for outcomes. */
  readonly signal?: AbortSignal
}

export interface Traffic {
  readonly tokens: readonly string[]
  readonly orders: readonly SentOrder[]
  /** The instants (performance.now) of all acknowledged orders, ascending. */
  readonly acknowledgedAt: readonly number[]
  /** How often each answer came that is no outcome of an order: a status with its code, or an error of the network. */
  readonly troubles: ReadonlyMap<string, number>
  /** Lets no learner begin another order, and waits until the last one is answered. */
  readonly finish: () => Promise<void>
}

/** The server answers within 25 seconds. */
const answerWithinMs = 30_000
const retryAfterMs = 250

/** Signs the learners up and begins to trade. Each learner has one order under way at a time. */
export async function startTraffic(options: TrafficOptions): Promise<Traffic> {
  const { addresses, learners, perSecond, first = 0 } = options
  const tokens = await signUpLearners(addresses[0] ?? '', learners, first)
  const state = {
    ...options,
    tokens,
    orders: [] as SentOrder[],
    acknowledgedAt: [] as number[],
    troubles: new Map<string, number>(),
    isOver: false,
  }
  const pauseMs = (learners / perSecond) * 1_000
  const running = tokens.map((_token, learner) => trade(state, learner, pauseMs))
  return {
    ...state,
    finish: async () => {
      state.isOver = true
      await Promise.all(running)
    },
  }
}

type State = TrafficOptions & {
  readonly tokens: readonly string[]
  readonly orders: SentOrder[]
  readonly acknowledgedAt: number[]
  readonly troubles: Map<string, number>
  isOver: boolean
}

/** Buys and sells in turn, so that the cash lasts. */
async function trade(state: State, learner: number, pauseMs: number): Promise<void> {
  let due = performance.now() + (learner / state.learners) * pauseMs
  for (let number = 0; !state.isOver; number += 1) {
    await sleep(Math.max(0, due - performance.now()))
    if (state.isOver || isAborted(state)) return
    const order: SentOrder = {
      key: randomUUID(),
      learner,
      side: number % 2 === 0 ? 'buy' : 'sell',
      quantity: 1 + (Math.floor(number / 2) % 9),
      price: null,
      refused: null,
    }
    state.orders.push(order)
    await sendUntilAnswered(state, order, { now: (learner + number) % state.addresses.length })
    // A learner who was held up does not hurry afterwards.
    due = Math.max(due + pauseMs, performance.now())
  }
}

async function sendUntilAnswered(
  state: State,
  order: SentOrder,
  place: { now: number },
): Promise<void> {
  const { addresses, ticker = 'LYFT', troubles } = state
  const seen = { price: 0 }
  while (!isAborted(state)) {
    const address = addresses[place.now] ?? ''
    const trouble = await send({ state, order, address, ticker, seen }).catch(nameOf)
    if (trouble === null) return
    troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1)
    if (trouble === 'price_moved') continue
    place.now = (place.now + 1) % addresses.length
    await sleep(retryAfterMs)
  }
}

const isAborted = ({ signal }: State): boolean => signal?.aborted === true

const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'an error'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}

interface Sending {
  readonly state: State
  readonly order: SentOrder
  readonly address: string
  readonly ticker: string
  readonly seen: { price: number }
}

/** Returns null for an outcome, and else the name of the trouble. */
async function send({ state, order, address, ticker, seen }: Sending): Promise<string | null> {
  const signal = AbortSignal.timeout(answerWithinMs)
  if (seen.price === 0) {
    const quote = await fetch(`${address}/api/current-price/${ticker}`, { signal })
    if (!quote.ok) return `${quote.status} of a price`
    seen.price = ((await quote.json()) as { price: number }).price
  }
  const answer = await fetch(`${address}/api/${order.side}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${state.tokens[order.learner]}`,
      'content-type': 'application/json',
      'idempotency-key': order.key,
    },
    body: JSON.stringify({ ticker, quantity: order.quantity, price: seen.price }),
    signal,
  })
  const body = (await answer.json().catch(() => ({}))) as Body
  if (answer.status === 200 && body.trade !== undefined) {
    order.price = body.trade.price
    state.acknowledgedAt.push(performance.now())
    return null
  }
  if (body.code === 'price_moved') {
    seen.price = body.price ?? 0
    return 'price_moved'
  }
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408) {
    return `${answer.status} ${body.code ?? 'without a code'}`
  }
  order.refused = `${answer.status} ${body.code ?? ''}`
  return null
}

interface Body {
  readonly code?: string
  readonly price?: number
  readonly trade?: { readonly price: number }
}

/** The longest time without an acknowledged order in this part of the run, in seconds. */
export function longestPause(
  { acknowledgedAt }: Pick<Traffic, 'acknowledgedAt'>,
  from: number,
  until: number,
): number {
  const inside = acknowledgedAt.filter((at) => at >= from && at <= until)
  const all = [from, ...inside, until]
  return Math.max(...all.slice(1).map((at, index) => at - (all[index] ?? at))) / 1_000
}

/** An order sent again because its price has moved is no trouble. */
export const hasTroubles = ({ troubles }: Pick<Traffic, 'troubles'>): boolean =>
  [...troubles.keys()].some((name) => name !== 'price_moved')
