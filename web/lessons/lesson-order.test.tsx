// Tests the orders in a lesson: what an action sends, the receipt, the refusals in plain words, and lost answers.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import { cents } from '@tengrand/core/money.ts'
import { describe, expect, test, vi } from 'vitest'

import { fill } from '../testing/fill.ts'
import {
  isDown,
  neverAnswers,
  refuses,
  renderAt,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { answerLesson, lessonIn, quotesAt, type LessonStream } from '../testing/lesson-play.ts'
import PlayPage from './play-page.tsx'

let stream: LessonStream

testAsLearner(() => {
  stream = answerLesson()
})

/** Opens a stock at tick 61, with $8,000, 20 shares of D and all prices at $100. */
async function openStock(symbol = 'D', state: Parameters<typeof lessonIn>[0] = 'running') {
  replies['/api/leagues/l-1'] = says(lessonIn(state, 61))
  renderAt(`/leagues/l-1/play#${symbol}`, <PlayPage />)
  await screen.findByText(symbol === 'D' ? /^You own 20 shares/ : 'You own none')
  await stream.send('tick', quotesAt(61, {}, state))
}

const sheet = () => within(screen.getByRole('dialog'))
const button = (name: string | RegExp) => sheet().getByRole('button', { name })
const tap = (name: string | RegExp) => userEvent.click(button(name))
const isOff = (name: string) => button(name).matches(':disabled')
const said = () => sheet().getByRole('status').textContent
const warned = async () => (await sheet().findByRole('alert', { name: '' })).textContent

const receiptOf = (side: 'BUY' | 'SELL', quantity: number, changes: object = {}) => ({
  message: `${side === 'BUY' ? 'Bought' : 'Sold'} ${quantity} shares of Stock D at $100.10 for $1,001.00.`,
  error: null,
  trade: {
    type: side,
    ticker: 'D',
    quantity,
    price: 100.1,
    total: 100.1 * quantity,
    realized_gain: null,
    realized_gain_percent: null,
  },
  cash_balance: 7_000,
  shares: 29,
  ...changes,
})

const sent = () =>
  requests
    .filter(({ method }) => method === 'POST')
    .map(({ address, body }) => [address, body] as const)

describe('an action', () => {
  test.each([
    // At the shown ask of $100.10, and with $8,000.
    ['Buy $1,000', 'Buy 9 shares', 'buy', 9, 'About $900.90'],
    ['Buy half', 'Buy 39 shares', 'buy', 39, 'About $3,903.90'],
    ['Buy all', 'Buy for all your cash', 'buy', 1_000_000, ''],
    // At the shown bid of $99.90.
    ['Sell half', 'Sell 10 shares', 'sell', 10, 'About $999.00'],
    ['Sell all', 'Sell all your shares', 'sell', 1_000_000, ''],
  ])('%s takes one tap and one confirmation', async (action, confirm, side, quantity, about) => {
    replies[`/api/${side}`] = says(receiptOf('BUY', 9))
    await openStock()
    await tap(action)
    expect(button(action).getAttribute('aria-pressed')).toBe('true')
    expect(sent()).toEqual([])
    const confirmation = button(confirm)
    expect(confirmation.nextElementSibling?.textContent).toBe(about)
    await userEvent.click(confirmation)
    const order = { ticker: 'D', quantity, portfolio: 'p-lesson', tick: 61 }
    await waitFor(() => expect(sent()).toEqual([[`/api/${side}`, order]]))
  })

  test('is confirmed as it was chosen, on a button that stays', async () => {
    replies['/api/buy'] = neverAnswers
    await openStock()
    const confirmation = button('Choose an action')
    await tap('Buy $1,000')
    await stream.send('tick', quotesAt(62, { D: 200 }))
    expect(confirmation.textContent).toBe('Buy 9 shares')
    expect(confirmation.nextElementSibling?.textContent).toBe('About $1,801.80')
    await userEvent.click(confirmation)
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.[1]).toMatchObject({ quantity: 9, tick: 62 })
    expect(confirmation.textContent).toBe('Choose an action')
    expect(said()).toBe('Waiting for the next price…')
  })

  test('cannot be chosen where it is not possible', async () => {
    await openStock('E')
    expect(['Sell half', 'Sell all'].map(isOff)).toEqual([true, true])
    expect(['Buy $1,000', 'Buy half', 'Buy all'].map(isOff)).toEqual([false, false, false])
    await stream.send('tick', quotesAt(62, { E: 1_500 }))
    expect(['Buy $1,000', 'Buy half', 'Buy all'].map(isOff)).toEqual([true, false, false])
    await stream.send('tick', quotesAt(63, { E: 9_000 }))
    expect(['Buy $1,000', 'Buy half', 'Buy all'].map(isOff)).toEqual([true, true, true])
  })

  test('by number has a field of its own', async () => {
    replies['/api/sell'] = says(receiptOf('SELL', 15))
    await openStock()
    await tap('Number…')
    const field = sheet().getByRole('textbox', { name: 'Number of shares' })
    await tap('Sell')
    const fault = 'Enter a whole number from 1 to 1,000,000.'
    expect(sheet().getByText(fault)).toBeTruthy()
    fill(field, '1.5')
    await tap('Buy')
    expect(sheet().getByText(fault)).toBeTruthy()
    expect(sent()).toEqual([])
    fill(field, '15')
    expect(sheet().queryByText(fault)).toBe(null)
    await tap('Sell')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toEqual([
      '/api/sell',
      { ticker: 'D', quantity: 15, portfolio: 'p-lesson', tick: 61 },
    ])
    expect(await sheet().findByText(/^Sold 15 shares/)).toBeTruthy()
    expect(screen.getByDisplayValue('15')).toBeTruthy()
  })

  test('is sent once by two quick taps', async () => {
    replies['/api/buy'] = neverAnswers
    await openStock()
    await tap('Number…')
    fill(sheet().getByRole('textbox', { name: 'Number of shares' }), '1')
    await userEvent.dblClick(button('Buy'))
    expect(sent()).toHaveLength(1)
  })
})

