// Tests trading on the page of a stock: its requests, its messages, and that no order is executed twice.
import { alertText } from '../testing/announced.ts'
import { cents } from '@tengrand/core/money.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { fill, pick } from '../testing/fill.ts'
import { requests, timesAsked, type Reply } from '../testing/learner.tsx'
import {
  bought,
  config,
  heading,
  isDown,
  openLoadedStock,
  openStock,
  portfolio,
  price,
  refuses,
  replies,
  says,
  sendPrice,
  testStockPage,
} from '../testing/stock.tsx'

const message = 'Bought 5 shares of AAPL at $189.12 for $945.60.'

testStockPage(() => {
  endRest = undefined
  holdRests()
  replies['/api/buy'] = says({ message })
  replies['/api/sell'] = says({ message: 'Sold 2 shares of AAPL at $189.12 for $378.24.' })
})

const executeButton = () => screen.getByRole('button', { name: 'Execute Trade' })
const quantity = () => screen.getByRole('spinbutton', { name: 'Quantity' })
const action = () => screen.getByRole('combobox', { name: 'Action' })
const execute = () => userEvent.click(executeButton())
const orders = () => requests.filter(({ method }) => method === 'POST')
const keys = () => orders().map(({ headers }) => headers.get('idempotency-key'))
/** The name and the figure of each row. */
const rowsIn = (part: Element | null) =>
  [...(part?.querySelectorAll('dt') ?? [])].map(
    ({ textContent, nextElementSibling }) => `${textContent} ${nextElementSibling?.textContent}`,
  )
const estimate = () => rowsIn(executeButton().closest('form'))
const position = () => rowsIn(screen.getByRole('region', { name: 'Your position' }))
const want = (number: string) => fill(quantity(), number)
/**
 * After a response the form blocks further orders for a moment, which the test ends itself, so that a slow machine
 * does not. The pauses between retries are skipped.
 */
let endRest: (() => void) | undefined
function holdRests(): void {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    // Recognizes timers by their function, because their length is up to the product.
    if (work.name !== 'endRest') return setTimeout(work, work.name === 'endPause' ? 0 : ms)
    endRest = work
    return undefined
  })
}
/** Holds the response to a buy until the returned function is called. */
function buyLater(): () => void {
  const { promise, resolve } = Promise.withResolvers<Response>()
  replies['/api/buy'] = () => promise
  return () => resolve(Response.json({ message }))
}
/** Sends a buy that the server does not answer. */
async function buyInSilence(): Promise<void> {
  replies['/api/buy'] = isDown
  await openLoadedStock()
  await execute()
  await screen.findByText('Trade failed.')
}
async function rested(): Promise<void> {
  await waitFor(() => expect(endRest).toBeDefined())
  act(() => endRest?.())
  endRest = undefined
  expect(executeButton().getAttribute('aria-disabled')).toBe('false')
}

