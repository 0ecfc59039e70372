// The open orders on the pages that list them: who is asked for them, how far they are, how they end, and what is said then.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { OrdersIfAny } from './orders-if-any.tsx'
import {
  firstChapter,
  holding,
  isDown,
  Learner,
  refuses,
  replies,
  requests,
  says,
  sendPrice,
  setUpLearner,
  tearDownLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { filledAt, limitBuy, listOf, stopSell } from '../testing/orders.ts'
import { AllOrders } from './all-orders.tsx'
import OrderNews from './order-news.tsx'

const free = {
  ...firstChapter,
  cash_balance: 8500,
  free_cash: 8500,
  total_value: 10_390,
  holdings: [holding],
}
const reserved = { ...free, free_cash: 7600 }
const kept = 'tengrand-open-orders'
const untold = 'tengrand-order-news'

let endPause: (() => void) | undefined

beforeEach(() => {
  localStorage.clear()
  setUpLearner()
  endPause = undefined
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    if (work.name !== 'endPause') return setTimeout(work, ms)
    endPause = work
    return undefined
  })
  replies['/api/portfolio'] = says(reserved)
  replies['/api/orders?state=open'] = says(listOf(limitBuy, stopSell))
})
afterEach(() => {
  tearDownLearner()
  localStorage.clear()
})

/** With what stands around every page. */
const open = (page: ReactNode = <OrdersIfAny />) =>
  render(
    <Learner>
      {page}
      <OrderNews />
    </Learner>,
  )
const rows = () => screen.findAllByRole('listitem')
const ordersAsked = () => requests.filter(({ address }) => address.startsWith('/api/orders'))

describe('the list', () => {
  test('says what each order waits for, and how far the live price is from it', async () => {
    open()
    const [buy, stop] = await rows()
    expect(buy?.textContent).toContain('AAPL Buy 5 shares at $180.00 or less')
    expect(stop?.textContent).toContain('AAPL Sell 1 share if it falls to $170.00')
    await sendPrice(189, 'AAPL', 0, { bid: 188.99, ask: 189.01 })
    expect(buy?.textContent).toContain('$9.01 (4.77%) away')
    expect(stop?.textContent).toContain('$18.99 (10.05%) away')
    await sendPrice(186, 'AAPL', 1, { bid: 185.99, ask: 186 })
    expect(buy?.textContent).toContain('$6.00 (3.23%) away')
  })

  test('is not asked for where nothing is held by an order', async () => {
    replies['/api/portfolio'] = says(free)
    const { container } = open()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(1))
    await act(async () => {})
    expect(ordersAsked()).toEqual([])
    expect(container.textContent).toBe('')
  })

  test('is asked for where only shares are held by one', async () => {
    replies['/api/portfolio'] = says({ ...free, holdings: [{ ...holding, free_quantity: 9 }] })
    open()
    expect(await rows()).toHaveLength(2)
  })

  test('has room kept for as many as there were, where something is held', async () => {
    localStorage.setItem(kept, 'uid-ann order-1 order-2 order-3')
    replies['/api/orders?state=open'] = () => new Promise(() => {})
    open()
    const card = await screen.findByRole('region', { name: 'Open orders' })
    expect(within(card).getByRole('status').textContent).toBe('Loading orders...')
    expect(card.querySelectorAll('.skeleton')).toHaveLength(3)
  })

  test('has its place kept as high as it was, until it is known what is open now', async () => {
    localStorage.setItem(kept, 'uid-ann order-1')
    localStorage.setItem('tengrand-orders-height', '213px')
    const answer = Promise.withResolvers<Response>()
    replies['/api/orders?state=open'] = () => answer.promise
    const { container } = open()
    const place = () => container.querySelector('[style="min-height: 213px;"]')
    expect(place()).not.toBeNull()
    await waitFor(() => expect(timesAsked('GET /api/orders?state=open')).toBe(1))
    expect(place()).not.toBeNull()
    answer.resolve(Response.json(listOf(limitBuy)))
    await rows()
    expect(place()).toBeNull()
  })

  test('keeps the place of the distance before there is a price, so that no row grows', async () => {
    open()
    const [buy] = await rows()
    const place = buy?.querySelector('.min-h-4')
    expect(place?.textContent).toBe('')
    await sendPrice(189, 'AAPL', 0, { bid: 188.99, ask: 189.01 })
    expect(place?.textContent).toBe('$9.01 (4.77%) away')
  })

  test('is asked for every 15 seconds while there are any, and no longer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    open()
    await rows()
    const asked = () => timesAsked('GET /api/orders?state=open')
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(asked()).toBe(1)
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders?state=all&limit=100'] = says(listOf())
    await act(() => vi.advanceTimersByTimeAsync(1500))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    // Once by the clock, and once with all the rest because those that were open are not any more.
    await waitFor(() => expect(asked()).toBe(3))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(asked()).toBe(3)
    vi.useRealTimers()
  })

  test('says so when it could not be loaded', async () => {
    replies['/api/orders?state=open'] = refuses({ code: 'not_found' })
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your orders')
  })
})

