// Orders of a lesson in the database: they fill at a later tick than the one of their arrival, at its prices, and are
// reduced to what the portfolio has.
import { randomUUID } from 'node:crypto'

import { marketAt } from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { createTrading } from './testing/trading.ts'

test('an order fills at the ask of the tick after the one of its arrival', async () => {
  const { arrivedIn, order, send, pricesAt, reach, lesson } = await createTrading()
  reach(3_000)
  const late = order({ arrivedAt: arrivedIn(3) })
  expect(await send(late)).toEqual([{ waits: true }])
  reach(3_999)
  expect(await send(late)).toEqual([{ waits: true }])
  reach(4_000)
  const price = pricesAt(4).ask
  const trade = { type: 'BUY', ticker: 'AAPL', quantity: 5, price, at: marketAt(lesson, 4) }
  const cash = 10_000_00 - 5 * price
  expect(await send(late)).toMatchObject([{ trade, cash }])
  // A retry gets the same trade, at whatever tick.
  reach(9_000)
  expect(await send(late)).toMatchObject([{ trade, cash }])
  expect(await send({ ...late, quantity: 6 })).toEqual([{ refusal: { code: 'key_reused' } }])
})

test('what the portfolio cannot pay or does not have is left out, and a retry is recognized', async () => {
  const { node, order, send, pricesAt, reach } = await createTrading()
  reach(1_000)
  const all = order({ quantity: 1_000_000 })
  const most = Math.floor(10_000_00 / pricesAt(1).ask)
  expect(await send(all)).toMatchObject([{ trade: { quantity: most } }])
  expect(await send(all)).toMatchObject([{ trade: { quantity: most } }])
  expect(await send({ ...all, quantity: most })).toEqual([{ refusal: { code: 'key_reused' } }])
  expect(await send(order())).toMatchObject([{ refusal: { code: 'insufficient_cash' } }])
  reach(2_000)
  const sale = order({ side: 'SELL', quantity: 1_000_000 })
  expect(await send(sale)).toMatchObject([
    { trade: { type: 'SELL', quantity: most, price: pricesAt(2).bid } },
  ])
  expect(await send(order({ side: 'SELL' }))).toMatchObject([
    { refusal: { code: 'insufficient_shares' } },
  ])
  expect(await node.db.query('select asked from trade order by id')).toEqual([
    { asked: 1_000_000 },
    { asked: 1_000_000 },
  ])
})

test('orders of a batch are decided one after the other, and a key is used once', async () => {
  const { node, order, send, reach } = await createTrading()
  reach(1_000)
  const twice = order()
  const outcomes = await send(
    order({ quantity: 2 }),
    twice,
    twice,
    order({ side: 'SELL', quantity: 9 }),
  )
  expect(outcomes).toMatchObject([
    { trade: { quantity: 2 } },
    { trade: { quantity: 5 } },
    { trade: { quantity: 5 } },
    { trade: { type: 'SELL', quantity: 7 } },
  ])
  expect(await node.db.query('select from trade')).toHaveLength(3)
  const [{ shares } = { shares: [] }] = await node.db.query<{ shares: string[] }>(
    'select shares::text[] from portfolio',
  )
  expect(shares).toEqual(tickers.map(() => '0'))
})

test.each([
  ['before the start', -1, 'contest_not_begun'],
  ['in the end tick', 1_200_000, 'contest_over'],
])('nothing fills %s', async (_when, ms, code) => {
  const { arrivedIn, order, send, reach, node } = await createTrading()
  reach(ms)
  expect(await send(order({ arrivedAt: arrivedIn(-1) }))).toEqual([{ refusal: { code } }])
  expect(await node.db.query('select from trade')).toEqual([])
})

test('a pause refuses what waits for its tick, and what comes later', async () => {
  const { arrivedIn, node, id, order, send, reach } = await createTrading()
  reach(5_300)
  const waiting = order({ arrivedAt: arrivedIn(5) })
  await node.change(id, 'pause')
  for (const ms of [6_000, 7_000, 600_000]) {
    reach(ms)
    expect(await send(waiting)).toEqual([{ refusal: { code: 'market_paused' } }])
  }
  await node.change(id, 'resume')
  reach(601_000)
  expect(await send(order({ arrivedAt: arrivedIn(6) }))).toEqual([{ waits: true }])
  // One that hung in the queue meanwhile: everybody knows the price of that tick by now.
  expect(await send(waiting)).toEqual([{ refusal: { code: 'market_paused' } }])
  reach(602_000)
  expect(await send(order({ arrivedAt: arrivedIn(6) }))).toMatchObject([{ trade: { quantity: 5 } }])
})

test('a portfolio of another account, and one that does not exist, are unknown', async () => {
  const { order, send, reach } = await createTrading()
  reach(1_000)
  const [stranger, unknown] = [order({ accountId: 0 }), order({ publicId: randomUUID() })]
  expect(await send(stranger, unknown)).toEqual([
    { refusal: { code: 'unauthorized' } },
    { refusal: { code: 'unknown_portfolio' } },
  ])
})
