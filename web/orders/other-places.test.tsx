// Tests the open orders on the page of a stock, in its list and on its chart, and the list of all orders.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import { renderAt } from '../testing/learner.tsx'
import { filledAt, limitBuy, listOf, stopSell } from '../testing/orders.ts'
import { openStock, portfolio, replies, says, testStockPage } from '../testing/stock.tsx'
import { AllOrders } from './all-orders.tsx'

testStockPage()

describe('the page of a stock', () => {
  const at = (price: number) => ({ ...limitBuy, id: String(price), price })
  beforeEach(() => {
    replies['/api/portfolio'] = says({ ...portfolio, free_cash: 100 })
    replies['/api/orders?state=open'] = says(
      listOf({ ...limitBuy, price: 185 }, stopSell, { ...limitBuy, id: 'other', ticker: 'NVDA' }),
    )
  })

  test('lists the orders of this stock and no others', async () => {
    openStock()
    const card = within(await screen.findByRole('region', { name: 'Open orders' }))
    expect(card.getAllByRole('listitem')).toHaveLength(2)
  })

  test('draws those inside the axis of the chart, which stays as it is', async () => {
    openStock()
    const line = await screen.findByText('Buy 5 · $185.00')
    expect(line.closest('[aria-hidden=true]')?.getAttribute('style')).toMatch(/^top: \d\d\.\d+%/)
    expect(screen.queryByText('Stop 1 · $170.00')).toBeNull()
  })

  test('puts the words of lines beside each other where they would lie on each other', async () => {
    replies['/api/orders?state=open'] = says(listOf(at(185), at(184.99), at(184.98)))
    openStock()
    const lefts = async (words: string) => (await screen.findByText(words)).style.left
    expect(await lefts('Buy 5 · $185.00')).toBe('0rem')
    expect(await lefts('Buy 5 · $184.99')).toBe('7rem')
    expect(await lefts('Buy 5 · $184.98')).toBe('14rem')
  })

  test('has the words of a stop before those of limits, and another kind of line for it', async () => {
    const limits = [at(185), at(184.99), at(184.97), at(184.96)]
    replies['/api/orders?state=open'] = says(listOf(...limits, { ...stopSell, price: 184.98 }))
    openStock()
    const stop = await screen.findByText('Stop 1 · $184.98')
    expect(stop.style.left).toBe('0rem')
    expect(stop.parentElement?.className).toContain('border-dotted')
    expect(screen.getByText('Buy 5 · $185.00').style.left).toBe('7rem')
    expect(screen.getByText('Buy 5 · $185.00').parentElement?.className).toContain('border-dashed')
    expect(screen.queryByText('Buy 5 · $184.96')).toBeNull()
  })
})

describe('the list of all orders', () => {
  const open = () => renderAt('/', <AllOrders />)
  const closed = { ...limitBuy, closed_at: '2026-11-13T15:00:00Z' }
  const cancelled = (reason: string) => ({ ...closed, state: 'cancelled', reason })

  test.each([
    { order: cancelled('learner'), words: 'Cancelled by you' },
    { order: cancelled('split'), words: 'Cancelled because of a split' },
    { order: cancelled('chapter_closed'), words: 'Cancelled because you restarted' },
    { order: cancelled('account_locked'), words: 'Cancelled because your account was locked' },
    { order: cancelled('contest_over'), words: 'Cancelled because the league ended' },
    { order: { ...closed, state: 'expired' }, words: 'Expired' },
    { order: filledAt(limitBuy, 179.98), words: 'Filled at $179.98, Nov 13, 2026' },
    { order: filledAt(stopSell, 165.5), words: 'Filled at $165.50, below your stop, Nov 13' },
  ])('says $words', async ({ order, words }) => {
    replies['/api/orders?state=all'] = says(listOf(order))
    open()
    expect((await screen.findByRole('listitem')).textContent).toContain(words)
  })

  test('goes on to those before', async () => {
    replies['/api/orders?state=all'] = says({ orders: [limitBuy], next: 'then' })
    replies['/api/orders?state=all&before=then'] = says(listOf(filledAt(stopSell, 170)))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show more orders' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(screen.getByRole('button', { name: /^Cancel: Buy 5 shares/ })).toBeTruthy()
  })

  test('says where there are none yet how to place one', async () => {
    replies['/api/orders?state=all'] = says(listOf())
    open()
    expect(await screen.findByText('No orders yet.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the market' })).toBeTruthy()
  })

  test('has the open ones in a card of their own', async () => {
    replies['/api/orders?state=all'] = says(listOf(limitBuy, filledAt(stopSell, 170)))
    open()
    const openCard = within(await screen.findByRole('region', { name: 'Open orders' }))
    expect(openCard.getAllByRole('listitem')).toHaveLength(1)
    const closedCard = within(screen.getByRole('region', { name: 'Closed orders' }))
    expect(closedCard.getByText(/^Filled at \$170\.00, /)).toBeTruthy()
  })
})
