// Tests the request of a market order, its retries, and the queries that it invalidates.
import { problemOf } from '@tengrand/contract/refusals.ts'
import { cents } from '@tengrand/core/money.ts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

import { usePortfolio } from '../portfolio/queries.ts'
import { useLearnerMutation } from '../session/learner-mutation.ts'
import { sendTrade, type MarketOrder } from './send-trade.ts'
import {
  firstChapter,
  isDown,
  Learner,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'

const order: MarketOrder = { side: 'buy', ticker: 'AAPL', quantity: 5, price: cents(18_912) }
const portfolio = (dollars: number) => ({
  ...firstChapter,
  cash_balance: dollars,
  free_cash: dollars,
  total_value: dollars,
  holdings: [],
})
const bought = { message: 'Bought 5 shares of AAPL at $189.12 for $945.60.', error: null }

testAsLearner(() => {
  paused.length = 0
  hurry()
  replies['/api/portfolio'] = says(portfolio(10_000))
  replies['/api/buy'] = says(bought)
})

/** Records the pauses between retries and skips them. */
function hurry(): void {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    if (work.name !== 'endPause') return setTimeout(work, ms)
    paused.push(ms)
    return setTimeout(work, 0)
  })
}
const paused: number[] = []

/** The refusal of the rate limit. */
const tooMany = (seconds: number) => () => {
  const retryAfterSeconds = seconds
  const problem = problemOf({ code: 'too_many_requests', of: 'orders', retryAfterSeconds })
  return Response.json(problem, { status: 429, headers: { 'retry-after': String(seconds) } })
}

/** Answers in this order; the last one repeats. */
const answerWith = (...answers: (() => Response | Promise<Response>)[]) => {
  replies['/api/buy'] = () => {
    const [next] = answers.length > 1 ? answers.splice(0, 1) : answers
    return next?.() ?? isDown()
  }
}

const open = () => {
  const mutation = { send: sendTrade, isRetry: () => true, onSettled: () => {} }
  return renderHook(
    () => ({
      portfolio: usePortfolio(),
      trade: useLearnerMutation<MarketOrder, unknown>(mutation),
    }),
    { wrapper: Learner },
  ).result
}
type Page = ReturnType<typeof open>

/** The outcome of an order. */
async function settled(page: Page, what = order) {
  act(() => page.current.trade.submit(what))
  await waitFor(() => expect(page.current.trade.outcome).not.toBeNull())
  return page.current.trade.outcome
}
const orders = () => requests.filter(({ method }) => method === 'POST')
const keysSent = () => orders().map(({ headers }) => headers.get('idempotency-key'))
const sameKey = (times: number) => {
  const [key] = keysSent()
  return Array.from({ length: times }, () => key)
}
const done = { kind: 'done', answer: { message: bought.message } }

describe('an order', () => {
  test('is sent with what the learner saw and its key, and everything is asked anew', async () => {
    const page = open()
    await waitFor(() => expect(page.current.portfolio.data?.cash_balance).toBe(10_000))
    replies['/api/portfolio'] = says(portfolio(9_054.4))
    expect(await settled(page)).toMatchObject(done)
    expect(orders().map(({ address, body }) => [address, body])).toEqual([
      ['/api/buy', { ticker: 'AAPL', quantity: 5, price: 189.12 }],
    ])
    expect(keysSent()).toEqual([expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)])
    await waitFor(() => expect(page.current.portfolio.data?.cash_balance).toBe(9_054.4))
  })

  test('to sell goes where shares are sold', async () => {
    replies['/api/sell'] = says({ message: 'Sold.', error: null })
    await settled(open(), { ...order, side: 'sell' })
    expect(orders().map(({ address }) => address)).toEqual(['/api/sell'])
  })

  test('is not content with an answer from before it', async () => {
    const before = Promise.withResolvers<Response>()
    replies['/api/portfolio'] = () => before.promise
    const page = open()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(1))
    replies['/api/portfolio'] = says(portfolio(9_054.4))
    await settled(page)
    before.resolve(Response.json(portfolio(10_000)))
    await waitFor(() => expect(page.current.portfolio.data?.cash_balance).toBe(9_054.4))
  })

  test('that was not heard of is sent again under the same key', async () => {
    let tries = 0
    replies['/api/buy'] = () => ((tries += 1) < 3 ? isDown() : Response.json(bought))
    await settled(open())
    expect(keysSent()).toEqual(sameKey(3))
  })

  test('is not sent for ever, and what became of it is looked up', async () => {
    replies['/api/buy'] = isDown
    const page = open()
    await waitFor(() => expect(page.current.portfolio.data).toBeDefined())
    expect(await settled(page)).toMatchObject({ error: { code: 'network' }, isOpen: true })
    expect(orders()).toHaveLength(3)
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
  })

  test('that is one of too many is sent again under the same key, when the server has said', async () => {
    answerWith(tooMany(3), says(bought))
    expect(await settled(open())).toMatchObject(done)
    expect(keysSent()).toEqual(sameKey(2))
    expect(paused).toEqual([3000])
  })

  test('that may have been carried out is not settled by too many', async () => {
    answerWith(isDown, tooMany(3))
    const page = open()
    expect(await settled(page)).toMatchObject({ error: { status: 429 }, isOpen: true })
    expect(keysSent()).toEqual(sameKey(3))
    expect(paused).toEqual([1200, 3000])
    // The retry of the learner gets the answer of the first request.
    answerWith(tooMany(3), says(bought))
    expect(await settled(page)).toMatchObject(done)
    expect(new Set(keysSent()).size).toBe(1)
  })

  test('is not kept waiting for minutes', async () => {
    answerWith(tooMany(60))
    const problem = { status: 429, retryAfterSeconds: 60 }
    expect(await settled(open())).toMatchObject({ error: problem, isOpen: true })
    expect(orders()).toHaveLength(1)
  })

  test('that is refused is not sent again', async () => {
    replies['/api/buy'] = refuses({ code: 'price_moved', ticker: 'AAPL', price: cents(19_120) })
    const problem = { code: 'price_moved', price: 191.2 }
    expect(await settled(open())).toMatchObject({ error: problem, isOpen: false })
    expect(orders()).toHaveLength(1)
  })
})

describe('an answer', () => {
  test.each([{ message: '' }, {}, { message: null, error: null }])(
    'without words is a trade: %j',
    async (answer) => {
      replies['/api/buy'] = says(answer)
      expect(await settled(open())).toEqual({
        kind: 'done',
        answer: { message: 'Trade complete!', receipt: null },
        retryOf: null,
      })
    },
  )

  test('can be an error', async () => {
    replies['/api/buy'] = says({ message: '', error: 'Not today.' })
    expect(await settled(open())).toMatchObject({ error: { sentence: 'Not today.' } })
  })
})
