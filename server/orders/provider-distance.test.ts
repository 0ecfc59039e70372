// Requests to a provider during many orders never exceed the provider's rate limit.
import { tickers } from '@tengrand/core/tickers.ts'
import { test } from 'vitest'

import { isLong } from '../testing/effort.ts'
import { signUp } from '../testing/learner.ts'
import { open, order, patience } from './testing/provider-orders.ts'

const providers = [
  { source: 'alpaca', sameStockMs: 1_000 },
  { source: 'yahoo', sameStockMs: 5_000 },
] as const

// Orders are combined before the provider matters, so one provider suffices in the short run.
test.for(isLong ? providers : providers.slice(0, 1))(
  'on $source 500 orders of a second on one stock make two requests at most, and all are decided',
  async ({ source }, here) => {
    const { expect } = here
    const { clock, calls, world, learner, base } = await open(source, here.onTestFinished)
    const other = await signUp(world.app)
    const price = base('AAPL')
    clock.stop()
    clock.set(clock.now() + 5_000)
    const asked = calls('AAPL')
    const wave = () =>
      Array.from({ length: 125 }, () => [learner, other])
        .flat()
        .map((one) => one.post('/api/buy', { ticker: 'AAPL', quantity: 1, price }))
    const first = wave()
    await expect.poll(() => calls('AAPL'), patience).toBe(asked + 1)
    clock.set(clock.now() + 900)
    const answers = await Promise.all([...first, ...wave()])
    // Cash runs out, and these orders are decided at the new price too.
    const codes = new Set(answers.map((answer) => answer.json().code ?? 'done'))
    expect(codes).toEqual(new Set(['done', 'insufficient_cash']))
    // One request if no account has the cash for a second order.
    expect([1, 2]).toContain(calls('AAPL') - asked)
  },
)

test.for(providers)(
  'on $source requests keep their distance, whatever is asked for at whichever node',
  async ({ source, sameStockMs }, here) => {
    const { expect } = here
    const { callTimes, world, learner, node, base } = await open(source, here.onTestFinished)
    const second = await node()
    const wanted = tickers.slice(0, 3)
    const nodes = [world, second]
    const orders = () =>
      wanted.flatMap((ticker) =>
        nodes.map(({ app }) => order(learner.at(app), ticker, base(ticker))),
      )
    const pages = async () => {
      for (let times = 0; times < 100; times += 1) {
        for (const { app } of nodes) {
          await app.inject('/api/current-price/AAPL')
          await app.inject('/api/price-history/SPOT/7d')
        }
      }
      return []
    }
    const answers = (await Promise.all([...orders(), pages(), ...orders()])).flat()
    // With this many wanted stocks, some prices may come too late for their orders.
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    for (const [times, apartMs] of [
      [callTimes(), 1_000],
      [callTimes('AAPL'), sameStockMs],
    ] as const) {
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
      expect(gaps.length).toBeGreaterThan(0)
      // Requests take different times to arrive, on a busy machine sometimes long.
      expect(Math.min(...gaps)).toBeGreaterThan(0.7 * apartMs)
    }
  },
)
