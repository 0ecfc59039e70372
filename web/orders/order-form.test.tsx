// Tests the form of limit and stop orders: its plan, its request, and its outcome.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { fill, pick } from '../testing/fill.ts'
import { requests, runMarket, timesAsked } from '../testing/learner.tsx'
import { filledAt, limitBuy, listOf, stopSell, storedNotifications } from '../testing/orders.ts'
import {
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

testStockPage(() => {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) =>
    setTimeout(work, ['endPause', 'endRest'].includes(work.name) ? 0 : ms),
  )
  replies['/api/orders'] = says(limitBuy)
})

/** Sets the clock of the browser. */
const itIs = (instant: string) =>
  vi.spyOn(performance, 'now').mockReturnValue(Date.parse(instant) - performance.timeOrigin)

/** A time in the zone of the browser, with the name of that zone. */
const endWords = (instant: string) =>
  new Date(instant).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })

const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const lasts = () => screen.getByRole('combobox', { name: 'Lasts' })
const action = () => screen.getByRole('combobox', { name: 'Action' })
const order = () => screen.getByRole('combobox', { name: 'Order' })
const type = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.type(input, text)
}
const set = async (name: string, value: string) => fill(await field(name), value)
const placeButton = () => screen.getByRole('button', { name: 'Place Order' })
const place = () => userEvent.click(placeButton())
const placed = () => requests.filter(({ method }) => method === 'POST')
const keys = () => new Set(placed().map(({ headers }) => headers.get('idempotency-key')))

const expectText = (words: string | RegExp) => expect(screen.getByText(words)).toBeTruthy()
const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map((option) => option.textContent)

type Filled = readonly [name: string, value: string]

async function choose(side: string, choice: string, filled?: Filled): Promise<void> {
  await openLoadedStock()
  pick(action(), side)
  pick(order(), choice)
  await screen.findByRole('button', { name: 'Place Order' })
  if (filled) await set(...filled)
}

