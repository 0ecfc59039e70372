// Tests orders whose answer was lost: they keep their key over visits until their outcome is known, and trade once.
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { fill, pick } from '../testing/fill.ts'
import { annIn, become, bobIn, requests } from '../testing/learner.tsx'
import { limitBuy } from '../testing/orders.ts'
import {
  isDown,
  openLoadedStock,
  openStock,
  portfolio,
  price,
  refuses,
  replies,
  says,
  testStockPage,
} from '../testing/stock.tsx'

const message = 'Bought 3 shares of AAPL at $189.12 for $567.36.'
const lostTrade =
  "We don't know if your order to buy 3 shares of AAPL went through. Try again. You won't be charged twice."

testStockPage(() => {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) =>
    setTimeout(work, ['endPause', 'endRest'].includes(work.name) ? 0 : ms),
  )
})

const orders = () => requests.filter(({ method }) => method === 'POST')
const keys = () => orders().map(({ headers }) => headers.get('idempotency-key'))
const bodies = () => orders().map(({ body }) => JSON.stringify(body))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const quantity = () => screen.getByRole('spinbutton', { name: 'Quantity' })
const execute = async () => {
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Execute Trade' }).getAttribute('aria-disabled'),
    ).toBe('false'),
  )
  await press('Execute Trade')
}

/** Sends an order for three shares that nobody answers. */
async function loseOrder(): Promise<void> {
  replies['/api/buy'] = isDown
  await openLoadedStock()
  fill(quantity(), '3')
  await execute()
  await screen.findByText('Trade failed.')
  replies['/api/buy'] = says({ message })
}

/** Opens the page again, as a reload does. */
async function comeBack(): Promise<void> {
  cleanup()
  await openLoadedStock()
}

/** How many different orders the server has seen. */
const differentOrders = () => new Set(keys()).size

