// Tests the platform guide: its sentences against the rules that the product applies.
import { problemOf } from '@tengrand/contract/refusals.ts'
import { asDay, instantAt } from '@tengrand/core/day.ts'
import { makeDisplayName } from '@tengrand/core/display-name.ts'
import { openStartingCash as startingCash } from '@tengrand/core/contest.ts'
import { isJoinedInTime } from '@tengrand/core/league.ts'
import { afterEntry, costOfSale, nothing, type Entry } from '@tengrand/core/ledger.ts'
import {
  cents,
  formatMoney,
  formatPercent,
  formatQuantity,
  percent,
  share,
  type Cents,
} from '@tengrand/core/money.ts'
import { decide, quantityMax, type MarketOrder } from '@tengrand/core/order.ts'
import {
  freshnessOf,
  pricesAround,
  pricesOf,
  staleWarning,
  type Prices,
} from '@tengrand/core/quote.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { runMarket, SignedIn, testAsLearner } from '../testing/learner.tsx'
import { MemoryRouter } from '../testing/memory-router.tsx'
import { executed, guardAround, refused, seen } from './figures/price-guard.tsx'
import PlatformPage from './platform-page.tsx'

testAsLearner(() => {
  open()
})

function open(): void {
  render(
    <MemoryRouter>
      <SignedIn>
        <PlatformPage />
      </SignedIn>
    </MemoryRouter>,
  )
}

const text = () => screen.getByRole('article').textContent
const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('the guide says that there are sixteen stocks and ten thousand dollars', () => {
  expect(tickers).toHaveLength(16)
  expect(text()).toContain('sixteen')
  expect(text()).toContain(formatMoney(startingCash).replace('.00', ''))
})

test('the guide says who gets a rank in a league', () => {
  const times = { startsAt: 0, endsAt: 10 * hourMs }
  expect(isJoinedInTime(hourMs, times)).toBe(true)
  expect(isJoinedInTime(hourMs + 1, times)).toBe(false)
  expect(text()).toContain('Only members who join in the first tenth of the time get a rank.')
})

test('the guide tells the hours of the exchange', () => {
  const day = asDay('2026-11-24')
  expect(sessionOf(day)).toEqual({
    open: instantAt(day, 9.5 * hourMs),
    close: instantAt(day, 16 * hourMs),
  })
  expect(text()).toContain('9:30 AM to 4:00 PM New York time, Monday to Friday')
  const short = asDay('2026-11-27')
  expect(sessionOf(short)?.close).toBe(instantAt(short, 13 * hourMs))
  expect(text()).toContain('until 1:00 PM on a few short days')
})

test('the guide says how long a price is fresh, and what is said of an old one', () => {
  const now = Date.parse('2026-11-24T17:00:00Z')
  expect(freshnessOf(now - 3 * hourMs, now, 'always').isFresh).toBe(true)
  expect(freshnessOf(now - 3 * hourMs - minuteMs, now, 'always').isFresh).toBe(false)
  expect(text()).toContain('fresh for three hours')
  expect(text()).toContain(staleWarning({ isFresh: false, ageHours: 5.2 }))
})

test.each([
  { market: 'simulated', hours: 'always', says: 'This server runs the simulated market, day and' },
  { market: 'simulated', hours: 'nyse', says: 'the simulated market in the hours of the exchange' },
  { market: 'alpaca', hours: 'nyse', says: 'real prices from the IEX by Alpaca.' },
  { market: 'yahoo', hours: 'nyse', says: 'real prices from Yahoo.' },
] as const)('the guide says which market this server runs: $market, $hours', (source) => {
  cleanup()
  runMarket(source)
  open()
  expect(text()).toContain(source.says)
})

