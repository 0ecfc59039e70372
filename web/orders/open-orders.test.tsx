// Tests the lists of open and of all orders, the cancel button, and the order notifications.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'

import { OpenOrders } from './open-orders.tsx'
import {
  annIn,
  become,
  bobIn,
  firstChapter,
  holding,
  isDown,
  Learner,
  lookAgain,
  refuses,
  replies,
  requests,
  says,
  sendPrice,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import {
  closedSince,
  filledAt,
  limitBuy,
  listOf,
  stopSell,
  storedNotifications,
  storeNotifications,
} from '../testing/orders.ts'
import { AllOrders } from './all-orders.tsx'
import { useNotificationStorage } from './notification-storage.ts'
import { OrderNotifications } from './order-notifications.tsx'
import type { Order } from './queries.ts'
import { usePlaceOrder } from './use-place-order.ts'

const free = {
  ...firstChapter,
  cash_balance: 8500,
  free_cash: 8500,
  total_value: 10_390,
  holdings: [holding],
}
const reserved = { ...free, free_cash: 7600 }
const owner = 'uid-ann'
/** The address of the closed orders for the mark of `storeNotifications`. */
const sincePlaced = closedSince(limitBuy.placed_at)

let endPause: (() => void) | undefined

testAsLearner(() => {
  endPause = undefined
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    if (work.name !== 'endPause') return setTimeout(work, ms)
    endPause = work
    return undefined
  })
  replies['/api/portfolio'] = says(reserved)
  openOrdersAre(limitBuy, stopSell)
  replies['/api/orders'] = says(listOf())
})

const openOrdersAre = (...orders: readonly object[]): void =>
  void (replies['/api/orders?state=open'] = says(listOf(...orders)))

/** An earlier visit saw one order open; the server has it closed. */
function closedSinceVisit(...orders: readonly object[]): void {
  storeNotifications(owner, { open: 1 })
  openOrdersAre()
  replies[sincePlaced] = says(listOf(...orders))
}

const expectStored = (item: object) =>
  waitFor(() => expect(storedNotifications()).toMatchObject(item))

/** A live price reaches the limit order, and the pause before the refetch ends. */
async function reachLimit(): Promise<void> {
  await sendPrice(179.97, 'AAPL', 0, { bid: 179.96, ask: 179.98 })
  await waitFor(() => expect(endPause).toBeDefined())
  act(() => endPause?.())
}

const withNotifications = (page: ReactNode) => (
  <Learner>
    {page}
    <OrderNotifications />
  </Learner>
)
const open = (page: ReactNode = <OpenOrders />) => render(withNotifications(page))
const rows = () => screen.findAllByRole('listitem')
const openRows = () => {
  open()
  return rows()
}
/** Another tab has changed the stored notifications. */
const hearOtherTab = () =>
  act(
    () => void dispatchEvent(new StorageEvent('storage', { key: 'tengrand-order-notifications' })),
  )
const ordersAsked = () => requests.filter(({ address }) => address.startsWith('/api/orders'))

