// Learners who open pages and send an order after each, at a human pace, and a list of all that was answered to them.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { pages, type Read } from './load-pages.ts'
import type { SentOrder } from './traffic.ts'

export interface LoadOptions {
  /** The nodes, which the learners take in turn. */
  readonly addresses: readonly string[]
  readonly tokens: readonly string[]
  readonly minutes: number
  readonly signal: AbortSignal
}

export interface Load {
  readonly orders: readonly SentOrder[]
  /** Milliseconds until each answer was there as a whole, by call. */
  readonly times: ReadonlyMap<string, readonly number[]>
  /** How often each answer came that was none that a learner had asked for. */
  readonly errors: ReadonlyMap<string, number>
  /** Orders that were sent again, because their price had moved meanwhile. */
  readonly moved: () => number
  /** Answers 'still working', after which the call was sent again. */
  readonly polls: () => number
}

/** From a page to the order, and from the order to the next page. */
export const actionEveryMs = 10_000
const answerWithinMs = 30_000
const pollsMax = 10
const pollAfterMs = 1_000

interface Running extends LoadOptions {
  readonly orders: SentOrder[]
  readonly times: Map<string, number[]>
  readonly errors: Map<string, number>
  /** The newest price of each stock that any learner has seen, in place of the stream on their screen. */
  readonly prices: Map<Ticker, number>
  readonly until: number
  moved: number
  polls: number
}

/** Returns when the minutes are over and the last call is answered. */
export async function runLearners(options: LoadOptions): Promise<Load> {
  const running: Running = {
    ...options,
    orders: [],
    times: new Map(),
    errors: new Map(),
    prices: new Map(),
    until: performance.now() + options.minutes * 60_000,
    moved: 0,
    polls: 0,
  }
  for (const ticker of tickers) {
    await readPage(running, 0, { address: options.addresses[0] ?? '', ticker, page: 1 })
  }
  await Promise.all(options.tokens.map((_token, learner) => live(running, learner)))
  options.signal.throwIfAborted()
  return { ...running, moved: () => running.moved, polls: () => running.polls }
}

async function live(running: Running, learner: number): Promise<void> {
  const { addresses, tokens, until, signal } = running
  let due = performance.now() + (learner / tokens.length) * 2 * actionEveryMs
  // Half of the learners begin with an order.
  for (let number = learner % 2; ; number += 1) {
    await sleep(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => undefined)
    if (performance.now() > until || signal.aborted) return
    const address = addresses[(learner + Math.floor(number / 2)) % addresses.length] ?? ''
    // What is bought with one order is sold with the next, so that the cash lasts.
    const turn = Math.floor(number / 4)
    const ticker = tickers[(learner + turn) % tickers.length] ?? 'LYFT'
    if (number % 2 === 0) {
      await readPage(running, learner, { address, ticker, page: learner + number / 2 })
    } else {
      const side = number % 4 === 1 ? 'buy' : 'sell'
      await trade(running, { address, ticker }, newOrder(learner, side, 1 + (turn % 5)))
    }
    // Who was held up does not hurry afterwards.
    due = Math.max(due + actionEveryMs, performance.now())
  }
}

const newOrder = (learner: number, side: 'buy' | 'sell', quantity: number): SentOrder => ({
  key: randomUUID(),
  learner,
  side,
  quantity,
  price: null,
  refused: null,
})

interface Place {
  readonly address: string
  readonly ticker: Ticker
}

async function readPage(
  running: Running,
  learner: number,
  { address, ticker, page }: Place & { readonly page: number },
): Promise<void> {
  const reads = pages[page % pages.length]?.(ticker) ?? []
  await Promise.all(reads.map((read) => readOne(running, { read, learner, address, ticker })))
}

interface Reading extends Place {
  readonly read: Read
  readonly learner: number
}

async function readOne(running: Running, { read, learner, address, ticker }: Reading) {
  const authorization = `Bearer ${running.tokens[learner]}`
  const ask = () =>
    send(running, read.call, `${address}${read.path}`, { headers: { authorization } })
  let answer = await ask()
  // The result of a long computation is not there yet; the page asks again as well.
  for (let polls = 0; answer?.body.code === 'still_working' && polls < pollsMax; polls += 1) {
    running.polls += 1
    await sleep(pollAfterMs)
    answer = await ask()
  }
  if (answer === null) return
  if (answer.status !== 200) note(running, `${answer.status} of ${read.call}`)
  else if (read.call === 'currentPrice') running.prices.set(ticker, answer.body.price ?? 0)
}

async function trade(running: Running, place: Place, order: SentOrder): Promise<void> {
  running.orders.push(order)
  const { address, ticker } = place
  for (;;) {
    const { key, side, quantity } = order
    const answer = await send(running, side, `${address}/api/${side}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${running.tokens[order.learner]}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ ticker, quantity, price: running.prices.get(ticker) }),
    })
    if (answer === null) return
    const { status, body } = answer
    if (status === 200 && body.trade !== undefined) {
      order.price = body.trade.price
      return
    }
    if (body.code !== 'price_moved') {
      if (status >= 400 && status < 500) order.refused = `${status} ${body.code ?? ''}`
      return note(running, `${status} ${body.code ?? ''} of ${side}`)
    }
    running.moved += 1
    running.prices.set(ticker, body.price ?? 0)
  }
}

interface Body {
  readonly code?: string
  readonly price?: number
  readonly trade?: { readonly price: number }
}

/** Null where there was no answer, which is noted. */
async function send(
  running: Running,
  call: string,
  url: string,
  request: RequestInit,
): Promise<{ status: number; body: Body } | null> {
  const from = performance.now()
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const answer = await fetch(url, { ...request, signal })
    const body = (await answer.json()) as Body
    const times = running.times.get(call) ?? []
    running.times.set(call, times)
    times.push(performance.now() - from)
    return { status: answer.status, body }
  } catch (error) {
    note(running, `${nameOf(error)} of ${call}`)
    return null
  }
}

function note({ errors, signal }: Running, name: string): void {
  if (!signal.aborted) errors.set(name, (errors.get(name) ?? 0) + 1)
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an error'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
