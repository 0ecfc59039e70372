// Conditional orders on a provider's prices: none is filled at a price that was requested before its placement.
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { describe, test, vi } from 'vitest'

import { open, order, patience } from './testing/provider-orders.ts'

const inCents = (dollars: number) => toDollars(fromDollars(dollars))

describe.concurrent.each(['alpaca', 'yahoo'] as const)('on %s', (source) => {
  test('whoever watches the world gets no limit filled at the shown price that lags behind it', async (here) => {
    const { expect } = here
    const { learner, trade, base, allowQuestions } = await open(source, here.onTestFinished)
    const price = base('AAPL')
    const usual = { ticker: 'AAPL', type: 'BUY', kind: 'limit', quantity: 1, lasts: 'gtc' }
    const place = async (limit: number) =>
      (await learner.post('/api/orders', { ...usual, price: limit })).json()

    // The shown price still meets the first limit, but the provider's current one does not.
    const risen = inCents(price * 1.008)
    trade('AAPL', risen)
    await allowQuestions()
    const [bid, met] = await Promise.all([1.004, 1.05].map((part) => place(inCents(price * part))))
    expect(bid).toMatchObject({ state: 'open', filled: null })
    expect(met).toMatchObject({ state: 'filled', filled: { price: inCents(risen + 0.01) } })

    const fallen = inCents(price * 1.002)
    trade('AAPL', fallen)
    await allowQuestions()
    // A purchase now requests a price, which all orders share.
    await order(learner, 'AAPL', fallen)
    const current = async () =>
      (await learner.get('/api/orders?state=all'))
        .json()
        .orders.find(({ id }: { id: string }) => id === bid.id)
    await vi.waitUntil(async () => (await current()).state === 'filled', patience)
    expect((await current()).filled.price).toBe(inCents(fallen + 0.01))
  })
})
