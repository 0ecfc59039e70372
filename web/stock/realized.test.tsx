// What a stock has gained its learner by sales, beside what it has gained on paper.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  bought,
  openStock,
  portfolio,
  replies,
  says,
  sendPrice,
  setUp,
  tearDown,
} from '../testing/stock.tsx'

const realized = [
  { ticker: 'MSFT', realized_gain: 99 },
  { ticker: 'AAPL', realized_gain: -8.25 },
]

beforeEach(setUp)
afterEach(tearDown)

const card = (name: string) => screen.findByRole('region', { name })
const figures = async () =>
  [...(await card('Your position')).querySelectorAll('dt, dd')].map(
    ({ textContent }) => textContent,
  )

describe('the position in a stock', () => {
  test('of which some was sold says what is realized, what is on paper, and both together', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, realized })
    openStock()
    await within(await card('Your position')).findByText('Gain/Loss on paper')
    expect((await figures()).slice(-6)).toEqual([
      'Gain/Loss on paper',
      '+$18.24 (+5.07%)',
      'Realized loss',
      '\u2212$8.25',
      'Both together',
      '+$9.99',
    ])
    await sendPrice(180.01)
    expect((await figures()).slice(-6)).toEqual([
      'Gain/Loss on paper',
      '+$0.02 (+0.01%)',
      'Realized loss',
      '\u2212$8.25',
      'Both together',
      '\u2212$8.23',
    ])
  })

  test('that was sold out still says what was realized', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, holdings: [], realized })
    openStock()
    await screen.findByText('You have no AAPL now.')
    expect(await figures()).toEqual(['Realized loss', '\u2212$8.25'])
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