describe('an order that is cancelled', () => {
  test('is gone, and what it held is free again', async () => {
    replies['/api/orders/order-1'] = says({ ...limitBuy, state: 'cancelled', reason: 'learner' })
    open()
    await rows()
    replies['/api/orders?state=open'] = says(listOf(stopSell))
    replies['/api/orders?state=all&limit=100'] = says(
      listOf({ ...limitBuy, state: 'cancelled', reason: 'learner' }),
    )
    await userEvent.click(
      screen.getByRole('button', { name: 'Cancel: Buy 5 shares at $180.00 or less of AAPL' }),
    )
    expect(await screen.findByText('Order cancelled. $900.00 is free again.')).toBeTruthy()
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(timesAsked('DELETE /api/orders/order-1')).toBe(1)
    expect(screen.queryByText(/^Your order/)).toBeNull()
  })

  test('is still told where it was the last, and the list has gone', async () => {
    replies['/api/orders?state=open'] = says(listOf(limitBuy))
    replies['/api/orders/order-1'] = says({ ...limitBuy, state: 'cancelled', reason: 'learner' })
    open()
    await rows()
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders?state=all&limit=100'] = says(listOf())
    await userEvent.click(screen.getByRole('button', { name: /^Cancel: / }))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    expect(screen.getByText('Order cancelled. $900.00 is free again.')).toBeTruthy()
    expect(document.activeElement?.id).toBe('open-orders')
  })

  test('too late is told so, and the list is asked for again', async () => {
    replies['/api/orders/order-1'] = refuses({ code: 'order_closed' })
    open()
    const [buy] = await rows()
    if (buy) await userEvent.click(within(buy).getByRole('button'))
    expect((await screen.findByRole('alert')).textContent).toBe('This order is no longer open.')
    await waitFor(() => expect(timesAsked('GET /api/orders?state=open')).toBe(2))
  })
})

describe('an order that is filled', () => {
  const fill = () => {
    replies['/api/orders?state=open'] = says(listOf(stopSell))
    replies['/api/orders?state=all&limit=100'] = says(listOf(filledAt(limitBuy, 179.98), stopSell))
  }

  test('while the page is open is told quietly when a price reaches it, and all is asked for again', async () => {
    open()
    await rows()
    fill()
    await sendPrice(179.97, 'AAPL', 0, { bid: 179.96, ask: 179.98 })
    await waitFor(() => expect(endPause).toBeDefined())
    act(() => endPause?.())
    const words = await screen.findByText('Your order: bought 5 shares of AAPL at $179.98')
    expect(words.closest('[role=status]')).not.toBeNull()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
    expect(await rows()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/^Your order/)).toBeNull()
  })

  test('is not looked for while the price is away from it', async () => {
    open()
    await rows()
    await sendPrice(189)
    expect(endPause).toBeUndefined()
    expect(timesAsked('GET /api/orders?state=open')).toBe(1)
  })

  test('while nobody looked is told once, also where none is open any more', async () => {
    localStorage.setItem(kept, 'uid-ann order-1')
    replies['/api/portfolio'] = says(free)
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders?state=all&limit=100'] = says(listOf(filledAt(limitBuy, 179.98)))
    const { unmount } = open()
    await screen.findByText('Your order: bought 5 shares of AAPL at $179.98')
    expect(localStorage.getItem(kept)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    unmount()
    open()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBeGreaterThan(2))
    expect(screen.queryByText(/^Your order/)).toBeNull()
  })

  test('is told on every page until it is closed, also after a reload', async () => {
    localStorage.setItem(kept, 'uid-ann order-1')
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders?state=all&limit=100'] = says(listOf(filledAt(limitBuy, 179.98)))
    const words = 'Your order: bought 5 shares of AAPL at $179.98'
    const { rerender, unmount } = open()
    await screen.findByText(words)
    rerender(
      <Learner>
        <p>A page without orders</p>
        <OrderNews />
      </Learner>,
    )
    expect(screen.getByText(words)).toBeTruthy()
    unmount()
    open(<p>A page without orders</p>)
    await screen.findByText(words)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(localStorage.getItem(untold)).toBeNull()
  })

  test('is told on a page without a list of orders, and nobody without orders is asked for any there', async () => {
    replies['/api/orders?state=all&limit=100'] = says(listOf(filledAt(limitBuy, 179.98), stopSell))
    const { unmount } = open(<p>A guide</p>)
    await act(async () => {})
    expect(ordersAsked()).toEqual([])
    unmount()
    localStorage.setItem(kept, 'uid-ann order-1 order-2')
    replies['/api/orders?state=open'] = says(listOf(stopSell))
    open(<p>A guide</p>)
    await screen.findByText('Your order: bought 5 shares of AAPL at $179.98')
  })

  test('of somebody else in this browser is not told', async () => {
    localStorage.setItem(kept, 'uid-bob order-9')
    open()
    await rows()
    expect(timesAsked('GET /api/orders?state=all&limit=100')).toBe(0)
    await waitFor(() => expect(localStorage.getItem(kept)).toBe('uid-ann order-1 order-2'))
  })

  test('by a jump past its stop says that it got less', async () => {
    localStorage.setItem(kept, 'uid-ann order-2')
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders?state=all&limit=100'] = says(listOf(filledAt(stopSell, 165.5)))
    open()
    expect(
      await screen.findByText(
        'Your order: sold 1 share of AAPL at $165.50, below the stop of $170.00',
      ),
    ).toBeTruthy()
  })

  test('long ago is told from the second page of all orders', async () => {
    localStorage.setItem(kept, 'uid-ann order-1')
    const later = filledAt({ ...limitBuy, id: 'order-7' }, 175)
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders?state=all&limit=100'] = says({ orders: [later], next: 'order-7' })
    replies['/api/orders?state=all&limit=100&before=order-7'] = says(
      listOf(filledAt(limitBuy, 179.98)),
    )
    open()
    await screen.findByText('Your order: bought 5 shares of AAPL at $179.98')
    expect(screen.queryByText(/at \$175\.00/)).toBeNull()
  })

  test('is told with the next answer where it could not be found out at first', async () => {
    localStorage.setItem(kept, 'uid-ann order-1 order-2')
    replies['/api/orders?state=open'] = says(listOf(stopSell))
    replies['/api/orders?state=all&limit=100'] = isDown
    open()
    await rows()
    await waitFor(() => expect(timesAsked('GET /api/orders?state=all&limit=100')).toBe(1))
    expect(localStorage.getItem(kept)).toBe('uid-ann order-1 order-2')
  })
})