describe('after a lost answer and a reload', () => {
  test('the page says so, and a retry has the key and the price of the first try', async () => {
    await loseOrder()
    replies['/api/current-price/AAPL'] = says({ ...price, price: 191, bid: 191, ask: 191 })
    await comeBack()
    const notice = (await screen.findByRole('button', { name: 'Try again' })).closest(
      '[role=status]',
    )
    expect(notice?.textContent).toContain(lostTrade)
    await press('Try again')
    await screen.findByText(message)
    expect(differentOrders()).toBe(1)
    expect(new Set(bodies()).size).toBe(1)
    expect(screen.getByText(/^Your order from .+ went through, just once\.$/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('the form is filled in as it was, and its button is a retry too', async () => {
    await loseOrder()
    await comeBack()
    expect(quantity()).toMatchObject({ value: '3' })
    await execute()
    await screen.findByText(message)
    expect(differentOrders()).toBe(1)
  })

  test('the same order is a new one once the outcome is known', async () => {
    await loseOrder()
    await comeBack()
    await press('Try again')
    await screen.findByText(message)
    fill(quantity(), '3')
    await execute()
    await waitFor(() => expect(differentOrders()).toBe(2))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByText(/just once\.$/)).toBeNull()
  })

  test('another order in between is sent, and the lost one keeps its key', async () => {
    await loseOrder()
    await comeBack()
    fill(quantity(), '2')
    await execute()
    await screen.findByText(message)
    await comeBack()
    await press('Try again')
    await screen.findByText(message)
    const [first] = keys()
    expect(differentOrders()).toBe(2)
    expect(keys().at(-1)).toBe(first)
  })

  test('a refusal settles it, and the next try is a new order', async () => {
    await loseOrder()
    await comeBack()
    replies['/api/buy'] = refuses({ code: 'price_stale', ticker: 'AAPL', ageMinutes: 42 })
    await press('Try again')
    await screen.findByText(/42 minutes old/)
    expect(differentOrders()).toBe(1)
    replies['/api/buy'] = says({ message })
    await execute()
    await screen.findByText(message)
    expect(differentOrders()).toBe(2)
  })

  test('an ended session settles nothing', async () => {
    await loseOrder()
    await comeBack()
    replies['/api/buy'] = refuses({ code: 'unauthorized' })
    await press('Try again')
    await waitFor(() => expect(screen.queryByText(/^Your cash buys/)).toBeNull())
    become(annIn)
    await comeBack()
    replies['/api/buy'] = says({ message })
    await press('Try again')
    await screen.findByText(message)
    expect(differentOrders()).toBe(1)
  })

  test('the learner can drop it, and the same order is a new one', async () => {
    await loseOrder()
    await comeBack()
    await press('Forget this order')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await execute()
    await screen.findByText(message)
    expect(differentOrders()).toBe(2)
  })

  test('a day later the same order is a new one', async () => {
    await loseOrder()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now + 86_400_001)
    await comeBack()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(quantity()).toMatchObject({ value: '1' })
    fill(quantity(), '3')
    await execute()
    await screen.findByText(message)
    expect(differentOrders()).toBe(2)
  })

  test('it is the order of its account and of its run, and of nobody else', async () => {
    await loseOrder()
    cleanup()
    become(bobIn)
    await openLoadedStock()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    fill(quantity(), '3')
    await execute()
    await screen.findByText(message)
    expect(differentOrders()).toBe(2)
    become(annIn)
    replies['/api/portfolio'] = says({ ...portfolio, portfolio: 'second' })
    await comeBack()
    fill(quantity(), '3')
    await execute()
    await screen.findByText(message)
    expect(differentOrders()).toBe(3)
  })

  test('a tab learns that another one has settled it', async () => {
    await loseOrder()
    await comeBack()
    await screen.findByRole('button', { name: 'Try again' })
    const name = Object.keys(localStorage).find((item) => item.includes('unanswered'))
    localStorage.removeItem(String(name))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: String(name) })))
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('a tab whose order is still on its way keeps the key that another one has settled', async () => {
    const { promise, resolve: loseAnswer } = Promise.withResolvers<void>()
    replies['/api/buy'] = () => promise.then(isDown)
    await openLoadedStock()
    fill(quantity(), '3')
    await execute()
    await waitFor(() => expect(orders()).toHaveLength(1))
    const name = Object.keys(localStorage).find((item) => item.includes('unanswered'))
    localStorage.removeItem(String(name))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: String(name) })))
    loseAnswer()
    await screen.findByText('Trade failed.')
    replies['/api/buy'] = says({ message })
    await execute()
    await screen.findByText(message)
    expect(new Set(keys()).size).toBe(1)
  })

  test('a page of a proxy settles nothing, whatever its status', async () => {
    replies['/api/buy'] = () => Promise.resolve(new Response('<h1>Time-out</h1>', { status: 408 }))
    await openLoadedStock()
    fill(quantity(), '3')
    await execute()
    await screen.findByText("Try again. You won't be charged twice.")
    replies['/api/buy'] = says({ message })
    await execute()
    await screen.findByText(message)
    expect(new Set(keys()).size).toBe(1)
  })

  test.each(['{', 'null', '[]', '{"uid-ann":7}', '{"uid-ann":[null,{"key":1}]}'])(
    'what is stored as %s is nothing',
    async (item) => {
      localStorage.setItem('tengrand-unanswered-trades', item)
      replies['/api/buy'] = says({ message })
      await openLoadedStock()
      await execute()
      expect(await screen.findByText(message)).toBeTruthy()
    },
  )

  test('a limit order is placed once', async () => {
    replies['/api/orders'] = isDown
    await openLoadedStock()
    pick(screen.getByRole('combobox', { name: 'Order' }), 'Limit')
    fill(await screen.findByRole('textbox', { name: 'Limit price' }), '180')
    fill(quantity(), '5')
    await press('Place Order')
    await screen.findByText("We didn't hear back about your order. Check your connection.")
    replies['/api/orders'] = says(limitBuy)
    cleanup()
    openStock()
    expect(
      await screen.findByText(/order to buy 5 shares of AAPL at \$180\.00 or less went/),
    ).toBeTruthy()
    await press('Try again')
    await screen.findByText(/^Limit order placed\./)
    expect(differentOrders()).toBe(1)
    expect(new Set(bodies()).size).toBe(1)
  })
})