describe('the receipt', () => {
  test('says what was done, and the page knows the cash and the shares at once', async () => {
    replies['/api/buy'] = says(receiptOf('BUY', 9))
    await openStock()
    await tap('Buy $1,000')
    await tap('Buy 9 shares')
    await sheet().findByText('Bought 9 shares of Stock D at $100.10 for $1,001.00.')
    expect(sheet().getByText('Cash $7,000.00')).toBeTruthy()
    expect(sheet().getByText('You own 29 shares, $2,900.00')).toBeTruthy()
    await stream.send('tick', quotesAt(62))
    const own = screen.getByText(/your value$/).nextElementSibling
    expect(own?.textContent).toBe('$9,900.00')
    expect(timesAsked('GET /api/portfolio?portfolio=p-lesson')).toBe(1)
  })

  test('says when the order was reduced', async () => {
    const message =
      'Bought 33 shares of Stock D at $152.96 for $5,047.68. Your cash covers no more.'
    replies['/api/buy'] = says(receiptOf('BUY', 33, { message, cash_balance: 12.5, shares: 53 }))
    await openStock()
    await tap('Number…')
    fill(sheet().getByRole('textbox', { name: 'Number of shares' }), '100')
    await tap('Buy')
    await sheet().findByText(message)
    expect(sheet().getByText('Cash $12.50')).toBeTruthy()
    expect(sheet().getByText('You own 53 shares, $5,300.00')).toBeTruthy()
  })

  test('stays for a few seconds', async () => {
    replies['/api/buy'] = says(receiptOf('BUY', 9))
    await openStock()
    await tap('Buy $1,000')
    const timeouts = vi.spyOn(window, 'setTimeout')
    await tap('Buy 9 shares')
    await sheet().findByText(/^Bought/)
    const hide = timeouts.mock.calls.find(([, ms]) => ms === 6_000)?.[0]
    act(() => (hide as () => void)())
    expect(sheet().queryByText(/^Bought/)).toBe(null)
  })

  test('of a sale of all leaves the stock without shares', async () => {
    replies['/api/sell'] = says(receiptOf('SELL', 20, { cash_balance: 9_998, shares: 0 }))
    await openStock()
    await tap('Sell all')
    await tap('Sell all your shares')
    await sheet().findByText('You own none')
    expect(screen.queryByText('20 shares')).toBe(null)
  })
})

