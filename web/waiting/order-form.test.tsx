// Orders that wait, placed from the form to trade: what is said beforehand, what is sent, and what comes back.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { requests, timesAsked } from '../testing/learner.tsx'
import { filledAt, limitBuy, listOf, stopSell } from '../testing/orders.ts'
import {
  isDown,
  openStock,
  portfolio,
  refuses,
  replies,
  says,
  sendPrice,
  setUp,
  tearDown,
} from '../testing/stock.tsx'

beforeEach(() => {
  localStorage.clear()
  setUp()
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) =>
    setTimeout(work, ['endPause', 'endRest'].includes(work.name) ? 0 : ms),
  )
  replies['/api/orders'] = says(limitBuy)
})
afterEach(tearDown)

const field = (name: string) => screen.findByRole('spinbutton', { name })
const action = () => screen.getByRole('combobox', { name: 'Action' })
const order = () => screen.getByRole('combobox', { name: 'Order' })
const type = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.type(input, text)
}
const place = () => userEvent.click(screen.getByRole('button', { name: 'Place Order' }))
const placed = () => requests.filter(({ method }) => method === 'POST')
const keys = () => new Set(placed().map(({ headers }) => headers.get('idempotency-key')))

async function choose(side: string, choice: string): Promise<void> {
  openStock()
  await screen.findByText('Your cash buys 50 shares')
  await userEvent.selectOptions(action(), side)
  await userEvent.selectOptions(order(), choice)
  await screen.findByRole('button', { name: 'Place Order' })
}