describe('the list', () => {
  test('says what each order waits for, and how far the live price is from it', async () => {
    const [buy, stop] = await openRows()
    expect(buy?.textContent).toContain('AAPL Buy 5 shares at $180.00 or less')
    expect(stop?.textContent).toContain('AAPL Sell 1 share if the price falls to $170.00')
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
    storeNotifications(owner, { open: 3 })
    replies['/api/orders?state=open'] = () => new Promise(() => {})
    open()
    const card = await screen.findByRole('region', { name: 'Open orders' })
    expect(within(card).getByRole('status').textContent).toBe('Loading orders...')
    expect(card.querySelectorAll('.skeleton')).toHaveLength(3)
  })

  test('has its place kept as high as it was, until it is known what is open now', async () => {
    storeNotifications(owner, { open: 1 })
    localStorage.setItem('tengrand-orders-height', '213px')
    const answer = Promise.withResolvers<Response>()
    replies['/api/orders?state=open'] = () => answer.promise
    const { container } = open()
    const room = () => container.querySelector('[style="min-height: 213px;"]')
    expect(room()).not.toBeNull()
    await waitFor(() => expect(timesAsked('GET /api/orders?state=open')).toBe(1))
    expect(room()).not.toBeNull()
    answer.resolve(Response.json(listOf(limitBuy)))
    await rows()
    expect(room()).toBeNull()
  })

  test('has another place as a part of a card, where the rows are closer', () => {
    storeNotifications(owner, { open: 1 })
    localStorage.setItem('tengrand-orders-height', '213px')
    localStorage.setItem('tengrand-orders-part-height', '97px')
    const { container } = render(
      <Learner>
        <OpenOrders isPart />
      </Learner>,
    )
    expect(container.querySelector('[style]')?.getAttribute('style')).toBe('min-height: 97px;')
  })

  test('keeps the place of the distance before there is a price, so that no row grows', async () => {
    const [buy] = await openRows()
    const distance = buy?.querySelector('.min-h-4')
    expect(distance?.textContent).toBe('')
    await sendPrice(189, 'AAPL', 0, { bid: 188.99, ask: 189.01 })
    expect(distance?.textContent).toBe('$9.01 (4.77%) away')
  })

  test('is asked for every 15 seconds while there are any, and no longer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    await openRows()
    const asked = () => timesAsked('GET /api/orders?state=open')
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(asked()).toBe(1)
    openOrdersAre()
    await act(() => vi.advanceTimersByTimeAsync(1500))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    // One refetch by the interval, and one with all learner queries, because the orders are no longer open.
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
    await openRows()
    openOrdersAre(stopSell)
    replies[closedSince()] = says(
      listOf({ ...limitBuy, state: 'cancelled', reason: 'learner', closed_at: later }),
    )
    await userEvent.click(
      screen.getByRole('button', { name: 'Cancel: Buy 5 shares at $180.00 or less of AAPL' }),
    )
    expect(await screen.findByText('Order cancelled. You can spend $900.00 again.')).toBeTruthy()
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(timesAsked('DELETE /api/orders/order-1')).toBe(1)
    expect(screen.queryByText(/^Your limit order/)).toBeNull()
  })

  test('is still told where it was the last, and the list has gone', async () => {
    openOrdersAre(limitBuy)
    replies['/api/orders/order-1'] = says({ ...limitBuy, state: 'cancelled', reason: 'learner' })
    await openRows()
    openOrdersAre()
    await userEvent.click(screen.getByRole('button', { name: /^Cancel: / }))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    expect(screen.getByText('Order cancelled. You can spend $900.00 again.')).toBeTruthy()
    expect(document.activeElement?.id).toBe('open-orders')
  })

  test('too late is told so, and the list is asked for again', async () => {
    replies['/api/orders/order-1'] = refuses({ code: 'order_closed' })
    const [buy] = await openRows()
    if (buy) await userEvent.click(within(buy).getByRole('button'))
    expect((await screen.findByRole('alert')).textContent).toBe('This order is already filled.')
    await waitFor(() => expect(timesAsked('GET /api/orders?state=open')).toBe(2))
  })
})

/** A time after the orders were placed. */
const later = '2026-11-13T15:00:00Z'

