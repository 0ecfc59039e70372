// A problem with one portfolio or order does not stop the fills and expiries of others.
import { test } from 'vitest'

import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type AtEnd } from '../testing/world.ts'
import { fillReached } from './fill-job.ts'
import type { OrderQueue } from './queue.ts'

const morning = Date.parse('2026-11-13T15:30:00Z')

/** Two portfolios with an expired order each; in the second, a price is about to reach another order. */
async function createTwo(atEnd: AtEnd, centsOfFirst = 90_00) {
  const clock = { at: morning }
  const market = createScriptedMarket({ now: () => clock.at })
  const { app, db } = await createWorld({ now: () => clock.at, market, atEnd })
  const [first, second] = await plantPortfolios(db, { count: 2 })
  const put = (portfolioId: number | undefined, cents: number, expiresAt: number) =>
    db.query(
      `insert into stock_order (portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts, placed_at,
         expires_at, state)
       values ($1, gen_random_uuid(), 1, 'BUY', 'limit', 1, $2, 'gtc', $3, $4, 'open')`,
      [portfolioId, cents, new Date(morning - 1_000), new Date(expiresAt)],
    )
  await put(first?.portfolioId, centsOfFirst, morning - 1)
  await put(second?.portfolioId, 90_00, morning + 1e9)
  await put(second?.portfolioId, 70_00, morning - 1)
  await db.query('update portfolio set reserved_cents = 16000')
  const begin = async (): Promise<void> => {
    await app.ready()
    clock.at += 1_000
    market.set('AAPL', 80_00)
  }
  const statesOf = async (portfolioId: number | undefined): Promise<string[]> => {
    const rows = await db.query<{ state: string }>(
      'select state from stock_order where portfolio_id = $1 order by id',
      [portfolioId],
    )
    return rows.map(({ state }) => state)
  }
  return { db, put, begin, statesOf, firstId: first?.portfolioId, secondId: second?.portfolioId }
}

test.concurrent('not one whose open orders hold more than there is', async (here) => {
  const { expect } = here
  const { put, begin, statesOf, firstId, secondId } = await createTwo(here.onTestFinished)
  await put(firstId, 10_000_01, morning + 1e9)
  await begin()
  await expect.poll(() => statesOf(secondId)).toEqual(['filled', 'expired'])
  expect((await statesOf(firstId))[0]).toBe('open')
})

// Either the price has also reached the first portfolio's expired order, or it has not, and then fills do not wait.
test.concurrent.for([
  ['filled', 0, 90_00],
  ['expired', 1, 70_00],
] as const)(
  'not one that another transaction has locked from being %s',
  async ([state, which, cents], { expect, onTestFinished: atEnd }) => {
    const { db, begin, statesOf, firstId, secondId } = await createTwo(atEnd, cents)
    await db.transaction(async (tx) => {
      await tx.query('select from portfolio where id = $1 for update', [firstId])
      await begin()
      await expect
        .poll(async () => (await statesOf(secondId))[which], { timeout: 8_000 })
        .toBe(state)
      expect(await statesOf(firstId)).toEqual(['open'])
    })
  },
)

test.concurrent('not the oldest ones, where more than a page of them stay open', async (here) => {
  const { expect, onTestFinished: atEnd } = here
  const now = () => morning
  const market = createScriptedMarket({ now, priceCents: 80_00 })
  const { db } = await createWorld({ now, market, atEnd })
  const [portfolio] = await plantPortfolios(db)
  const planted = await db.query<{ id: number }>(
    `insert into stock_order (portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts, placed_at,
       expires_at, state)
     select $1, gen_random_uuid(), 1, 'BUY', 'limit', 1, 9000, 'gtc', $2::timestamptz, $2::timestamptz + interval '1 day',
       'open'
     from generate_series(1, 513) returning id`,
    [portfolio?.portfolioId, new Date(morning - 1_000)],
  )
  const asked: number[] = []
  const fillWaiting: OrderQueue['fillWaiting'] = async ({ orderId }) => {
    asked.push(orderId)
    return { refusal: { code: 'busy' } }
  }
  const isEnough = () => asked.length > planted.length
  await fillReached({ db, market, queue: { fillWaiting }, clock: { now } }, isEnough)
  expect(asked).toEqual(planted.map(({ id }) => id))
})
