// The same portfolio in a lesson and in an ordinary league at the same prices: its history and its insights are the same.
import { dayMs, ranges } from '@tengrand/core/day.ts'
import { marketAt, symbolOf } from '@tengrand/core/lesson.ts'
import { isTicker, tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { readLessons, type Lesson } from '../lessons/store.ts'
import { lessonMarket } from '../market/simulated/lesson.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'
import { createLeague } from './testing/league.ts'
import { createClass, type Pupil } from './testing/lesson.ts'

interface Order {
  /** The earliest tick at which it fills. */
  readonly tick: number
  readonly side: 'buy' | 'sell'
  readonly ticker: Ticker
  readonly quantity: number
}

/** Over a quarter in 10 minutes: a tick is 3 h 38 min of market time. */
const orders: readonly Order[] = [
  { tick: 3, side: 'buy', ticker: 'AAPL', quantity: 9 },
  { tick: 9, side: 'buy', ticker: 'NVDA', quantity: 4 },
  { tick: 9, side: 'buy', ticker: 'TSLA', quantity: 6 },
  { tick: 40, side: 'buy', ticker: 'SPOT', quantity: 3 },
  { tick: 80, side: 'sell', ticker: 'AAPL', quantity: 4 },
  { tick: 130, side: 'buy', ticker: 'UBER', quantity: 5 },
  { tick: 200, side: 'buy', ticker: 'AMD', quantity: 2 },
  { tick: 260, side: 'sell', ticker: 'NVDA', quantity: 4 },
  { tick: 330, side: 'buy', ticker: 'META', quantity: 1 },
  { tick: 420, side: 'buy', ticker: 'INTC', quantity: 7 },
  { tick: 500, side: 'sell', ticker: 'TSLA', quantity: 6 },
]
const lastTick = 580

async function readAll(learner: Learner, portfolio: string) {
  const query = `?portfolio=${portfolio}`
  const answers: Record<string, unknown> = {}
  for (const address of ranges.flatMap((range) => [
    `net_worth_history/${range}`,
    `insights/${range}`,
  ]))
    answers[address] = (await learner.get(`/api/${address}${query}`)).json()
  await expect
    .poll(
      async () => {
        const luck = await learner.get(`/api/insights/luck${query}`)
        answers['luck'] = luck.json()
        return luck.statusCode
      },
      { timeout: 20_000 },
    )
    .toBe(200)
  return answers
}

/** By the symbols of the lesson. */
const masked = (answers: object): unknown =>
  JSON.parse(
    JSON.stringify(answers).replaceAll(/"([A-Z]{2,5})"/g, (text, word: string) =>
      isTicker(word) ? `"${symbolOf(word)}"` : text,
    ),
  )

/** The same orders at the same instants, in a market of the same prices whose clock the test sets. */
async function playOrdinary(lesson: Lesson, instants: readonly number[]) {
  const clock = { at: lesson.opensAt }
  const now = () => clock.at
  const prices = lessonMarket(lesson)
  const market = openSimulatedMarket({ ...lesson, hours: 'always', now, simulate: () => prices })
  const world = await createWorld({ market, now })
  const learner = await signUp(world.app)
  // The portfolio of a league opens with the league, as that of a lesson does.
  const ends_at = new Date(lesson.opensAt + 100 * dayMs).toISOString()
  const { portfolio } = await createLeague(learner, { ends_at })
  for (const [index, { tick, side, ticker, quantity }] of orders.entries()) {
    clock.at = instants[index] ?? 0
    const quote = market.quote(ticker)
    const price = (side === 'buy' ? (quote?.ask ?? 0) : (quote?.bid ?? 0)) / 100
    const current = await learner.renew()
    const answer = await current.post(`/api/${side}`, { ticker, quantity, price, portfolio })
    expect([tick, answer.statusCode]).toEqual([tick, 200])
  }
  clock.at = marketAt(lesson, lastTick)
  return readAll(await learner.renew(), portfolio)
}

test('history, contributions, what-ifs, habits and luck of a lesson are those of an ordinary league', async () => {
  const here = await createClass({ pupils: 1, span: 'quarter' })
  const [pupil] = here.pupils as [Pupil]
  await here.start()
  for (const { tick, side, ticker, quantity } of orders) {
    await here.reach(tick - 1)
    const answer = await here.trade(pupil, side, { ticker: symbolOf(ticker), quantity })
    expect([tick, answer.statusCode]).toEqual([tick, 200])
  }
  await here.reach(lastTick)
  const [row] = await here.db.query<{ id: number }>(`select id from contest where kind = 'lesson'`)
  const [lesson] = await here.db.transaction((tx) => readLessons(tx, [row?.id ?? 0]))
  if (lesson === undefined) throw new Error('There is no lesson.')
  const played = await readAll(pupil.learner, pupil.portfolio)
  expect(JSON.stringify(played)).toContain('"contributions"')
  expect(tickers.map(symbolOf).join('')).toBe('ABCDEFGHIJKLMNOP')
  const trades = await here.db.query<{ at: Date }>('select at from trade order by id')
  const instants = trades.map(({ at }) => at.getTime())
  expect(played).toEqual(masked(await playOrdinary(lesson, instants)))
})
