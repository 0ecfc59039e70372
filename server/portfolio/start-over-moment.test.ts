// Starting over while something else happens: a split is learned, the database's clock is set back, chapters are listed.
import { randomUUID } from 'node:crypto'

import { asDay } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { recordSplit } from '../market/store.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const begin = Date.parse('2026-11-16T15:00Z')
const dayMs = 86_400_000

const buy = (learner: Learner, price: number) =>
  learner.post('/api/buy', { ticker: 'AAPL', quantity: 10, price })

const startOver = (learner: Learner) =>
  learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })

test('a split that is learned while a chapter is closed counts in its shares as in its prices', async () => {
  const clock = { at: begin }
  const scripted = createScriptedMarket({ now: () => clock.at, priceCents: 100_00 })
  let learnSplit = async (): Promise<void> => undefined
  const market = {
    ...scripted,
    quotesIn: async (...asked: Parameters<typeof scripted.quotesIn>) => {
      await learnSplit()
      return scripted.quotesIn(...asked)
    },
  }
  const { app, db } = await createWorld({ market, now: () => clock.at })
  const learner = await signUp(app)
  await buy(learner, 100)
  clock.at += dayMs
  const split = { ticker: 'AAPL', day: asDay('2026-11-17'), numerator: 2, denominator: 1 } as const
  learnSplit = async () => {
    learnSplit = async () => undefined
    await db.transaction((tx) => recordSplit(tx, split))
    scripted.set('AAPL', 50_00)
  }
  const { closed } = (await startOver(await learner.renew())).json()
  expect(closed).toMatchObject({ final_value: 10_000, return: 0 })
  const read = await learner.renew()
  expect((await read.get(`/api/portfolio?portfolio=${closed.portfolio}`)).json()).toMatchObject({
    total_value: 10_000,
    holdings: [{ quantity: 20, current_price: 50 }],
  })
})

test('a learner whose last trade lies ahead starts over at the prices of now, with an end not before that trade, and trades at once', async () => {
  const { app, db } = await createWorld({ now: () => begin })
  const learner = await signUp(app)
  const { price } = (await learner.get('/api/current-price/AAPL')).json()
  await buy(learner, price)
  const { total_value } = (await learner.get('/api/portfolio')).json()
  // As if the clock of the database had been set back since.
  await db.query("update portfolio set last_trade_at = last_trade_at + interval '1 hour'")
  const { closed } = (await startOver(learner)).json()
  expect(closed.final_value).toBe(total_value)
  const ended = (await learner.get(`/api/portfolio?portfolio=${closed.portfolio}`)).json()
  expect(ended.closed_at).toBe(new Date(begin + 3_600_000).toISOString())
  expect((await buy(learner, price)).statusCode).toBe(200)
})

test('a chapter that begins while the chapters are listed has its own value', async () => {
  const market = createScriptedMarket({ now: () => begin, priceCents: 100_00 })
  const { app, db } = await createWorld({ market, now: () => begin })
  const learner = await signUp(app)
  await buy(learner, 100)
  market.set('AAPL', 90_00)
  const waiting = () =>
    db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  const listed = await db.transaction(async (tx) => {
    // The list counts trades, so it waits for this.
    await tx.query('lock table trade in access exclusive mode')
    const answer = learner.get('/api/portfolio/chapters')
    await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toHaveLength(1)
    expect((await startOver(learner)).json()).toMatchObject({ chapter: 2 })
    return { answer }
  })
  expect((await listed.answer).json().chapters).toMatchObject([
    { chapter: 2, value: 10_000, return: 0 },
    { chapter: 1, value: 9_900, return: -100 },
  ])
})
