// Sending an order: under a key that makes it safe to send again, and with everything asked anew afterwards.
import { useQueryClient } from '@tanstack/react-query'
import { api } from '@tengrand/contract/api.ts'
import { call as describe } from '@tengrand/contract/call.ts'
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { ApiProblem } from './api-problem.ts'
import { call } from './api.ts'
import { askMineAgain, useMine } from './learner-queries.ts'

export interface Order {
  readonly side: 'buy' | 'sell'
  readonly ticker: Ticker
  readonly quantity: number
  /** What the learner saw. */
  readonly price: Cents
  /** A UUID. Under the same one the same order is carried out once at most, however often it is sent. */
  readonly key: string
}

/** Rejects with what became of it; sent again by itself where nothing was heard. */
export function useOrder(): (order: Order) => Promise<{ message: string }> {
  const client = useQueryClient()
  const [, uid] = useMine().queryKey
  return async (order) => {
    try {
      return await sendPatiently(order, retriesMax)
    } finally {
      // Without an answer the order may have been carried out, and after a refusal something was not as it looked.
      void askMineAgain(client, uid)
    }
  }
}

/**
 * Whether it is certain that the order was not carried out. Too many orders is said before anybody looks whether this
 * one was carried out already, so it says nothing about one that was sent before.
 */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  error.code !== 'misunderstood' &&
  error.status !== 429 &&
  (refusedLate.has(error.code) || (error.status >= 200 && error.status < 500))

/** Decided, although the status says that it is the server's fault. */
const refusedLate: ReadonlySet<string> = new Set(['no_price', 'price_stale'])

const retriesMax = 2
const pauseMs = 1200
/** Longer than this nobody looks at a button that turns. */
const patienceSeconds = 10

async function sendPatiently(order: Order, retries: number): Promise<{ message: string }> {
  try {
    return await send(order)
  } catch (error) {
    const pause = pauseAfter(error)
    if (retries === 0 || pause === null) throw error
    await new Promise<void>((done) => {
      const endPause = (): void => done()
      setTimeout(endPause, pause)
    })
    return sendPatiently(order, retries - 1)
  }
}

/** Before the same is sent again; null where that would not help, or not soon. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ApiProblem)) return null
  // It did not reach the server, or the answer did not reach us.
  if (error.code === 'network') return pauseMs
  const { status, retryAfterSeconds = Infinity } = error
  return status === 429 && retryAfterSeconds <= patienceSeconds ? retryAfterSeconds * 1000 : null
}

/** What other servers answer with has no words at times. */
const answer = z.object({
  message: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(z.string())),
})
const described = { buy: describe({ ...api.buy, answer }), sell: describe({ ...api.sell, answer }) }

async function send({ side, ticker, quantity, price, key }: Order): Promise<{ message: string }> {
  const body = { ticker, quantity, price: toDollars(price) }
  const { message, error } = await call(described[side], { body }, { idempotencyKey: key })
  if (error) throw new ApiProblem({ status: 200, code: 'refused', sentence: error })
  return { message: message || 'Trade complete!' }
}
