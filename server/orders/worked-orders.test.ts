// Plays the orders that docs/orders.md works out by hand over HTTP: the page and the product must agree, line by line.
import { readFileSync } from 'node:fs'

import { cents, formatMoney, fromDollars } from '@tengrand/core/money.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'
import { test, type TestContext } from 'vitest'

import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const page = readFileSync(new URL('../../docs/orders.md', import.meta.url), 'utf8')
/** Line breaks have no meaning in Markdown. */
const prose = page.replaceAll(/\s+/g, ' ')

/** A Friday, an hour after the open. */
const friday = Date.parse('2026-11-13T15:30:00Z')

// The tests run concurrently, each in its own world, because they wait for the fill job.

test.concurrent('a limit buy waits for the ask, pays that, and gives back what it did not need', async (here) => {
  const { expect } = here
  const { place, move, fill, rows, lastTrade } = await play(here)
  await place('BUY 7 AAPL, limit $185.50, gtc')
  await move(185_49, 185_51)
  await fill(185_35, 185_37)
  expect(rows).toEqual(tableOf('A limit buy'))
  expect(await lastTrade()).toMatchObject({ type: 'BUY', quantity: 7, price: 185.37 })
})

test.concurrent('a limit sell waits for the bid, and gets that', async (here) => {
  const { expect } = here
  const { buyNow, place, move, fill, rows, lastTrade } = await play(here)
  await buyNow(10)
  await place('SELL 4 AAPL, limit $195.00, gtc')
  await move(194_99, 195_01)
  await fill(195_05, 195_07)
  expect(rows).toEqual(tableOf('A limit sell'))
  const { realized_gain } = await lastTrade()
  expect(prose).toContain(`a gain of ${formatMoney(fromDollars(realized_gain))}.`)
})

test.concurrent('a stop sells at the bid after a gap, below its own price', async (here) => {
  const { expect } = here
  const { buyNow, place, move, fill, rows, lastTrade } = await play(here)
  await buyNow(10)
  await place('SELL 10 AAPL, stop $180.00, gtc')
  await move(180_01, 180_03)
  await fill(171_42, 171_44)
  expect(rows).toEqual(tableOf('A stop, and a gap'))
  const { realized_gain } = await lastTrade()
  expect(prose).toContain(`a loss of ${formatMoney(fromDollars(-realized_gain))} on`)
})

test.concurrent('what an order holds is free again when it is cancelled or its day is over', async (here) => {
  const { expect } = here
  const { place, refuse, cancel, expire, rows } = await play(here, 'nyse')
  await place('BUY 20 AAPL, limit $150.00, day')
  await place('BUY 25 AAPL, limit $160.00, gtc')
  expect(prose).toContain(await refuse(16))
  await cancel('BUY 25 AAPL, limit $160.00, gtc')
  await expire('BUY 20 AAPL, limit $150.00, day', Date.parse('2026-11-13T21:00:00Z'))
  expect(rows).toEqual(tableOf('Cancelled and expired'))
})

/** A learner on a market whose prices the test sets, and the table rows for each step. */
async function play(
  { expect, onTestFinished: atEnd }: Pick<TestContext, 'expect' | 'onTestFinished'>,
  hours: MarketHours = 'always',
) {
  const clock = { at: friday }
  const now = () => clock.at
  const market = createScriptedMarket({ now, hours })
  const setPrice = (bid: number, ask: number) =>
    market.set('AAPL', Math.floor((bid + ask) / 2), undefined, { bid, ask })
  setPrice(189_11, 189_13)
  const world = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' }, atEnd })
  await world.app.ready()
  let learner = await signUp(world.app)
  const witness = await signUp(world.app)
  const rows: string[][] = []
  const note = async (words: string) => void rows.push([words, ...(await meansOf(learner))])
  const orders = async () => (await learner.get('/api/orders?state=all')).json().orders
  const ids = new Map<string, string>()
  const buy = (quantity: number) =>
    learner.post('/api/buy', { ticker: 'AAPL', quantity, price: 189.13 })
  /** The job has seen this price once an order of another account for another stock is filled. */
  const move = async (bid: number, ask: number) => {
    clock.at += 1_000
    market.set('MSFT', 100_00)
    const { status } = await sendOrder(witness, 'BUY 1 MSFT, limit $50.00, gtc')
    expect(status).toBe(201)
    clock.at += 1_000
    setPrice(bid, ask)
    market.set('MSFT', 50_00)
    await expect.poll(async () => (await witness.get('/api/orders')).json().orders).toEqual([])
    return `bid ${formatMoney(cents(bid))}, ask ${formatMoney(cents(ask))}`
  }
  return {
    rows,
    lastTrade: async () => (await learner.get('/api/transactions')).json().transactions[0],
    buyNow: async (quantity: number) => {
      const { trade } = (await buy(quantity)).json()
      await note(`BUY ${quantity} AAPL now at ${formatMoney(fromDollars(trade.price))}`)
    },
    refuse: async (quantity: number): Promise<string> => {
      const { error } = (await buy(quantity)).json()
      await note(`BUY ${quantity} AAPL now: refused`)
      return error
    },
    place: async (words: string) => {
      const { status, id, state } = await sendOrder(learner, words)
      expect([status, state]).toEqual([201, 'open'])
      ids.set(words, id)
      await note(`placed: ${words}`)
    },
    move: async (bid: number, ask: number) => note(await move(bid, ask)),
    fill: async (bid: number, ask: number) => {
      const words = await move(bid, ask)
      await expect.poll(async () => (await orders())[0].state).toBe('filled')
      const { price } = (await orders())[0].filled
      await note(`${words}: filled at ${formatMoney(fromDollars(price))}`)
    },
    cancel: async (words: string) => {
      const { statusCode } = await learner.delete(`/api/orders/${ids.get(words)}`)
      expect(statusCode).toBe(200)
      await note(`cancelled: ${words}`)
    },
    expire: async (words: string, at: number) => {
      clock.at = at
      learner = await learner.renew()
      await expect
        .poll(async () => (await orders()).find(({ id }: { id: string }) => id === ids.get(words)))
        .toMatchObject({ state: 'expired', closed_at: new Date(at).toISOString() })
      await note(`expired: ${words}`)
    },
  }
}

async function sendOrder(learner: Learner, words: string) {
  const [, type, quantity, ticker, kind, price, lasts] =
    /^(\w+) (\d+) (\w+), (\w+) \$([\d.]+), (\w+)$/.exec(words) ?? []
  const sent = { type, quantity: Number(quantity), ticker, kind, price: Number(price), lasts }
  const answer = await learner.post('/api/orders', sent)
  return { status: answer.statusCode, ...answer.json() }
}

async function meansOf(learner: Learner): Promise<string[]> {
  const { cash_balance, free_cash, holdings } = (await learner.get('/api/portfolio')).json()
  const { quantity = 0, free_quantity = 0 } = holdings[0] ?? {}
  const money = [cash_balance, free_cash].map((dollars) => formatMoney(fromDollars(dollars)))
  return [...money, String(quantity), String(free_quantity)]
}

/** The rows of the table under a heading, without the header row. */
function tableOf(heading: string): string[][] {
  const [, section = ''] = page.split(`### ${heading}\n`)
  const [own = ''] = section.split('\n#')
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
