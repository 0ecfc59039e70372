// Tests the basics guide: its sentences about bid and ask against the rules of trading.
import { openStartingCash as startingCash } from '@tengrand/core/contest.ts'
import { afterEntry, nothing } from '@tengrand/core/ledger.ts'
import { cents, formatMoney, type Cents } from '@tengrand/core/money.ts'
import { decide } from '@tengrand/core/order.ts'
import { pricesAround, pricesOf } from '@tengrand/core/quote.ts'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'

import { MemoryRouter } from '../testing/memory-router.tsx'
import { glossary } from '../ui/glossary.tsx'
import BasicsPage from './basics-page.tsx'

beforeEach(() => void render(<BasicsPage />, { wrapper: MemoryRouter }))

const section = () =>
  screen.getByRole('region', { name: 'The spread: why you start a few cents down' })
const drawing = () =>
  within(section()).getByRole('img', { name: 'What buying and selling $10,000 costs in a year' })

describe('the two sides of a price', () => {
  const prices = pricesAround(cents(27_04))
  const quote = { ticker: 'AAPL', ...prices, at: 0 } as const
  const start = { cash: startingCash, position: nothing }

  function trade(type: 'BUY' | 'SELL', quantity: number, before: typeof start) {
    const order = { side: type, ticker: 'AAPL', quantity, expectedPrice: prices.price } as const
    const decided = decide(order, { ...before, quote, hours: 'always', at: 0 })
    if ('refusal' in decided) throw new Error(decided.refusal.code)
    return afterEntry(before, decided.trade)
  }
  const lostAfter = (rounds: number): Cents => {
    let now = start
    for (let round = 0; round < rounds; round += 1) {
      const quantity = Math.floor(now.cash / prices.ask)
      now = trade('SELL', quantity, trade('BUY', quantity, now))
    }
    return cents(startingCash - now.cash)
  }

  test('have their names and their example', () => {
    expect(section().textContent).toContain(glossary.bid)
    expect(section().textContent).toContain(glossary.ask)
    expect(section().textContent).toContain('the spread')
    expect(section().textContent).toContain(
      'worth $27.04. You can sell it at $27.03 and buy it at $27.05.',
    )
  })

  test('are as far apart as the guide says', () => {
    const spreadOf = ({ bid, ask }: typeof prices) => ask - bid
    expect(spreadOf(prices)).toBe(2)
    expect(spreadOf(pricesOf(27.0449))).toBe(1)
    expect(section().textContent).toContain('one cent at most, with real prices two')
  })

  test('cost what a buy and a sale of a hundred shares come to', () => {
    const bought = trade('BUY', 100, start)
    const worth = bought.cash + 100 * prices.price
    const sold = trade('SELL', 100, bought)
    expect(section().textContent).toContain(
      `Buy 100, and you start ${formatMoney(cents(startingCash - worth))} down.`,
    )
    expect(section().textContent).toContain(
      `Sell them again, and ${formatMoney(cents(startingCash - sold.cash))} is gone`,
    )
  })

  test('are drawn with what going in and out comes to, trade by trade', () => {
    const rounds = { once: 1, 'every month': 12, 'every week': 52, 'every trading day': 252 }
    for (const [words, count] of Object.entries(rounds)) {
      expect(within(drawing()).getByText(words)).toBeTruthy()
      expect(within(drawing()).getByText(formatMoney(lostAfter(count)))).toBeTruthy()
    }
    expect(section().textContent).toContain(
      `a year of daily trades would cost ${formatMoney(lostAfter(252))}.`,
    )
  })
})
