// Tests the answer to a market order where the part that shows it could not be loaded.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { openLoadedStock, refuses, replies, says, testStockPage } from '../testing/stock.tsx'

vi.mock('./market-outcome.tsx', () => Promise.reject(new Error('The connection is lost')))

testStockPage(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const message = 'Bought 1 share of AAPL at $189.12 for $189.12.'

test.each([
  { what: 'a trade', reply: says({ message }), words: message },
  { what: 'a refusal', reply: refuses({ code: 'internal_error' }), words: 'Trade failed.' },
])('the answer is told all the same: $what', async ({ reply, words }) => {
  replies['/api/buy'] = reply
  await openLoadedStock()
  await userEvent.click(screen.getByRole('button', { name: 'Execute Trade' }))
  expect((await screen.findByText(words)).getAttribute('role')).toBe('alert')
})