describe('the choice of an order', () => {
  test('leaves the focus in the quantity while the code of its fields arrives', async () => {
    await openLoadedStock()
    pick(order(), 'Limit')
    ;(await field('Quantity')).focus()
    await screen.findByRole('button', { name: 'Place Order' })
    expect(document.activeElement).toBe(await field('Quantity'))
  })

  test('begins with a market order, and every kind says what it does', async () => {
    await openLoadedStock()
    expect(order()).toMatchObject({ value: 'now' })
    const helped = () => document.getElementById(String(order().getAttribute('aria-describedby')))
    expect(helped()?.textContent).toBe(
      "You get the price at the moment you trade. If it moves more than 1%, we'll check with you first.",
    )
    for (const [side, kind, words] of [
      ['Buy', 'Limit', /^You buy at your limit or for less\./],
      ['Sell', 'Limit', /^You sell at your limit or for more\./],
      ['Sell', 'Stop', /^Sells your shares once the price falls to your stop\./],
    ] as const) {
      pick(action(), side)
      expect(optionsOf(order())).toEqual(['Market', 'Limit', 'Stop'])
      pick(order(), kind)
      expect(helped()?.textContent).toMatch(words)
    }
    pick(order(), 'Market')
    expect(screen.getByRole('button', { name: 'Execute Trade' })).toBeTruthy()
  })

  test('of a stop sells, whatever the action was', async () => {
    await openLoadedStock()
    pick(order(), 'Stop')
    expect(action()).toMatchObject({ value: 'sell' })
    expect(await field('Stop price')).toMatchObject({ value: '179.66' })
  })

  test('of a stop becomes a limit where the action becomes to buy', async () => {
    await choose('Sell', 'Stop')
    pick(action(), 'Buy')
    expect(order()).toMatchObject({ value: 'limit' })
    expect(await field('Limit price')).toMatchObject({ value: '185.34' })
  })

  test.each([
    ['Buy', 'Limit', 'Limit price', '186.20'],
    ['Sell', 'Limit', 'Limit price', '193.78'],
    ['Sell', 'Stop', 'Stop price', '180.48'],
  ])('to %s %s begins with a price that is not met yet', async (side, choice, name, value) => {
    replies['/api/current-price/AAPL'] = says({ ...price, bid: 189.98, ask: 190 })
    await openLoadedStock()
    pick(action(), side)
    pick(order(), choice)
    expect(await field(name)).toMatchObject({ value })
    expect(screen.queryByText(/right away/)).toBeNull()
  })

  test('shows the price of its side and how long it lasts', async () => {
    await choose('Buy', 'Limit')
    expect(await screen.findByText(/^Right now you'd pay \$189\.12 a share/)).toBeTruthy()
    expect(optionsOf(lasts())).toEqual(['Today', 'Until cancelled'])
  })

  test('keeps how long it lasts while the action and the kind of order are changed', async () => {
    await choose('Sell', 'Limit')
    pick(lasts(), 'gtc')
    pick(order(), 'Stop')
    expect(lasts()).toMatchObject({ value: 'gtc' })
    pick(action(), 'Buy')
    expect(lasts()).toMatchObject({ value: 'gtc' })
    pick(order(), 'Market')
    pick(order(), 'Limit')
    expect(lasts()).toMatchObject({ value: 'gtc' })
  })

  test('has its price explained', async () => {
    await choose('Sell', 'Stop')
    await userEvent.click(screen.getByRole('button', { name: 'What is the stop price?' }))
    expect(screen.getByRole('tooltip').textContent).toContain('When the price falls this far')
  })
})

test('Max goes by the price of the order from the beginning, also when that of the market moves', async () => {
  await choose('Buy', 'Limit')
  await sendPrice(379.97, 'AAPL', 1, { bid: 379.96, ask: 379.98 })
  expect(await screen.findByText(/^Right now you'd pay \$379\.98 a share/)).toBeTruthy()
  expectText('Your cash buys 52 shares')
  await set('Limit price', '180')
  await userEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(await field('Quantity')).toMatchObject({ value: '53' })
})

describe('a sentence says what will happen', () => {
  test('with an order to buy at or below a price', async () => {
    await choose('Buy', 'Limit')
    await type('Quantity', '5')
    await type('Limit price', '180')
    expectText(
      'Buys 5 shares of AAPL when the price is $180.00 or less. $900.00 will be set aside.',
    )
    expectText('Your cash buys 53 shares')
  })

  test('with an order to sell at or above a price', async () => {
    await choose('Sell', 'Limit', ['Limit price', '200'])
    expectText(
      'Sells 1 share of AAPL when the price is $200.00 or more. 1 share will be set aside.',
    )
  })

  test('with a stop, whose price may be lower', async () => {
    await choose('Sell', 'Stop', ['Stop price', '170'])
    expectText(
      "Sells 1 share of AAPL when the price falls to $170.00. If the price gaps below your stop, you'll sell for less. 1 share will be set aside.",
    )
  })

  test('at once, where the live price is there already', async () => {
    await choose('Buy', 'Limit', ['Limit price', '180'])
    await sendPrice(179.97, 'AAPL', 1, { bid: 179.96, ask: 179.98 })
    const plan = await screen.findByText(
      'Your limit is at or above the current price, so this buys 1 share right away.',
    )
    expect(plan.className).toContain('text-accent')
    expectText('Your cash buys 53 shares')
  })

  test('at once, where the cash is enough at the price of the market and not at that of the order', async () => {
    await choose('Buy', 'Limit', ['Quantity', '50'])
    await set('Limit price', '400')
    expectText('Your limit is at or above the current price, so this buys 50 shares right away.')
    expect(screen.queryByText(/^You only have/)).toBeNull()
  })

  test('and not that it is at once, while the market is closed', async () => {
    runMarket({ market: 'simulated', hours: 'nyse' })
    itIs('2026-11-14T15:00:00Z')
    await choose('Buy', 'Limit', ['Limit price', '200'])
    expectText(/^Buys 1 share of AAPL when the price is \$200\.00/)
  })

  test('and takes a decimal comma for what it is', async () => {
    await choose('Buy', 'Limit', ['Limit price', '189,5'])
    expectText(/at or above the current price/)
    await set('Limit price', '18,95')
    expectText(/^Buys 1 share of AAPL when the price is \$18\.95 or less/)
  })

  test.each(['', '0', '1.005'])('and asks for a price instead of %j', async (typed) => {
    await choose('Buy', 'Limit')
    const input = await field('Limit price')
    await userEvent.clear(input)
    if (typed) await userEvent.type(input, typed)
    const words = screen.getByText('Enter a price in dollars and cents, like 189.50.')
    expect(words.className).not.toContain('text-loss')
    await place()
    expect(placed()).toEqual([])
    expect(words.className).toContain('text-loss')
    expect(document.activeElement).toBe(input)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.closest('form')).toMatchObject({ noValidate: true })
  })

  test('and asks for a number of shares where there is none', async () => {
    await choose('Buy', 'Limit')
    await userEvent.clear(await field('Quantity'))
    expectText('Fill in a quantity to see what your order does.')
    await place()
    expectText('Enter a whole number from 1 to 1,000,000.')
    expect(placed()).toEqual([])
    expect(document.activeElement).toBe(await field('Quantity'))
  })

  test('and until when it lasts, on the clock of the browser', async () => {
    itIs('2026-11-13T15:00:00Z')
    await choose('Buy', 'Limit')
    const until = endWords('2026-11-14T05:00:00Z')
    expect(until).toMatch(/^Nov 1[34], \d+:\d\d [AP]M \S+$/)
    expect(
      await screen.findByText(`Right now you'd pay $189.12 a share. Lasts until ${until}.`),
    ).toBeTruthy()
    pick(lasts(), 'gtc')
    expectText(/Lasts until Feb 11, 2027\.$/)
  })

  test('and the end of the next session, while the market is closed', async () => {
    runMarket({ market: 'simulated', hours: 'nyse' })
    itIs('2026-11-14T15:00:00Z')
    await choose('Buy', 'Limit')
    const until = endWords('2026-11-16T21:00:00Z')
    expect(
      await screen.findByText(`Right now you'd pay $189.12 a share. Lasts until ${until}.`),
    ).toBeTruthy()
  })
})

describe('an order that is more than there is says so in the color of a loss', () => {
  const [held] = portfolio.holdings
  const own = (quantity: number, free_quantity: number) =>
    says({ ...portfolio, holdings: quantity === 0 ? [] : [{ ...held, quantity, free_quantity }] })
  const expectRed = (words: string) =>
    expect(screen.getByText(words).className).toContain('text-loss')

  test('when the cash does not pay for it', async () => {
    await choose('Buy', 'Limit', ['Quantity', '60'])
    expectRed('You only have $9,640.00.')
    expectText(/^Buys 60 shares of AAPL when the price is \$\d+\.\d\d or less\.$/)
  })

  test.each([
    [0, 0, 'You have no AAPL to sell.'],
    [2, 2, 'You only have 2 shares of AAPL.'],
    [3, 1, 'You can sell 1 of your 3 shares.'],
    [4, 2, 'You can sell 2 of your 4 shares.'],
    [3, 0, 'Open orders hold your 3 shares of AAPL.'],
  ])('when of %d shares %d are free', async (all, free, words) => {
    replies['/api/orders?state=open'] = says(listOf())
    replies['/api/portfolio'] = own(all, free)
    await choose('Sell', 'Limit', ['Quantity', '5'])
    expectRed(words)
  })
})

describe('an order that waits', () => {
  test('is sent with its price and how long it lasts, and says what is set aside', async () => {
    await choose('Buy', 'Limit', ['Quantity', '5'])
    await set('Limit price', '180')
    pick(lasts(), 'gtc')
    await place()
    const said = await screen.findByText(
      "Limit order placed. You'll buy 5 shares of AAPL at $180.00 or less. $900.00 is set aside.",
    )
    expect(said.closest('[role=status]')).not.toBeNull()
    const terms = { type: 'BUY', kind: 'limit', quantity: 5, price: 180, lasts: 'gtc' }
    expect(placed().map(({ address, body }) => [address, body])).toEqual([
      ['/api/orders', { ...terms, ticker: 'AAPL', portfolio: 'first' }],
    ])
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
  })

  test('can be a stop', async () => {
    replies['/api/orders'] = says(stopSell)
    await choose('Sell', 'Stop', ['Stop price', '170'])
    await place()
    await screen.findByText(
      "Stop order placed. You'll sell 1 share of AAPL if the price falls to $170.00. 1 share is set aside.",
    )
    expect(placed()[0]?.body).toMatchObject({ type: 'SELL', kind: 'stop', lasts: 'day' })
  })

  test('says its price where it was filled at once', async () => {
    replies['/api/orders'] = says(filledAt(limitBuy, 179.98))
    await choose('Buy', 'Limit')
    await place()
    expect(await screen.findByText('Bought 5 shares of AAPL at $179.98.')).toBeTruthy()
  })

  test('is refused in the words of the server', async () => {
    replies['/api/orders'] = refuses({ code: 'too_many_orders' })
    await choose('Buy', 'Limit')
    await place()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'You have 50 open orders. Cancel one first.',
    )
  })

  test('is sent again under its key after silence, and only once by two clicks', async () => {
    replies['/api/orders'] = isDown
    await choose('Buy', 'Limit')
    await userEvent.dblClick(placeButton())
    expect(await screen.findByText("Try again. You won't be charged twice.")).toBeTruthy()
    expectText("We didn't hear back about your order. Check your connection.")
    expect(placed()).toHaveLength(3)
    replies['/api/orders'] = says(limitBuy)
    await waitFor(() => expect(placeButton().getAttribute('aria-disabled')).toBe('false'))
    await place()
    await screen.findByText(/order placed\./)
    expect(keys().size).toBe(1)
  })
})

describe('after an order was placed', () => {
  const waiting = () => {
    replies['/api/portfolio'] = says({ ...portfolio, free_cash: 8740 })
    replies['/api/orders?state=open'] = says(listOf(limitBuy))
  }
  const done = async (answers = () => {}) => {
    await choose('Buy', 'Limit')
    answers()
    await set('Quantity', '5')
    await set('Limit price', '180')
    await place()
    await screen.findByText(/order placed\./)
  }

  test('the form rests: its plan is gone, and the same order is not placed by another Enter', async () => {
    await done()
    expect(screen.queryByText(/will be set aside/)).toBeNull()
    expectText('Want another one? Change the shares or the price.')
    await userEvent.type(await field('Limit price'), '{Enter}')
    await place()
    expect(placed()).toHaveLength(1)
    await set('Quantity', '6')
    expectText(/\$1,080\.00 will be set aside/)
    await place()
    await waitFor(() => expect(placed()).toHaveLength(2))
  })

  test.each([
    ['the quantity', () => set('Quantity', '6')],
    ['the price', () => set('Limit price', '181')],
    ['how long it lasts', async () => pick(lasts(), 'gtc')],
    ['the action', async () => pick(action(), 'Sell')],
  ])('what was said of it goes with a change of %s', async (_, change) => {
    await done()
    await change()
    expect(screen.queryByText(/order placed\./)).toBeNull()
  })

  test('what was said of a refusal goes with a change, too', async () => {
    replies['/api/orders'] = refuses({ code: 'too_many_orders' })
    await choose('Buy', 'Limit')
    await place()
    await screen.findByRole('alert')
    await set('Quantity', '2')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('what was said of it goes when it is cancelled, and the same can be placed again', async () => {
    await done(waiting)
    await screen.findByRole('button', { name: /^Cancel: / })
    expectText(/order placed\./)
    replies['/api/orders/order-1'] = says({ ...limitBuy, state: 'cancelled', reason: 'learner' })
    replies['/api/orders?state=open'] = says(listOf())
    await userEvent.click(screen.getByRole('button', { name: /^Cancel: / }))
    await waitFor(() => expect(screen.queryByText(/order placed\./)).toBeNull())
    expectText(/will be set aside/)
  })

  test('it is remembered, so that what becomes of it is told even if nobody saw it open', async () => {
    await done()
    const item = { owner: 'uid-ann', since: limitBuy.placed_at, open: 1 }
    expect(storedNotifications()).toMatchObject(item)
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
  expect(card.textContent).toContain('Cash $1,000.00 to spend')
  await userEvent.click(screen.getByRole('button', { name: 'to spend' }))
  expect(card.textContent).toContain('The rest is set aside for your open orders.')
  pick(action(), 'Sell')
  expectText('You can sell 1 share of AAPL')
})
