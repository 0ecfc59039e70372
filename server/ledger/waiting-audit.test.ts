// The audit compares reservations with the open orders, and filled orders with their trades.
import { expect, test } from 'vitest'

import { report } from '../audit.ts'
import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

async function createAudited() {
  const market = createScriptedMarket({ now: Date.now, priceCents: 100_00 })
  const { app, db } = await createWorld({ market })
  const learner = await signUp(app)
  await learner.post('/api/buy', { ticker: 'AAPL', quantity: 8, price: 100 })
  const usual = { ticker: 'AAPL', quantity: 5, lasts: 'gtc', kind: 'limit' }
  const place = async (order: object) =>
    (await learner.post('/api/orders', { ...usual, ...order })).json()
  const bid = await place({ type: 'BUY', price: 90 })
  await place({ type: 'SELL', price: 120 })
  const audit = async (fix: boolean) => {
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const code = await report({ db, fix, say, showProgress: () => undefined })
    return { code, text: lines.join('\n') }
  }
  return { app, db, bid, audit }
}

test('a portfolio with open orders is clean', async () => {
  const { audit } = await createAudited()
  expect(await audit(false)).toMatchObject({ code: 0 })
})

test('what is reserved for no order is told, and mended from the open orders', async () => {
  const { db, audit } = await createAudited()
  await db.query('update portfolio set reserved_cents = 1, reserved_shares = shares')
  const { code, text } = await audit(false)
  expect(code).toBe(1)
  expect(text).toContain('$0.01 is reserved, open orders say $450.00')
  expect(text).toContain('8 AAPL are reserved, open orders say 5')
  await audit(true)
  expect(await audit(false)).toMatchObject({ code: 0 })
  expect(
    await db.query('select reserved_cents as cash, reserved_shares[1] as shares from portfolio'),
  ).toEqual([{ cash: 450_00, shares: 5 }])
})

test('an order that says it is filled and has no trade is told', async () => {
  const { db, bid, audit } = await createAudited()
  await db.query(
    "update stock_order set state = 'filled', closed_at = placed_at where public_id = $1",
    [bid.id],
  )
  const { code, text } = await audit(false)
  expect(code).toBe(1)
  expect(text).toContain(`order ${bid.id} and its trade do not fit`)
})

test('orders that hold more than there is are told, and the other portfolios are mended all the same', async () => {
  const { app, db, audit } = await createAudited()
  const other = await signUp(app)
  await other.post('/api/buy', { ticker: 'AAPL', quantity: 1, price: 100 })
  await db.query("update stock_order set quantity = 1000 where side = 'BUY'")
  await db.query('update portfolio set cash_cents = cash_cents - 1')
  const { code, text } = await audit(true)
  expect(code).toBe(1)
  expect(text).toContain('open orders say $90,000.00')
  expect(
    await db.query(
      'select cash_cents as cash, reserved_cents as reserved from portfolio order by id',
    ),
  ).toEqual([
    { cash: 9_200_00 - 1, reserved: 450_00 },
    { cash: 9_900_00, reserved: 0 },
  ])
})
