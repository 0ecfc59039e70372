// Tests the learner's cards on the page of a stock: gains with their explanations, and the portfolio of an order.
import { alertText } from '../testing/announced.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import { requests } from '../testing/learner.tsx'
import {
  bought,
  isDown,
  openLoadedStock,
  openStock,
  portfolio,
  refuses,
  replies,
  says,
  sendPrice,
  testStockPage,
} from '../testing/stock.tsx'
import { glossary } from '../ui/glossary.tsx'

testStockPage()

const realized = [
  { ticker: 'MSFT', realized_gain: 99 },
  { ticker: 'AAPL', realized_gain: -8.25 },
]

const card = (name: string) => screen.findByRole('region', { name })
const figures = async () =>
  [...(await card('Your position')).querySelectorAll('dt')].map(
    ({ textContent, nextElementSibling }) => `${textContent} ${nextElementSibling?.textContent}`,
  )

describe('the position in a stock', () => {
  test('of which some was sold says what is realized, what is not, and both together', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, realized })
    openStock()
    await within(await card('Your position')).findByText('Unrealized gain')
    expect((await figures()).slice(-3)).toEqual([
      'Unrealized gain +$18.24 (+5.07%)',
      'Realized loss \u2212$8.25',
      'Total +$9.99',
    ])
    await sendPrice(180.01)
    expect((await figures()).slice(-3)).toEqual([
      'Unrealized gain +$0.02 (+0.01%)',
      'Realized loss \u2212$8.25',
      'Total \u2212$8.23',
    ])
  })

  test('that was sold out still says what was realized', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, holdings: [], realized })
    openStock()
    await screen.findByText('You have no AAPL now.')
    expect(await figures()).toEqual(['Realized loss \u2212$8.25'])
  })

  test('of which nothing was sold says nothing of it', async () => {
    openStock()
    await within(await card('Your position')).findByText('Gain/Loss')
    expect(screen.queryByText(/^Realized/)).toBeNull()
  })
})

test('the own trades in a stock say what each sale and split has realized', async () => {
  const sold = { ...bought, type: 'SELL', quantity: 1, price: 171.75, realized_gain: -8.25 }
  const split = { ...bought, type: 'SPLIT', quantity: 6, price: 0, cash: 12.5, realized_gain: 0.5 }
  const transactions = [split, sold, bought]
  replies['/api/transactions?ticker=AAPL'] = says({ transactions, next: null })
  openStock()
  const rows = await within(await card('Your trades in AAPL')).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.replace(/Nov.*M/, ' '))).toEqual([
    'SPLIT+6 $12.50+$0.50 realized',
    'SELL1 × $171.75 $171.75\u2212$8.25 realized',
    'BUY2 × $180.00 $360.00',
  ])
})

/** The tooltip of a term. */
const explanation = async (name: string) => {
  await userEvent.hover(await screen.findByRole('button', { name }))
  return screen.getByRole('tooltip').textContent
}

test('the form explains the ask to whoever buys and the bid to whoever sells', async () => {
  openStock()
  expect(await explanation('Buys at')).toBe(glossary.ask)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'sell')
  expect(await explanation('Sells at')).toBe(glossary.bid)
})

test('the position explains its average price, its market value and the two kinds of gain', async () => {
  const realizedGain = [{ ticker: 'AAPL', realized_gain: 8.25 }]
  replies['/api/portfolio'] = says({ ...portfolio, realized: realizedGain })
  openStock()
  for (const [name, words] of [
    ['Avg. Price', glossary['average price']],
    ['Market Value', glossary['market value']],
    ['Unrealized gain', glossary['unrealized gain']],
    ['Realized gain', glossary['realized gain']],
  ] as const) {
    expect(await explanation(name)).toBe(words)
    await userEvent.unhover(screen.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  }
})

const fresh = {
  ...portfolio,
  portfolio: 'second',
  chapter: 2,
  cash_balance: 10_000,
  free_cash: 10_000,
  total_value: 10_000,
  holdings: [],
}

const button = () => screen.findByRole('button', { name: 'Execute Trade' })
const execute = async () => userEvent.click(await button())
const portfoliosSent = () =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => Object(body).portfolio)

describe('an order', () => {
  beforeEach(() => {
    replies['/api/buy'] = says({ message: 'Bought 1 share of AAPL at $189.12 for $189.12.' })
  })

  test('names the portfolio that the page shows', async () => {
    await openLoadedStock()
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
    await openLoadedStock()
    replies['/api/buy'] = refuses({ code: 'portfolio_closed' })
    replies['/api/portfolio'] = says(fresh)
    replies['/api/transactions?ticker=AAPL'] = says({ transactions: [], next: null })
    await execute()
    expect(await alertText()).toBe('This run is closed. You can read it, but not trade in it.')
    expect(await screen.findByText('Your cash buys 52 shares')).toBeTruthy()
    expect(await screen.findByText('You have no AAPL yet.')).toBeTruthy()
    replies['/api/buy'] = says({ message: 'Bought 1 share of AAPL at $189.12 for $189.12.' })
    await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBe('false'))
    await execute()
    expect(await screen.findByText(/^Bought 1 share/)).toBeTruthy()
    expect(portfoliosSent()).toEqual(['first', 'second'])
  })
})
