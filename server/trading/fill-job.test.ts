// What is wrong with one portfolio keeps nobody else's orders from being filled.
import { test } from 'vitest'

import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type AtEnd } from '../testing/world.ts'

const morning = Date.parse('2026-11-13T15:30:00Z')

/** Two portfolios: in the first an order whose time is over, in the second one that the price is about to reach. */
async function createTwo(atEnd: AtEnd) {
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
  await put(first?.portfolioId, 90_00, morning - 1)
  await put(second?.portfolioId, 90_00, morning + 1e9)
  await db.query('update portfolio set reserved_cents = 9000')
  const begin = async (): Promise<void> => {
    await app.ready()
    clock.at += 1_000
    market.set('AAPL', 80_00)
  }
  const stateOfSecond = async () =>
    (
      await db.query<{ state: string }>('select state from stock_order where portfolio_id = $1', [
        second?.portfolioId,
      ])
    )[0]?.state
  return { db, put, begin, stateOfSecond, firstId: first?.portfolioId }
}

test.concurrent('not one whose open orders hold more than there is', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const { put, begin, stateOfSecond, firstId } = await createTwo(atEnd)
  await put(firstId, 10_000_01, morning + 1e9)
  await begin()
  await expect.poll(stateOfSecond).toBe('filled')
})

test.concurrent('not one that another transaction has locked', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const { db, begin, stateOfSecond, firstId } = await createTwo(atEnd)
  await db.transaction(async (tx) => {
    await tx.query('select from portfolio where id = $1 for update', [firstId])
    await begin()
    await expect.poll(stateOfSecond, { timeout: 8_000 }).toBe('filled')
  })
})