describe('an order', () => {
  const at = Date.parse('2026-11-24T17:00:00Z')
  const decided = (
    order: Pick<MarketOrder, 'side' | 'expectedPrice'>,
    prices: Prices,
    ageMinutes = 0,
  ) =>
    decide(
      { ...order, ticker: 'AAPL', quantity: 1 },
      {
        cash: startingCash,
        position: { quantity: 1, cost: cents(1) },
        quote: { ticker: 'AAPL', ...prices, at: at - ageMinutes * minuteMs },
        hours: 'always',
        at,
      },
    )
  const answer = (price: Cents, ageMinutes?: number, from = seen) =>
    decided({ side: 'BUY', expectedPrice: from }, { price, bid: price, ask: price }, ageMinutes)
  const isExecuted = (price: Cents, ageMinutes?: number) => 'trade' in answer(price, ageMinutes)

  test('is executed within the guard of the figure and refused outside', () => {
    const { low, high } = guardAround(seen)
    expect([low, high].map(formatMoney)).toEqual(['$198.00', '$202.00'])
    expect([low, high, executed].map((price) => isExecuted(price))).toEqual([true, true, true])
    for (const outside of [cents(low - 1), cents(high + 1), refused])
      expect(answer(outside)).toMatchObject({ refusal: { code: 'price_moved' } })
    const drawing = within(screen.getByRole('img', { name: /^You saw/ }))
    for (const price of [low, seen, high, executed, refused])
      expect(drawing.getByText(formatMoney(price))).toBeTruthy()
  })

  test('the guard never reaches further than the rule, also where 1% is no whole number of cents', () => {
    const odd = cents(19_13)
    expect(guardAround(odd)).toEqual({ low: cents(18_94), high: cents(19_32) })
  })

  test.each([1_50, 2_00, 2_99, 3_00, 19_13].map(cents))(
    'the guard around %d cents is the rule, to the cent',
    (price) => {
      const { low, high } = guardAround(price)
      for (const inside of [low, high])
        expect(answer(inside, 0, price)).toMatchObject({ trade: { price: inside } })
      for (const outside of [cents(low - 1), cents(high + 1)])
        expect(answer(outside, 0, price)).toMatchObject({ refusal: { code: 'price_moved' } })
      expect(text()).toContain('more than 1% and more than 2 cents away from the price')
      expect(text()).toContain('The guard reaches 1%, and at least 2 cents,')
    },
  )

  test('pays the ask or gets the bid, as the form and the guide name them', () => {
    const prices = pricesAround(seen)
    expect(decided({ side: 'BUY', expectedPrice: seen }, prices)).toMatchObject({
      trade: { price: prices.ask },
    })
    expect(decided({ side: 'SELL', expectedPrice: seen }, prices)).toMatchObject({
      trade: { price: prices.bid },
    })
    expect(text()).toContain('When you buy you pay the ask, when you sell you get the bid')
    expect(text()).toContain('Buys at or Sells at')
  })

  test('costs a spread of at most one cent or two', () => {
    const spreadOf = ({ bid, ask }: Prices) => ask - bid
    expect(spreadOf(pricesOf(27.0449))).toBe(1)
    expect(spreadOf(pricesAround(cents(27_04)))).toBe(2)
    expect(text()).toContain('In the simulated market, the two are one cent apart at most.')
    expect(text()).toContain('With real prices they are two cents apart at most.')
    expect(text()).not.toContain('no spread')
  })

  test('needs a price of the last two minutes', () => {
    expect(isExecuted(seen, 2)).toBe(true)
    expect(isExecuted(seen, 3)).toBe(false)
    expect(text()).toContain('more than 2 minutes old')
  })

  test('is for as many shares as the guide says', () => {
    expect(text()).toContain(`1 to ${formatQuantity(quantityMax)} shares`)
  })

  test('is refused in the words that the guide names', () => {
    const sentences = [
      problemOf({ code: 'insufficient_cash', need: cents(2), have: cents(1), free: cents(1) }),
      problemOf({ code: 'insufficient_shares', ticker: 'AAPL', have: 3, free: 3 }),
      problemOf({ code: 'market_closed', opens: 'Monday at 9:30 AM New York time' }),
    ].map(({ detail }) => detail)
    expect(sentences[0]).toContain('Not enough cash')
    expect(sentences[1]).toContain('Not enough shares')
    expect(sentences[2]).toContain('The market is closed')
    expect(text()).toContain('Not enough cash, or not enough shares')
    expect(text()).toContain('The market is closed')
  })
})

test('the table of average costs follows the ledger', () => {
  const trade = (type: 'BUY' | 'SELL', quantity: number, price: number): Entry => ({
    type,
    ticker: 'AAPL',
    quantity,
    price: cents(price * 100),
    cost: cents(0),
    at: 0,
  })
  const split: Entry = {
    type: 'SPLIT',
    ticker: 'AAPL',
    quantity: 15,
    cash: cents(0),
    cost: cents(0),
    ratio: { numerator: 2, denominator: 1 },
    at: 0,
  }
  let holding = { cash: startingCash, position: nothing }
  const steps = [trade('BUY', 10, 50), trade('BUY', 10, 60), trade('SELL', 5, 70), split]
  const expected = steps.map((entry) => {
    const cost = entry.type === 'SELL' ? costOfSale(holding.position, entry.quantity) : cents(0)
    holding = afterEntry(holding, { ...entry, cost })
    const { position } = holding
    const average = share(position.cost, 1, position.quantity)
    return [String(position.quantity), formatMoney(position.cost), formatMoney(average)]
  })
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual(expected)
  expect(within(screen.getByRole('table')).getAllByRole('rowheader')).toHaveLength(steps.length)
})

test('the example of a return on investment is right', () => {
  const value = cents(10_742_00)
  const roi = formatPercent(percent(cents(value - startingCash), startingCash))
  expect(text()).toContain(`With a portfolio of ${formatMoney(value)} your ROI is ${roi}.`)
})

test('the leaderboard is updated every 24 hours', () => {
  expect(screen.getByText('Updated every 24 hours')).toBeTruthy()
  expect(text()).not.toContain('30 seconds')
})

test('the name in the example is one that a learner can get', () => {
  const names = Array.from({ length: 64 * 64 }, (_, index) => {
    const picks = [index >> 6, index & 63, 380]
    return makeDisplayName(() => picks.shift() ?? 0)
  })
  const name = names.find((candidate) => candidate === 'Calm Otter 482')
  expect(name).toBeDefined()
  expect(text()).toContain(`a name such as ${name}`)
})