describe('a refusal', () => {
  const refusals: readonly [string, Refusal, string][] = [
    [
      'too late',
      { code: 'too_late' },
      'Your order came too late, because the prices have moved on. Look at them, and order again.',
    ],
    ['a pause', { code: 'market_paused' }, 'The lesson is paused. You can trade when it goes on.'],
    ['the end', { code: 'contest_over' }, 'The lesson is over.'],
    ['the lobby', { code: 'contest_not_begun' }, 'The lesson has not started yet.'],
    [
      'cash',
      { code: 'insufficient_cash', need: cents(10_010), have: cents(99), free: cents(99) },
      'Not enough cash: this costs $100.10 and you have $0.99.',
    ],
    [
      'shares',
      { code: 'insufficient_shares', ticker: 'D', have: 0, free: 0 },
      'Not enough shares: you have 0 shares of D.',
    ],
  ]

  test.each(refusals)('because of %s is a plain sentence', async (_why, refusal, words) => {
    replies['/api/buy'] = refuses(refusal)
    await openStock()
    await tap('Buy $1,000')
    await tap('Buy 9 shares')
    expect(await warned()).toBe(words)
    expect(sheet().queryByRole('button', { name: /Try again/ })).toBe(null)
    // What the learner has may be another than the page knows.
    await waitFor(() => expect(timesAsked('GET /api/portfolio?portfolio=p-lesson')).toBe(2))
    expect(isOff('Buy all')).toBe(false)
  })

  test('is a toast where its stock is not open any more', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    replies['/api/buy'] = () => promise
    await openStock()
    await tap('Buy $1,000')
    await tap('Buy 9 shares')
    await tap('Close')
    resolve(refuses({ code: 'market_paused' })())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The lesson is paused. You can trade when it goes on.',
    )
  })
})

describe('a lost answer', () => {
  test('is asked for again under the same key', async () => {
    let tries = 0
    replies['/api/buy'] = () => {
      tries += 1
      return tries === 1 ? isDown() : says(receiptOf('BUY', 9))()
    }
    await openStock()
    await tap('Buy $1,000')
    await tap('Buy 9 shares')
    await sheet().findByText(/^Bought 9 shares/)
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  test.each([
    ['nothing came', isDown],
    // The first try may have been executed.
    ['a retry was too late', refuses({ code: 'too_late' })],
  ])('leaves it to the learner, who may try again at the present tick: %s', async (_why, later) => {
    let tries = 0
    replies['/api/buy'] = () => {
      tries += 1
      return tries === 1 ? isDown() : later()
    }
    await openStock()
    await tap('Buy $1,000')
    await tap('Buy 9 shares')
    expect(await warned()).toBe(
      "No answer came. Your order may have gone through, or not.Try again. It won't happen twice.",
    )
    await stream.send('tick', quotesAt(90))
    replies['/api/buy'] = says(receiptOf('BUY', 9))
    await tap(/^Try again/)
    await sheet().findByText(/^Bought 9 shares/)
    expect(new Set(keys()).size).toBe(1)
    expect(sent().at(-1)?.[1]).toMatchObject({ quantity: 9, tick: 90 })
  })

  const keys = () =>
    requests
      .filter(({ address }) => address === '/api/buy')
      .map(({ headers }) => headers.get('idempotency-key'))
})

describe('a lesson that does not run', () => {
  test.each([
    ['lobby', 'You can trade when the lesson starts.'],
    ['countdown', 'You can trade when the lesson starts.'],
    ['paused', 'The lesson is paused. You can trade when it goes on.'],
    ['over', 'The lesson is over.'],
  ] as const)('takes no orders, and says why: %s', async (state, words) => {
    await openStock('D', state)
    expect(sheet().getByText(words)).toBeTruthy()
    expect(['Buy $1,000', 'Sell all', 'Number…'].map(isOff)).toEqual([true, true, true])
    await tap('Choose an action')
    expect(sent()).toEqual([])
  })
})