/** Expects that the next press sends another order, under another key. */
async function expectAnotherOrder(): Promise<void> {
  await rested()
  await execute()
  await waitFor(() => expect(orders()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(2)
}

describe('the form', () => {
  test('begins with one share to buy, and says what that comes to', async () => {
    await openLoadedStock()
    expect(quantity()).toMatchObject({ value: '1', min: '1', type: 'number' })
    expect(within(action()).getAllByRole('option')).toHaveLength(2)
    expect(action()).toMatchObject({ value: 'buy' })
    expect(estimate()).toEqual([
      'Buys at $189.12',
      'Estimated total $189.12',
      'Cash left $9,450.88',
    ])
  })

  test('estimates anew as something is typed, chosen or the price moves', async () => {
    await openLoadedStock()
    await userEvent.clear(quantity())
    await userEvent.type(quantity(), '10')
    expect(estimate().slice(1)).toEqual(['Estimated total $1,891.20', 'Cash left $7,748.80'])
    await sendPrice(190)
    expect(estimate().slice(1)).toEqual(['Estimated total $1,900.00', 'Cash left $7,740.00'])
    await userEvent.selectOptions(action(), 'Sell')
    expect(estimate().slice(1)).toEqual(['Estimated total $1,900.00', 'Shares left \u22128'])
    expect(screen.getByText('You only have 2 shares of AAPL.')).toBeTruthy()
    want('2')
    expect(screen.getByText('You have 2 shares of AAPL')).toBeTruthy()
  })

  test.each(['', '0', '1.5', '-3', '1000001'])('estimates nothing for %j', async (typed) => {
    await openLoadedStock()
    fireEvent.change(quantity(), { target: { value: typed } })
    expect(estimate().slice(1)).toEqual(['Estimated total —', 'Cash left —'])
  })

  test.each(['', '0', '1.5'])(
    'sends nothing for %j, which the field does not take',
    async (typed) => {
      await openLoadedStock()
      fireEvent.change(quantity(), { target: { value: typed } })
      await execute()
      expect(orders()).toEqual([])
    },
  )

  test('fills in the most that can be bought or sold', async () => {
    await openLoadedStock()
    await userEvent.click(screen.getByRole('button', { name: 'Max' }))
    expect(quantity()).toMatchObject({ value: '50' })
    pick(action(), 'Sell')
    await userEvent.click(screen.getByRole('button', { name: 'Max' }))
    expect(quantity()).toMatchObject({ value: '2' })
    expect(estimate().slice(1)).toEqual(['Estimated total $378.24', 'Shares left 0'])
  })

  test('has no most where nothing can be sold', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, holdings: [] })
    await openLoadedStock()
    pick(action(), 'Sell')
    expect(screen.getByRole('button', { name: 'Max' })).toMatchObject({ disabled: true })
    expect(screen.getByText('You have 0 shares of AAPL')).toBeTruthy()
    // The untouched default quantity is not reported as too much.
    expect(estimate().at(-1)).toBe('Shares left —')
  })

  test('works before it is known what the learner has', async () => {
    replies['/api/portfolio'] = isDown
    openStock()
    await screen.findByText(/^Failed to load portfolio: The server cannot be reached/)
    expect(estimate().slice(1)).toEqual(['Estimated total $189.12', 'Cash left —'])
    await execute()
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('the two sides of a price', () => {
  const sides = { bid: 192.79, ask: 192.81 }
  const opened = async () => {
    replies['/api/current-price/AAPL'] = says({ ...price, price: 192.8, ...sides })
    openStock()
    await screen.findByText('Your cash buys 49 shares')
  }

  test('are what a buy costs and a sale brings, while everything else counts with the middle', async () => {
    await opened()
    await heading('AAPL · $192.80')
    expect(estimate()).toEqual([
      'Buys at $192.81',
      'Estimated total $192.81',
      'Cash left $9,447.19',
    ])
    pick(action(), 'Sell')
    expect(estimate()).toEqual(['Sells at $192.79', 'Estimated total $192.79', 'Shares left 1'])
    await waitFor(() => expect(position()).toContain('Market Value $385.60'))
  })

  test('move with the live price, and without it', async () => {
    await opened()
    await sendPrice(193, 'AAPL', 1, { bid: 192.99, ask: 193.01 })
    expect(estimate()[0]).toBe('Buys at $193.01')
    await sendPrice(193, 'AAPL', 2, { bid: 193, ask: 193.01 })
    pick(action(), 'Sell')
    expect(estimate()[0]).toBe('Sells at $193.00')
    await sendPrice(193, 'AAPL', 3, { bid: 192.99, ask: 193 })
    expect(estimate()[0]).toBe('Sells at $192.99')
    await heading('AAPL · $193.00')
  })

  test('say how many the cash buys: at the price in the middle it would be one more', async () => {
    await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Max' }))
    expect(quantity()).toMatchObject({ value: '49' })
    expect(estimate().at(-1)).toBe('Cash left $192.31')
  })

  test.each(['Buy', 'Sell'])('send the price in the middle to %s', async (side) => {
    await opened()
    pick(action(), side)
    await execute()
    await waitFor(() => expect(orders()).toHaveLength(1))
    expect(orders()[0]?.body).toMatchObject({ price: 192.8 })
  })
})

describe('a trade', () => {
  test('is sent at the price the learner saw, and answered under the form', async () => {
    await openLoadedStock()
    await sendPrice(190.5)
    want('5')
    await execute()
    expect((await screen.findByText(message)).closest('[role=status]')).not.toBeNull()
    expect(orders().map(({ address, body }) => [address, body])).toEqual([
      ['/api/buy', { ticker: 'AAPL', quantity: 5, price: 190.5, portfolio: 'first' }],
    ])
    expect(keys()[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  })

  test('can be a sale, with the Enter key', async () => {
    await openLoadedStock()
    pick(action(), 'Sell')
    await userEvent.type(quantity(), '{Enter}')
    expect(await screen.findByText(/^Sold 2 shares/)).toBeTruthy()
    expect(orders().map(({ address }) => address)).toEqual(['/api/sell'])
  })

  test('makes every figure right without a reload', async () => {
    await openLoadedStock()
    await waitFor(() => expect(position()).toContain('Quantity 2'))
    replies['/api/portfolio'] = says({
      ...portfolio,
      cash_balance: 8_694.4,
      free_cash: 8_694.4,
      total_value: 10_018.24,
      holdings: [
        {
          ...portfolio.holdings[0],
          quantity: 7,
          free_quantity: 7,
          avg_price: 186.51,
          market_value: 1323.84,
        },
      ],
    })
    replies['/api/transactions?ticker=AAPL'] = says({
      transactions: [{ ...bought, timestamp: '2026-11-13T14:30:00Z', quantity: 5, price: 189.12 }],
      next: null,
    })
    want('5')
    await execute()
    expect(await screen.findByText('Your cash buys 45 shares')).toBeTruthy()
    expect(screen.getAllByText('$8,694.40')).not.toHaveLength(0)
    expect(position()).toEqual([
      'Quantity 7',
      'Avg. Price $186.51',
      'Cost $1,305.60',
      'Market Value $1,323.84',
      'Gain/Loss +$18.24 (+1.40%)',
    ])
    const [newest] = within(
      screen.getByRole('region', { name: 'Your trades in AAPL' }),
    ).getAllByRole('listitem')
    await waitFor(() => expect(newest?.textContent).toMatch(/^BUY5 × \$189\.12.*\$945\.60$/))
    await waitFor(() =>
      expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
        '$189.12, Nov 13, 9:00 AM EST, Bought 5 at $189.12',
      ),
    )
  })

  test('may be more than the learner can pay: that is for the server to say', async () => {
    replies['/api/buy'] = refuses({
      code: 'insufficient_cash',
      need: cents(18_912_000),
      have: cents(964_000),
      free: cents(964_000),
    })
    await openLoadedStock()
    want('1000')
    expect(estimate().at(-1)).toBe('Cash left \u2212$179,480.00')
    expect(executeButton()).toMatchObject({ disabled: false })
    await execute()
    expect(await alertText()).toBe(
      'Not enough cash: this costs $189,120.00 and you have $9,640.00.',
    )
    want('10')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('without words of the server is said in ours', async () => {
    replies['/api/buy'] = says({ message: '' })
    await openLoadedStock()
    await execute()
    expect(await screen.findByText('Trade complete!')).toBeTruthy()
  })

  test.each<{ what: string; reply: Reply }>([
    { what: 'an error page', reply: () => new Response('<h1>Bad Gateway</h1>', { status: 502 }) },
    { what: 'nothing at all', reply: isDown },
  ])('that is answered with $what has failed, as far as we know', async ({ reply }) => {
    replies['/api/buy'] = reply
    await openLoadedStock()
    await execute()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Trade failed.')).toBeTruthy()
    expect(within(alert).getByText("Try again. You won't be charged twice.")).toBeTruthy()
  })
})

describe('an order on its way', () => {
  test.each([
    { market: 'simulated', words: 'Executing...' },
    { market: undefined, words: 'Executing...' },
    { market: 'alpaca', words: 'Getting the latest price…' },
    { market: 'yahoo', words: 'Getting the latest price…' },
  ])('on the market $market says $words', async ({ market, words }) => {
    replies['/config.json'] = says({ ...config, market })
    const answer = buyLater()
    await openLoadedStock()
    await waitFor(() => expect(timesAsked('GET /config.json')).toBe(1))
    await execute()
    const button = await screen.findByRole('button', { name: words })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    answer()
    await screen.findByText(message)
    expect(executeButton()).toBe(button)
  })

  test.each([
    { side: 'Sell', typed: '5' },
    { side: 'Buy', typed: '6' },
  ])('leaves alone what is filled in meanwhile: $side $typed', async ({ side, typed }) => {
    const answer = buyLater()
    await openLoadedStock()
    want('5')
    await execute()
    pick(action(), side)
    want(typed)
    answer()
    await screen.findByText(message)
    expect(quantity()).toMatchObject({ value: typed })
  })

  test('for which no new price came is told so, and the next try is another order', async () => {
    replies['/api/buy'] = refuses({ code: 'price_stale', ticker: 'AAPL', ageMinutes: null })
    await openLoadedStock()
    await execute()
    expect(await alertText()).toBe('No new price of AAPL came in time. Please try again.')
    await expectAnotherOrder()
  })
})

describe('nothing is traded twice', () => {
  test('by a double click, however fast the answer', async () => {
    await openLoadedStock()
    await userEvent.dblClick(executeButton())
    await screen.findByText(message)
    await execute()
    expect(orders()).toHaveLength(1)
  })

  test('by two clicks before the answer', async () => {
    const answer = buyLater()
    await openLoadedStock()
    act(() => {
      executeButton().click()
      executeButton().click()
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Executing...' }))
    answer()
    await screen.findByText(message)
    expect(orders()).toHaveLength(1)
  })

  test('by a key that is held down', async () => {
    await openLoadedStock()
    for (const field of [executeButton(), quantity()]) {
      expect(fireEvent.keyDown(field, { key: 'Enter', repeat: true })).toBe(false)
      expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
    }
  })

  test('but again when the learner wants that, under another key', async () => {
    await openLoadedStock()
    await execute()
    await screen.findByText(message)
    await expectAnotherOrder()
  })

  test('by trying again after silence: the same order goes out under its key and its price', async () => {
    await buyInSilence()
    await rested()
    await sendPrice(190)
    replies['/api/buy'] = says({ message })
    await execute()
    await screen.findByText(message)
    expect(orders()).toHaveLength(4)
    expect(new Set(keys()).size).toBe(1)
    expect(new Set(orders().map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  test('by trying again after silence and then too many orders: it may have been carried out', async () => {
    await buyInSilence()
    await rested()
    replies['/api/buy'] = refuses({ code: 'too_many_requests', of: 'orders', retryAfterSeconds: 1 })
    await execute()
    const words = 'That was a lot of orders. Please try again in a second.'
    const alert = (await screen.findByText(words)).closest('[role=alert]')
    expect(alert?.textContent).toContain("You won't be charged twice.")
    await rested()
    replies['/api/buy'] = says({ message })
    await execute()
    await screen.findByText(message)
    expect(new Set(keys()).size).toBe(1)
  })

  test('and another order after silence is another one', async () => {
    await buyInSilence()
    await rested()
    replies['/api/buy'] = says({ message })
    want('2')
    await execute()
    await screen.findByText(message)
    expect(new Set(keys()).size).toBe(2)
    expect(orders().at(-1)?.body).toMatchObject({ quantity: 2 })
  })

  test('and after a refusal the next try is another order', async () => {
    replies['/api/buy'] = refuses({ code: 'price_stale', ticker: 'AAPL', ageMinutes: 42 })
    await openLoadedStock()
    await execute()
    expect(await alertText()).toBe(
      'The latest price of AAPL is 42 minutes old. Please try again when prices are fresh.',
    )
    await expectAnotherOrder()
  })
})

describe('a price that has moved', () => {
  const moved = (to: number) => refuses({ code: 'price_moved', ticker: 'AAPL', price: cents(to) })

  test('is shown everywhere, and the learner can agree to it', async () => {
    replies['/api/buy'] = moved(19_500)
    await openLoadedStock()
    want('5')
    await execute()
    expect(await alertText()).toBe('The price of AAPL is now $195.00. Please review and try again.')
    await heading('AAPL · $195.00')
    expect(estimate().slice(0, 2)).toEqual(['Buys at $195.00', 'Estimated total $975.00'])
    replies['/api/buy'] = says({ message })
    await rested()
    await userEvent.click(screen.getByRole('button', { name: 'Buy 5 shares at $195.00' }))
    await screen.findByText(message)
    expect(orders().at(-1)?.body).toEqual({
      ticker: 'AAPL',
      quantity: 5,
      price: 195,
      portfolio: 'first',
    })
    expect(new Set(keys()).size).toBe(2)
    expect(screen.queryByRole('button', { name: /shares at/ })).toBeNull()
  })

  test('counts more than a stream that has gone quiet, and less than one that speaks again', async () => {
    await openLoadedStock()
    await sendPrice(190)
    replies['/api/buy'] = moved(19_500)
    await execute()
    await heading('AAPL · $195.00')
    await sendPrice(196, 'AAPL', 5)
    await heading('AAPL · $196.00')
    expect(screen.getByRole('button', { name: 'Buy 1 share at $196.00' })).toBeTruthy()
  })

  test.each([
    { side: 'Buy', row: 'Buys at', now: '$196.01' },
    { side: 'Sell', row: 'Sells at', now: '$195.99' },
  ])('is the price of both sides to $side until something newer comes', async (order) => {
    replies['/api/buy'] = moved(19_500)
    replies['/api/sell'] = moved(19_500)
    await openLoadedStock()
    await sendPrice(190, 'AAPL', 1, { bid: 189.99, ask: 190.01 })
    pick(action(), order.side)
    await execute()
    await heading('AAPL · $195.00')
    expect(estimate()[0]).toBe(`${order.row} $195.00`)
    await waitFor(() => expect(position()).toContain('Market Value $390.00'))
    await sendPrice(196, 'AAPL', 5, { bid: 195.99, ask: 196.01 })
    expect(estimate()[0]).toBe(`${order.row} ${order.now}`)
    await rested()
    await userEvent.click(
      screen.getByRole('button', { name: `${order.side} 1 share at ${order.now}` }),
    )
    await waitFor(() => expect(orders()).toHaveLength(2))
    expect(orders().map(({ body }) => body)).toMatchObject([
      { price: 190 },
      { price: Number(order.now.slice(1)) },
    ])
  })

  test('cannot be agreed to by the second half of a double click', async () => {
    replies['/api/buy'] = moved(19_500)
    await openLoadedStock()
    await execute()
    await userEvent.click(await screen.findByRole('button', { name: 'Buy 1 share at $195.00' }))
    await execute()
    expect(orders()).toHaveLength(1)
  })
})

test('what the learner has is asked for again after silence too', async () => {
  await buyInSilence()
  await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
})
