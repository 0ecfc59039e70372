// Tests what the field of the quantity says of a wrong one, with every kind of order.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { alertText } from '../testing/announced.ts'
import { fill, pick } from '../testing/fill.ts'
import { holdingOf, requests } from '../testing/learner.tsx'
import {
  openLoadedStock,
  openStock,
  portfolio,
  refuses,
  replies,
  says,
  testStockPage,
} from '../testing/stock.tsx'

const zero = { avg: 180, now: 189.12, value: 567.36 }
const three = holdingOf('AAPL', 3, zero, { amount: 0, percent: 0 })

testStockPage(() => {
  replies['/api/portfolio'] = says({ ...portfolio, holdings: [three] })
  replies['/api/orders?state=open'] = says({ orders: [], next: null })
  const refusal = { code: 'insufficient_shares', ticker: 'AAPL', have: 3, free: 3 } as const
  replies['/api/sell'] = refuses(refusal)
  replies['/api/orders'] = refuses(refusal)
})

const quantity = () => screen.getByRole('spinbutton', { name: 'Quantity' })
const choose = (list: string, choice: string) =>
  pick(screen.getByRole('combobox', { name: list }), choice)
const told = () => document.getElementById(String(quantity().getAttribute('aria-describedby')))
const expectFault = (words: string | null) => {
  expect(quantity().getAttribute('aria-invalid')).toBe(String(words !== null))
  expect(told()?.className.includes('text-loss')).toBe(words !== null)
  if (words !== null) expect(told()?.textContent).toBe(words)
}
const whole = 'Enter a whole number from 1 to 1,000,000.'
const orders = () => requests.filter(({ method }) => method === 'POST')

describe.each([
  { kind: 'Market', button: 'Execute Trade' },
  { kind: 'Limit', button: 'Place Order' },
  { kind: 'Stop', button: 'Place Order' },
])('the quantity of a sale by a $kind order', ({ kind, button }) => {
  const open = async () => {
    await openLoadedStock()
    choose('Action', 'Sell')
    choose('Order', kind)
    return screen.findByRole('button', { name: button })
  }

  test('is wrong in words below the field, which never are those of the browser', async () => {
    const press = await open()
    expectFault(null)
    expect(press.closest('form')).toMatchObject({ noValidate: true })
    for (const [typed, words] of [
      ['99', 'You only have 3 shares of AAPL.'],
      ['0', whole],
      ['1.5', whole],
      ['-2', whole],
      ['1000001', whole],
      ['3', null],
    ] as const) {
      fill(quantity(), typed)
      expectFault(words)
    }
  })

  test('may be empty while it is filled in, and no longer when it is left or sent', async () => {
    const press = await open()
    await userEvent.clear(quantity())
    expectFault(null)
    await userEvent.tab()
    expectFault(whole)
    await userEvent.type(quantity(), '2')
    expectFault(null)
    await userEvent.clear(quantity())
    await userEvent.click(press)
    expectFault(whole)
    expect(document.activeElement).toBe(quantity())
    expect(orders()).toEqual([])
  })

  test('is sent where it is more than there is: the server says the same in its words', async () => {
    const press = await open()
    fill(quantity(), '99')
    expect(press).toMatchObject({ disabled: false })
    await userEvent.click(press)
    expect(await alertText()).toBe('Not enough shares: you have 3 shares of AAPL.')
    expect(orders()).toMatchObject([{ body: { quantity: 99 } }])
    expectFault('You only have 3 shares of AAPL.')
  })
})

test.each([
  { free: 9_640, words: 'You only have $9,640.00.' },
  { free: 1_000, words: 'You only have $1,000.00 to spend.' },
])('a purchase for more than $free dollars says what the learner has', async ({ free, words }) => {
  replies['/api/portfolio'] = says({ ...portfolio, free_cash: free })
  openStock()
  await screen.findByText(/^Your cash buys/)
  expectFault(null)
  fill(quantity(), '51')
  expectFault(words)
})
