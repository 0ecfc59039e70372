// Tests the address of the form of a stock, to which the first card of the dashboard leads.
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openStock, scrolledIntoView, testStockPage } from '../testing/stock.tsx'

testStockPage()

test('an address with #trade leads to the form, filled in to buy one share', async () => {
  openStock('AAPL#trade')
  const form = await screen.findByRole('region', { name: 'Trade AAPL' })
  await waitFor(() => expect(document.activeElement).toBe(form))
  expect(scrolledIntoView.mock.contexts).toEqual([form])
  expect(screen.getByLabelText<HTMLSelectElement>('Action').value).toBe('buy')
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1')
})
