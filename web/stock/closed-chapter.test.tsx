// Orders are for the chapter that the page shows: one that was closed meanwhile is not traded in, nor is the next by mistake.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { requests } from '../testing/learner.tsx'
import {
  isDown,
  openStock,
  portfolio,
  refuses,
  replies,
  says,
  setUp,
  tearDown,
} from '../testing/stock.tsx'

const fresh = {
  ...portfolio,
  portfolio: 'second',
  chapter: 2,
  cash_balance: 10_000,
  free_cash: 10_000,
  total_value: 10_000,
  holdings: [],
}

beforeEach(() => {
  setUp()
  replies['/api/buy'] = says({ message: 'Bought 1 share of AAPL at $189.12 for $189.12.' })
})
afterEach(tearDown)

const button = () => screen.findByRole('button', { name: 'Execute Trade' })
const execute = async () => userEvent.click(await button())
const portfoliosSent = () =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => Object(body).portfolio)

describe('an order', () => {
  test('names the portfolio that the page shows', async () => {
    openStock()
    await screen.findByText('Your cash buys 50 shares')
    await execute()
    expect(await screen.findByText(/^Bought 1 share/)).toBeTruthy()
    expect(portfoliosSent()).toEqual(['first'])
  })

  test('names none where the portfolio is not known', async () => {
    replies['/api/portfolio'] = isDown
    openStock()
    await execute()
    expect(await screen.findByText(/^Bought 1 share/)).toBeTruthy()
    expect(portfoliosSent()).toEqual([undefined])
  })

  test('for a chapter that was closed elsewhere is refused, and the page shows the new one', async () => {
    openStock()
    await screen.findByText('Your cash buys 50 shares')
    replies['/api/buy'] = refuses({ code: 'portfolio_closed' })
    replies['/api/portfolio'] = says(fresh)
    replies['/api/transactions?ticker=AAPL'] = says({ transactions: [], next: null })
    await execute()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('This chapter is closed. It can be read, but not traded.')
    expect(await screen.findByText('Your cash buys 52 shares')).toBeTruthy()
    expect(await screen.findByText('You have no AAPL yet.')).toBeTruthy()
    replies['/api/buy'] = says({ message: 'Bought 1 share of AAPL at $189.12 for $189.12.' })
    await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBe('false'))
    await execute()
    expect(await screen.findByText(/^Bought 1 share/)).toBeTruthy()
    expect(portfoliosSent()).toEqual(['first', 'second'])
  })
})