describe('an order that is filled', () => {
  const words = 'Your limit order bought 5 shares of AAPL at $179.98.'
  const close = () => userEvent.click(screen.getByRole('button', { name: 'Close' }))
  const noNotice = () => expect(screen.queryByText(/^Your limit order/)).toBeNull()

  test('while the page is open is told quietly when a price reaches it, and all is asked for again', async () => {
    await openRows()
    await expectStored({ open: 2 })
    openOrdersAre(stopSell)
    replies['/api/orders'] = says(listOf(filledAt(limitBuy, 179.98)))
    await reachLimit()
    const notice = await screen.findByText(words)
    expect(notice.closest('[role=status]')).not.toBeNull()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
    expect(await rows()).toHaveLength(1)
    await close()
    noNotice()
  })

  test('is not looked for while the price is away from it', async () => {
    await openRows()
    await sendPrice(189)
    expect(endPause).toBeUndefined()
    expect(timesAsked('GET /api/orders?state=open')).toBe(1)
  })

  test('while nobody looked is told once, also where none is open any more', async () => {
    replies['/api/portfolio'] = says(free)
    closedSinceVisit(filledAt(limitBuy, 179.98))
    const { unmount } = open()
    await screen.findByText(words)
    await close()
    await expectStored({ open: 0, unread: 0 })
    unmount()
    open()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBeGreaterThan(2))
    noNotice()
  })

  test('is told on every page until it is closed, also after a reload', async () => {
    closedSinceVisit(filledAt(limitBuy, 179.98))
    const { rerender, unmount } = open()
    await screen.findByText(words)
    rerender(withNotifications(<p>A page without orders</p>))
    expect(screen.getByText(words)).toBeTruthy()
    await expectStored({ open: 0, unread: 1 })
    unmount()
    open(<p>A page without orders</p>)
    await screen.findByText(words)
    await close()
    await expectStored({ unread: 0 })
  })

  test('is told on a page without a list of orders, and nobody without orders is asked for any there', async () => {
    const { unmount } = open(<p>A guide</p>)
    await act(async () => {})
    expect(ordersAsked()).toEqual([])
    unmount()
    storeNotifications(owner, { open: 2 })
    openOrdersAre(stopSell)
    replies[sincePlaced] = says(listOf(filledAt(limitBuy, 179.98)))
    open(<p>A guide</p>)
    await screen.findByText(words)
  })

  test('of somebody else in this browser is not told', async () => {
    storeNotifications('uid-bob', { open: 1 })
    replies[closedSince()] = says(listOf(filledAt({ ...limitBuy, id: 'order-9' }, 179.98)))
    await openRows()
    await expectStored({ owner, open: 2 })
    noNotice()
  })

  test('while another account used this browser is told when its own comes back', async () => {
    closedSinceVisit(filledAt(limitBuy, 179.98))
    localStorage.setItem('tengrand-open-orders', 'uid-bob order-8')
    become(bobIn)
    open()
    await expectStored({ owner: 'uid-bob' })
    noNotice()
    become(annIn)
    await screen.findByText(words)
  })

  test('by a jump past its stop says that it got less', async () => {
    closedSinceVisit(filledAt(stopSell, 165.5))
    open()
    expect(
      await screen.findByText(
        'Your stop order sold 1 share of AAPL at $165.50, below your stop of $170.00.',
      ),
    ).toBeTruthy()
  })

  test('long ago is told from the second page of all orders', async () => {
    storeNotifications(owner, { open: 1, read: ['order-7'] })
    const newer = filledAt({ ...limitBuy, id: 'order-7' }, 175)
    openOrdersAre()
    replies[sincePlaced] = says({ orders: [newer], next: 'order-7' })
    replies[`${sincePlaced}&before=order-7`] = says(listOf(filledAt(limitBuy, 179.98)))
    open()
    await screen.findByText(words)
    expect(screen.queryByText(/at \$175\.00/)).toBeNull()
  })

  test('is told with the next answer where it could not be found out at first', async () => {
    storeNotifications(owner, { open: 2 })
    openOrdersAre(stopSell)
    replies[sincePlaced] = isDown
    await openRows()
    await waitFor(() => expect(timesAsked(`GET ${sincePlaced}`)).toBeGreaterThan(0))
    expect(storedNotifications()).toMatchObject({ open: 2 })
    replies[sincePlaced] = says(listOf(filledAt(limitBuy, 179.98)))
    lookAgain()
    await screen.findByText(words)
  })

  test('is told by the next poll where the closed orders failed to load when none was open any more', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    storeNotifications(owner, { open: 1 })
    openOrdersAre()
    replies[sincePlaced] = isDown
    open()
    await waitFor(() => expect(timesAsked(`GET ${sincePlaced}`)).toBeGreaterThan(0))
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
    replies[sincePlaced] = says(listOf(filledAt(limitBuy, 179.98)))
    await act(() => vi.advanceTimersByTimeAsync(15_500))
    await screen.findByText(words)
    vi.useRealTimers()
  })

  test('before this browser had a list of its own is not told', async () => {
    replies[closedSince()] = says(listOf(filledAt({ ...limitBuy, id: 'order-0' }, 179.98)))
    await openRows()
    const since = '2026-11-13T14:59:00.000Z'
    await expectStored({ since, read: ['order-0'], open: 2 })
    noNotice()
  })

  test('at once when it is placed is not told a second time', async () => {
    storeNotifications(owner, { open: 1 })
    replies[sincePlaced] = says(listOf(filledAt({ ...limitBuy, placed_at: later }, 179.98)))
    await openRows()
    await expectStored({ open: 1, unread: 0 })
    noNotice()
  })

  test('is told once where its transaction ended after that of an order that was filled later', async () => {
    const first = filledAt(limitBuy, 179.98, '2026-11-13T14:59:30Z')
    storeNotifications(owner, { open: 2 })
    openOrdersAre(limitBuy)
    replies[sincePlaced] = says(listOf(filledAt(stopSell, 165.5)))
    open()
    await screen.findByText(/sold 1 share/)
    await close()
    const since = '2026-11-13T14:59:00.000Z'
    await expectStored({ since, read: ['order-2'] })
    openOrdersAre()
    replies[closedSince(since)] = says(listOf(filledAt(stopSell, 165.5), first))
    lookAgain()
    await screen.findByText(words)
    expect(screen.queryByText(/sold 1 share/)).toBeNull()
  })

  test('is told in both of two tabs, and in neither once it is closed in one', async () => {
    closedSinceVisit(filledAt(limitBuy, 179.98))
    open()
    await screen.findByText(words)
    await expectStored({ unread: 1 })
    const closedInTheOther = { since: '2026-11-13T14:59:00.000Z', read: ['order-1'] }
    storeNotifications(owner, closedInTheOther)
    hearOtherTab()
    await waitFor(noNotice)
    lookAgain()
    await expectStored(closedInTheOther)
    noNotice()
  })

  test('is not told in a tab that asks for it after it was closed in another', async () => {
    await openRows()
    await waitFor(() => expect(storedNotifications()).toMatchObject({ open: 2 }))
    storeNotifications(owner, { since: limitBuy.placed_at, read: ['order-1'], open: 1 })
    hearOtherTab()
    replies['/api/orders?state=open'] = says(listOf(stopSell))
    replies['/api/orders'] = says(listOf(filledAt(limitBuy, 179.98)))
    lookAgain()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    await waitFor(() => expect(storedNotifications()).toMatchObject({ open: 1, unread: 0 }))
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBeGreaterThan(1))
    noNotice()
  })

  test('leaves the counts of another tab alone, which has newer answers', async () => {
    await openRows()
    await waitFor(() => expect(storedNotifications()).toMatchObject({ open: 2 }))
    const changes = [{ open: 3 }, { open: 3, unread: 1, since: later, read: ['order-1'] }]
    for (const change of changes) {
      storeNotifications(owner, { ...(storedNotifications() as object), ...change })
      act(() => {
        dispatchEvent(new StorageEvent('storage', { key: 'tengrand-order-notifications' }))
      })
      expect(storedNotifications()).toMatchObject(change)
    }
  })

  test('soon after it was placed on a page without open orders is not told again once it is closed', async () => {
    const Place = () => {
      const storage = useNotificationStorage()
      const order = { ...limitBuy, placed_at: '2026-11-13T14:59:40Z' } as Order
      return <button onClick={() => storage.addPlaced(order)}>Place</button>
    }
    const page = (
      <>
        <OpenOrders />
        <Place />
      </>
    )
    const yesterday = filledAt({ ...limitBuy, id: 'order-0' }, 175, '2026-11-12T15:00:00Z')
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/orders'] = says(listOf(yesterday))
    const { unmount } = open(page)
    await waitFor(() => expect(storedNotifications()).toMatchObject({ open: 0 }))
    await userEvent.click(screen.getByRole('button', { name: 'Place' }))
    replies['/api/orders?state=open'] = says(listOf(stopSell))
    replies['/api/orders'] = says(listOf(filledAt(limitBuy, 179.98), yesterday))
    lookAgain()
    await screen.findByText(words)
    await close()
    await waitFor(() => expect(storedNotifications()).toMatchObject({ open: 1, unread: 0 }))
    expect(storedNotifications()).toMatchObject({ read: ['order-1'] })
    unmount()
    await openRows()
    await waitFor(() => expect(timesAsked('GET /api/orders?state=open')).toBeGreaterThan(2))
    noNotice()
  })

  test('is told where it was filled between the answers that its placing asked for', async () => {
    const Place = () => {
      const { place } = usePlaceOrder('AAPL', 'draft')
      const { ticker, quantity, price } = limitBuy
      const terms = { type: 'BUY', kind: 'limit', lasts: 'day' } as const
      return <button onClick={() => place({ ...terms, ticker, quantity, price })}>Place</button>
    }
    storeNotifications(owner, { open: 1 })
    const isPlaced = () => timesAsked('POST /api/orders') > 0
    replies['/api/orders?state=open'] = async () => {
      // An answer takes longer than the page takes to show the order.
      if (isPlaced()) await screen.findByText(/Buy 5 shares/)
      return says(listOf(stopSell))()
    }
    replies['/api/orders'] = says(limitBuy)
    const isFilled = () => timesAsked(`GET ${sincePlaced}`) > 2
    replies[sincePlaced] = () => says(isFilled() ? listOf(filledAt(limitBuy, 179.98)) : listOf())()
    open(
      <>
        <OpenOrders />
        <Place />
      </>,
    )
    await rows()
    await userEvent.click(screen.getByRole('button', { name: 'Place' }))
    await screen.findByText(words)
    await expectStored({ open: 1, unread: 1 })
  })

  test('that an earlier version of the page has seen open is told', async () => {
    localStorage.setItem('tengrand-open-orders', 'uid-ann order-1')
    localStorage.setItem('tengrand-order-news', 'uid-ann order-2')
    openOrdersAre()
    const ancient = filledAt({ ...limitBuy, id: 'order-0' }, 175)
    replies[closedSince()] = says(
      listOf(filledAt(stopSell, 165.5), filledAt(limitBuy, 179.98), ancient),
    )
    open()
    await screen.findByText(words)
    expect(screen.getByText(/sold 1 share/)).toBeTruthy()
    expect(screen.queryByText(/at \$175\.00/)).toBeNull()
    await expectStored({ unread: 2 })
    expect(localStorage.getItem('tengrand-open-orders')).toBeNull()
    expect(localStorage.getItem('tengrand-order-news')).toBeNull()
  })

  test.each(['', 'null', '{', '[]', '[["uid-ann",{"since":"never"}]]', '[["uid-ann",null]]'])(
    'is told where the item of the storage is %j',
    async (item) => {
      localStorage.setItem('tengrand-order-notifications', item)
      await openRows()
      await expectStored({ open: 2 })
      openOrdersAre(stopSell)
      replies['/api/orders'] = says(listOf(filledAt(limitBuy, 179.98)))
      await reachLimit()
      await screen.findByText(words)
    },
  )
})