describe('an order that ended without a trade', () => {
  const gone = (part: object) => {
    localStorage.setItem(kept, 'uid-ann order-1')
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders?state=all&limit=100'] = says(
      listOf({ ...limitBuy, state: 'cancelled', ...part }),
    )
  }

  test.each([
    [{ state: 'expired' }, 'Your order expired: '],
    [{ reason: 'split' }, 'Your order was cancelled because of a split: '],
    [{ reason: 'account_locked' }, 'Your order was cancelled because the account was locked: '],
  ])('as %j says so', async (part, words) => {
    gone(part)
    open()
    expect(await screen.findByText(`${words}buy 5 shares of AAPL at $180.00 or less`)).toBeTruthy()
  })

  test.each(['learner', 'chapter_closed'])('by the learner as %j is no news', async (reason) => {
    gone({ reason })
    open()
    await waitFor(() => expect(localStorage.getItem(kept)).toBeNull())
    expect(screen.queryByText(/^Your order/)).toBeNull()
  })
})

describe('the list of all orders', () => {
  test('follows an order that is filled while it is open: the row, the notice and all the rest', async () => {
    replies['/api/orders?state=all'] = says(listOf(limitBuy))
    replies['/api/orders?state=open'] = says(listOf(limitBuy))
    open(
      <>
        <OrdersIfAny />
        <AllOrders />
      </>,
    )
    await screen.findAllByRole('button', { name: /^Cancel: Buy 5 shares/ })
    await waitFor(() => expect(localStorage.getItem(kept)).toBe('uid-ann order-1'))
    const filled = says(listOf(filledAt(limitBuy, 179.98)))
    replies['/api/orders?state=all'] = filled
    replies['/api/orders?state=all&limit=100'] = filled
    replies['/api/orders?state=open'] = says(listOf())
    await sendPrice(179.97, 'AAPL', 0, { bid: 179.96, ask: 179.98 })
    await waitFor(() => expect(endPause).toBeDefined())
    act(() => endPause?.())
    await screen.findByText('Your order: bought 5 shares of AAPL at $179.98')
    expect(await screen.findByText(/^Filled at \$179\.98, /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Cancel: / })).toBeNull()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
  })

  test('waits for what stands above it, which would move it', async () => {
    replies['/api/orders?state=all'] = says(listOf(limitBuy))
    const page = (isReady: boolean) => <AllOrders isReady={isReady} meanwhile={<p>Its place</p>} />
    const { rerender } = open(page(false))
    await waitFor(() => expect(timesAsked('GET /api/orders?state=all')).toBe(1))
    expect(screen.getByText('Its place')).toBeTruthy()
    rerender(
      <Learner>
        {page(true)}
        <OrderNews />
      </Learner>,
    )
    await screen.findByRole('region', { name: 'Limit and stop orders' })
    expect(screen.queryByText('Its place')).toBeNull()
  })

  test('has its open orders watched over by itself', async () => {
    replies['/api/orders?state=all'] = says(listOf(limitBuy))
    open(<AllOrders />)
    await waitFor(() => expect(localStorage.getItem(kept)).toBe('uid-ann order-1 order-2'))
  })
})