describe('the choice of an order', () => {
  test('begins with now, and has what goes with the action', async () => {
    openStock()
    await screen.findByText('Your cash buys 50 shares')
    const names = () =>
      within(order())
        .getAllByRole('option')
        .map((one) => one.textContent)
    expect(order()).toMatchObject({ value: 'now' })
    expect(names()).toEqual(['Now', 'At or below'])
    await userEvent.selectOptions(action(), 'Sell')
    expect(names()).toEqual(['Now', 'At or above', 'If it falls to'])
    expect(screen.getByRole('button', { name: 'Execute Trade' })).toBeTruthy()
  })

  test('of a stop becomes a limit where the action becomes to buy', async () => {
    await choose('Sell', 'If it falls to')
    await userEvent.selectOptions(action(), 'Buy')
    expect(order()).toMatchObject({ value: 'limit' })
    expect(await field('Limit price')).toMatchObject({ value: '189.12' })
  })

  test('shows the price of its side and how long it lasts', async () => {
    await choose('Buy', 'At or below')
    expect(await field('Limit price')).toMatchObject({ value: '189.12' })
    const lasts = screen.getByRole('combobox', { name: 'Lasts' })
    expect(
      within(lasts)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Today', 'Until cancelled (90 days)'])
  })
})

test('Max goes by the price of the order from the beginning, also when that of the market moves', async () => {
  await choose('Buy', 'At or below')
  await sendPrice(379.97, 'AAPL', 1, { bid: 379.96, ask: 379.98 })
  expect(await screen.findByText('Buys at $379.98 now')).toBeTruthy()
  expect(screen.getByText('Your cash buys 50 shares')).toBeTruthy()
  await type('Limit price', '180')
  await userEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(await field('Quantity')).toMatchObject({ value: '53' })
})

describe('a sentence says what will happen', () => {
  test('with an order to buy at or below a price', async () => {
    await choose('Buy', 'At or below')
    await type('Quantity', '5')
    await type('Limit price', '180')
    expect(
      screen.getByText(
        'Buys 5 shares of AAPL when the price is $180.00 or less. $900.00 is set aside.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('Your cash buys 53 shares')).toBeTruthy()
  })

  test('with an order to sell at or above a price', async () => {
    await choose('Sell', 'At or above')
    await type('Limit price', '200')
    expect(
      screen.getByText(
        'Sells 1 share of AAPL when the price is $200.00 or more. 1 share is set aside.',
      ),
    ).toBeTruthy()
  })

  test('with a stop, whose price may be lower', async () => {
    await choose('Sell', 'If it falls to')
    await type('Stop price', '170')
    expect(
      screen.getByText(/has fallen to \$170\.00\..*at a lower price\. 1 share is/),
    ).toBeTruthy()
  })

  test('at once, where the live price is there already', async () => {
    await choose('Buy', 'At or below')
    await type('Limit price', '180')
    await sendPrice(179.97, 'AAPL', 1, { bid: 179.96, ask: 179.98 })
    expect(
      await screen.findByText('Buys 1 share of AAPL at once: the price is $179.98 already.'),
    ).toBeTruthy()
  })

  test.each(['', '0', '1.005'])('and asks for a price instead of %j', async (typed) => {
    await choose('Buy', 'At or below')
    const input = await field('Limit price')
    await userEvent.clear(input)
    if (typed) await userEvent.type(input, typed)
    expect(screen.getByText(/^Enter how many shares, and a price/)).toBeTruthy()
    await place()
    expect(placed()).toEqual([])
  })
})

describe('an order that waits', () => {
  test('is sent with its price and how long it lasts, and says what is set aside', async () => {
    await choose('Buy', 'At or below')
    await type('Quantity', '5')
    await type('Limit price', '180')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Lasts' }), 'gtc')
    await place()
    expect(
      (
        await screen.findByText(
          'Order placed: buys 5 shares of AAPL at $180.00 or less. $900.00 is set aside.',
        )
      ).closest('[role=status]'),
    ).not.toBeNull()
    expect(placed().map(({ address, body }) => [address, body])).toEqual([
      [
        '/api/orders',
        {
          ticker: 'AAPL',
          type: 'BUY',
          kind: 'limit',
          quantity: 5,
          price: 180,
          lasts: 'gtc',
          portfolio: 'first',
        },
      ],
    ])
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
  })

  test('can be a stop', async () => {
    replies['/api/orders'] = says(stopSell)
    await choose('Sell', 'If it falls to')
    await type('Stop price', '170')
    await place()
    await screen.findByText(
      'Order placed: sells 1 share of AAPL if it falls to $170.00. 1 share is set aside.',
    )
    expect(placed()[0]?.body).toMatchObject({ type: 'SELL', kind: 'stop', lasts: 'day' })
  })

  test('says its price where it was filled at once', async () => {
    replies['/api/orders'] = says(filledAt(limitBuy, 179.98))
    await choose('Buy', 'At or below')
    await place()
    expect(await screen.findByText('Bought 5 shares of AAPL at $179.98.')).toBeTruthy()
  })

  test('is refused in the words of the server', async () => {
    replies['/api/orders'] = refuses({ code: 'too_many_orders' })
    await choose('Buy', 'At or below')
    await place()
    expect((await screen.findByRole('alert')).textContent).toBe(
      '50 of your orders are open, which is the most. Cancel one first.',
    )
  })

  test('is sent again under its key after silence, and only once by two clicks', async () => {
    replies['/api/orders'] = isDown
    await choose('Buy', 'At or below')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Place Order' }))
    expect(await screen.findByText(/this order is placed once at most/)).toBeTruthy()
    expect(placed()).toHaveLength(3)
    replies['/api/orders'] = says(limitBuy)
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Place Order' }).getAttribute('aria-disabled'),
      ).toBe('false'),
    )
    await place()
    await screen.findByText(/^Order placed/)
    expect(keys().size).toBe(1)
  })
})

test('what open orders hold cannot be used: the form counts with what is free', async () => {
  const [held] = portfolio.holdings
  replies['/api/orders?state=open'] = says(listOf())
  replies['/api/portfolio'] = says({
    ...portfolio,
    free_cash: 1000,
    holdings: [{ ...held, free_quantity: 1 }],
  })
  openStock()
  expect(await screen.findByText('Your cash buys 5 shares')).toBeTruthy()
  const card = screen.getByRole('region', { name: 'Trade AAPL' })
  expect(card.textContent).toContain('Cash $1,000.00 free')
  await userEvent.selectOptions(action(), 'Sell')
  expect(screen.getByText('You have 1 share of AAPL free')).toBeTruthy()
})