describe('an order that ended without a trade', () => {
  const gone = (part: object) =>
    closedSinceVisit({ ...limitBuy, state: 'cancelled', closed_at: later, ...part })

  test.each([
    [{ state: 'expired' }, 'expired.'],
    [{ reason: 'split' }, 'was cancelled because of a split.'],
    [{ reason: 'account_locked' }, 'was cancelled because your account was locked.'],
    [{ reason: 'contest_over' }, 'was cancelled because the league ended.'],
  ])('as %j says so', async (part, words) => {
    gone(part)
    open()
    const order = 'Your limit order to buy 5 shares of AAPL at $180.00 or less'
    expect(await screen.findByText(`${order} ${words}`)).toBeTruthy()
  })

  test.each(['learner', 'chapter_closed'])('by the learner as %j is no news', async (reason) => {
    gone({ reason })
    open()
    await expectStored({ open: 0, unread: 0 })
    expect(screen.queryByText(/^Your limit order/)).toBeNull()
  })
})

describe('the list of all orders', () => {
  test('follows an order that is filled while it is open: the row, the notice and all the rest', async () => {
    replies['/api/orders?state=all'] = says(listOf(limitBuy))
    openOrdersAre(limitBuy)
    open(
      <>
        <OpenOrders />
        <AllOrders />
      </>,
    )
    await screen.findAllByRole('button', { name: /^Cancel: Buy 5 shares/ })
    await expectStored({ open: 1 })
    const filled = says(listOf(filledAt(limitBuy, 179.98)))
    replies['/api/orders?state=all'] = filled
    replies['/api/orders'] = filled
    openOrdersAre()
    await reachLimit()
    await screen.findByText('Your limit order bought 5 shares of AAPL at $179.98.')
    expect(await screen.findByText(/^Filled at \$179\.98, /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Cancel: / })).toBeNull()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
  })

  test('has its open orders watched over by itself', async () => {
    replies['/api/orders?state=all'] = says(listOf(limitBuy))
    open(<AllOrders />)
    await expectStored({ open: 2 })
  })
})
