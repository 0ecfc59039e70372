// The words of the trade on the page of a stock, each with its explanation from the glossary.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openStock, portfolio, replies, says, setUp, tearDown } from '../testing/stock.tsx'
import { glossary } from '../ui/glossary.tsx'

beforeEach(setUp)
afterEach(tearDown)

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
  const realized = [{ ticker: 'AAPL', realized_gain: 8.25 }]
  replies['/api/portfolio'] = says({ ...portfolio, realized })
  openStock()
  for (const [name, words] of [
    ['Avg. Price', glossary['average price']],
    ['Market Value', glossary['market value']],
    ['Gain/Loss on paper', glossary['on paper']],
    ['Realized gain', glossary['realized gain']],
  ] as const) {
    expect(await explanation(name)).toBe(words)
    await userEvent.unhover(screen.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  }
})
