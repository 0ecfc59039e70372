// Tests the quantity of an order that is entered in dollars, and the buttons for half and all of it.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { fill, pick } from '../testing/fill.ts'
import { requests } from '../testing/learner.tsx'
import { limitBuy } from '../testing/orders.ts'
import {
  isDown,
  openLoadedStock,
  openStock,
  portfolio,
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
  replies['/api/buy'] = says({ message: 'Bought 2 shares of AAPL at $189.12 for $378.24.' })
  replies['/api/sell'] = says({ message: 'Sold 1 share of AAPL at $189.12 for $189.12.' })
  replies['/api/orders'] = says(limitBuy)
})

const amount = () => screen.getByRole('textbox', { name: 'Amount' })
const quantity = () => screen.getByRole('spinbutton', { name: 'Quantity' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const unit = (name: string) => screen.getByRole('radio', { name })
const chooseUnit = (name: string) => userEvent.click(unit(name))
const choose = (list: string, choice: string) =>
  pick(screen.getByRole('combobox', { name: list }), choice)
const hint = () =>
  document.getElementById(String(amount().getAttribute('aria-describedby')))?.textContent
const sent = () =>
  requests.filter(({ method }) => method === 'POST').map(({ address, body }) => [address, body])
const open = async (...sides: string[]) => {
  await openLoadedStock()
  for (const side of sides) choose('Action', side)
  await chooseUnit('Dollars')
}

describe('dollars are whole shares', () => {
  test('at the price of the side, and the form says which', async () => {
    await openLoadedStock()
    await sendPrice(200, 'AAPL', 1, { bid: 199.5, ask: 200.5 })
    await chooseUnit('Dollars')
    fill(amount(), '500')
    expect(hint()).toBe('$500 buys 2 shares for $401.00.')
    expect(screen.getByText('Estimated total').nextElementSibling?.textContent).toBe('$401.00')
    choose('Action', 'Sell')
    expect(hint()).toBe('$500 sells 2 shares for $399.00.')
    await press('Execute Trade')
    expect(sent()).toEqual([
      ['/api/sell', { ticker: 'AAPL', quantity: 2, price: 200, portfolio: 'first' }],
    ])
  })

  test.each([
    ['1,000', '$1,000 buys 5 shares for $945.60.'],
    ['$ 1,234.5', '$1,234.50 buys 6 shares for $1,134.72.'],
    ['378,24', '$378.24 buys 2 shares for $378.24.'],
    [' 189.12 ', '$189.12 buys 1 share for $189.12.'],
    ['500.', '$500 buys 2 shares for $378.24.'],
    ['189.11', '$189.11 is less than one share.'],
    ['0', '$0 is less than one share.'],
  ])('also where %j is typed', async (typed, words) => {
    await open()
    fill(amount(), typed)
    expect(hint()).toBe(words)
  })

  test.each(['', '0', '100', '-500', '1.005', '1.000', '12,3456', 'abc', '5e3', '9'.repeat(30)])(
    'and %j sends nothing, with the focus back in the field',
    async (typed) => {
      await open()
      if (typed !== '') fill(amount(), typed)
      await press('Execute Trade')
      expect(sent()).toEqual([])
      expect(document.activeElement).toBe(amount())
      expect(amount().getAttribute('aria-invalid')).toBe('true')
      expect(hint()).toMatch(/^Enter an amount in dollars, like 500\.$|is less than one share\.$/)
    },
  )

  test('anew at every price, while what is typed stays, and those on the page are sent', async () => {
    await open()
    fill(amount(), '500')
    await sendPrice(100)
    expect(amount()).toMatchObject({ value: '500' })
    expect(hint()).toBe('$500 buys 5 shares for $500.00.')
    await press('Execute Trade')
    await screen.findByText(/^Bought/)
    expect(sent()).toMatchObject([['/api/buy', { quantity: 5, price: 100 }]])
  })

  test('at the price of a limit order, which has them all', async () => {
    await open()
    fill(amount(), '1000')
    choose('Order', 'Limit')
    fill(await screen.findByRole('textbox', { name: 'Limit price' }), '150')
    expect(hint()).toBe('$1,000 buys 6 shares for $900.00.')
    await press('Place Order')
    expect(sent()).toMatchObject([['/api/orders', { quantity: 6, price: 150 }]])
  })
})

describe('the choice of dollars', () => {
  test('begins empty, goes back to the shares they are, and is told as chosen', async () => {
    await open()
    expect(amount()).toMatchObject({ value: '' })
    expect(unit('Dollars').getAttribute('aria-checked')).toBe('true')
    fill(amount(), '500')
    await chooseUnit('Shares')
    expect(quantity()).toMatchObject({ value: '2' })
    expect(unit('Shares').getAttribute('aria-checked')).toBe('true')
  })

  test('is reached and made with keys', async () => {
    await openLoadedStock()
    screen.getByRole('combobox', { name: 'Order' }).focus()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.tab()
    expect(document.activeElement).toBe(amount())
  })

  test('stays after a trade, with an empty field', async () => {
    await open()
    fill(amount(), '500')
    await press('Execute Trade')
    await screen.findByText(/^Bought/)
    expect(amount()).toMatchObject({ value: '' })
  })

  test('ends where an answer is lost: the retry is for the same shares at any price', async () => {
    replies['/api/buy'] = isDown
    await open()
    fill(amount(), '500')
    await press('Execute Trade')
    await screen.findByText('Trade failed.')
    expect(quantity()).toMatchObject({ value: '2' })
    await sendPrice(100)
    const button = screen.getByRole('button', { name: 'Execute Trade' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
    replies['/api/buy'] = says({ message: 'Bought 2 shares of AAPL at $189.12 for $378.24.' })
    await press('Execute Trade')
    await screen.findByText(/^Bought/)
    const asked = requests.filter(({ method }) => method === 'POST')
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })
})

describe('Half and Max', () => {
  test('are of the cash and of the shares', async () => {
    await openLoadedStock()
    await press('Half')
    expect(quantity()).toMatchObject({ value: '25' })
    await press('Max')
    expect(quantity()).toMatchObject({ value: '50' })
    choose('Action', 'Sell')
    await press('Half')
    expect(quantity()).toMatchObject({ value: '1' })
  })

  test('of the cash are dollars, where those are entered', async () => {
    await open()
    await press('Half')
    expect(amount()).toMatchObject({ value: '4,820.00' })
    expect(hint()).toBe('$4,820 buys 25 shares for $4,728.00.')
    await press('Max')
    expect(hint()).toBe('$9,640 buys 50 shares for $9,456.00.')
  })

  test('of a sale are shares, because their dollars change with the price', async () => {
    await open('Sell')
    await press('Max')
    expect(quantity()).toMatchObject({ value: '2' })
    await sendPrice(200)
    expect(quantity()).toMatchObject({ value: '2' })
  })

  test('has no half of a single share', async () => {
    const [held] = portfolio.holdings
    replies['/api/portfolio'] = says({
      ...portfolio,
      holdings: [{ ...held, quantity: 1, free_quantity: 1 }],
    })
    openStock()
    await screen.findByText('Your cash buys 50 shares')
    act(() => choose('Action', 'Sell'))
    expect(screen.getByRole('button', { name: 'Half' })).toMatchObject({ disabled: true })
    expect(screen.getByRole('button', { name: 'Max' })).toMatchObject({ disabled: false })
  })
})
