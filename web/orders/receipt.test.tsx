// Tests the receipt of a trade, and the reset of the form after it.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { pick } from '../testing/fill.ts'
import { holdingOf, portfolioOf, type Asked } from '../testing/learner.tsx'
import { openStock, portfolio, replies, says, testStockPage } from '../testing/stock.tsx'

const bought = {
  type: 'BUY',
  ticker: 'AAPL',
  quantity: 50,
  price: 189.12,
  total: 9_456,
  realized_gain: null,
  realized_gain_percent: null,
}
const sold = {
  ...bought,
  type: 'SELL',
  quantity: 2,
  total: 378.24,
  realized_gain: 18.24,
  realized_gain_percent: 5.0667,
}
const boughtWords = 'Bought 50 shares of AAPL at $189.12 for $9,456.00.'
const soldWords = 'Sold 2 shares of AAPL at $189.12 for $378.24.'

testStockPage(() => {
  replies['/api/buy'] = says({ message: boughtWords, trade: bought, cash_balance: 184 })
  replies['/api/sell'] = says({ message: soldWords, trade: sold, cash_balance: 10_018.24 })
})

const executeButton = () => screen.getByRole('button', { name: 'Execute Trade' })
const quantity = () => screen.getByRole('spinbutton', { name: 'Quantity' })
const choose = (side: 'Buy' | 'Sell') =>
  pick(screen.getByRole('combobox', { name: 'Action' }), side)
const max = () => userEvent.click(screen.getByRole('button', { name: 'Max' }))
const execute = () => userEvent.click(executeButton())
const executeMax = async () => {
  await max()
  await execute()
}
const rowsIn = (part: Element | null) =>
  [...(part?.querySelectorAll('dt, dd') ?? [])].map(({ textContent }) => textContent)
const receipt = () => rowsIn(screen.queryByRole('group', { name: 'Receipt' }))
const receiptRows = () => {
  expect(receipt()).not.toEqual([])
  return receipt()
}
const estimate = () => rowsIn(executeButton().closest('form'))
const reds = () => executeButton().closest('form')?.querySelectorAll('dd.text-loss').length
const loaded = async () => {
  openStock()
  await screen.findByText('Your cash buys 50 shares')
}

const holding = (shares: number) => holdingOf('AAPL', shares, zero, none)
const zero = { avg: 189.12, now: 189.12, value: 0 }
const none = { amount: 0, percent: 0 }
const status = async (words: string) => (await screen.findByText(words)).closest('[role=status]')
const group = () => screen.findByRole('group', { name: 'Receipt' })

describe('the receipt', () => {
  test('of a purchase adds what the learner owns and the cash to the message, and repeats nothing', async () => {
    await loaded()
    expect(receipt()).toEqual([])
    replies['/api/portfolio'] = says(portfolioOf(184, [holding(52)]))
    await executeMax()
    await within(await group()).findByText('You own 52 shares of AAPL.')
    expect((await group()).textContent).toBe('You own 52 shares of AAPL.Cash now$184.00')
    const message = await status(boughtWords)
    expect(message?.textContent).toBe(boughtWords)
    expect(message?.compareDocumentPosition(await group())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('waits for the portfolio after the trade to say what the learner owns', async () => {
    await loaded()
    const answer = Promise.withResolvers<Response>()
    replies['/api/portfolio'] = () => answer.promise
    await executeMax()
    expect((await group()).textContent).toBe('Cash now$184.00')
    answer.resolve(Response.json(portfolioOf(184, [holding(52)])))
    expect(await screen.findByText('You own 52 shares of AAPL.')).toBeTruthy()
  })

  test.each([
    { holdings: [holding(1)], words: 'You have 1 share of AAPL left.' },
    { holdings: [], words: 'You have no AAPL left.' },
  ])('of a sale says what is left: $words', async ({ holdings, words }) => {
    await loaded()
    choose('Sell')
    replies['/api/portfolio'] = says(portfolioOf(10_018.24, holdings))
    await execute()
    expect(await within(await group()).findByText(words)).toBeTruthy()
  })

  test.each([
    { gain: 18.24, percent: 5.0667, words: '+$18.24 (+5.07%)', look: 'text-gain' },
    { gain: -0.01, percent: -0.0026, words: '\u2212$0.01 (0.00%)', look: 'text-loss' },
    { gain: 378.24, percent: null, words: '+$378.24', look: 'text-gain' },
  ])('of a sale says that it realized $words', async ({ gain, percent, words, look }) => {
    const trade = { ...sold, realized_gain: gain, realized_gain_percent: percent }
    replies['/api/sell'] = says({ message: soldWords, trade, cash_balance: 10_018.24 })
    await loaded()
    choose('Sell')
    await executeMax()
    await screen.findByText(soldWords)
    const [, , ...rest] = await waitFor(() => receiptRows())
    expect(rest).toEqual([gain < 0 ? 'Realized loss' : 'Realized gain', words])
    expect(within(await group()).getByText(words).className).toContain(look)
  })

  test.each([
    { answer: { message: soldWords }, words: soldWords },
    { answer: { message: soldWords, trade: sold }, words: soldWords },
    { answer: { message: soldWords, trade: null, cash_balance: null }, words: soldWords },
    { answer: { message: soldWords, trade: 'sold', cash_balance: 1 }, words: soldWords },
    { answer: { message: '', trade: sold, cash_balance: 1 }, words: 'Trade complete!' },
  ])('is left out where the answer is $answer', async ({ answer, words }) => {
    replies['/api/sell'] = says(answer)
    await loaded()
    choose('Sell')
    await execute()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(receipt()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('after the first trade', () => {
  const first = async () => {
    replies['/api/portfolio'] = says(portfolioOf(10_000))
    replies['/api/buy'] = says({
      message: boughtWords,
      trade: { ...bought, quantity: 3 },
      cash_balance: 9_432.64,
    })
    openStock()
    await screen.findByText('Your cash buys 52 shares')
    replies['/api/portfolio'] = says(portfolioOf(9_432.64, [holding(3)]))
    await execute()
    await screen.findByText('You own 3 shares of AAPL.')
  }

  test('the receipt explains the first cents of a loss, and leads on', async () => {
    await first()
    const why = screen.getByText(/^A few cents down already/)
    expect(why.textContent).toBe(
      "A few cents down already? That's the spread, and the price moves every second.",
    )
    const links = within(await group()).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['the spread', '/getting-started/basics#spread'],
      ['See your portfolio', '/portfolio'],
      ['Buy another', '/dashboard#market'],
    ])
  })

  test("'Set a stop' fills in the form for the shares just bought, and leads to it", async () => {
    await first()
    await userEvent.click(screen.getByRole('button', { name: 'Set a stop' }))
    const order = screen.getByRole('combobox', { name: 'Order' })
    expect(document.activeElement).toBe(order)
    expect(order).toMatchObject({ value: 'stop' })
    expect(await screen.findByRole('button', { name: 'Place Order' })).toBeTruthy()
    expect(quantity()).toMatchObject({ value: '3' })
    expect(
      screen.getByText(/^Sells 3 shares of AAPL when the price falls to \$179\.66\./),
    ).toBeTruthy()
  })

  test.each([
    { who: 'holds another stock', now: portfolioOf(9_000, [holdingOf('AMD', 1, zero, none)]) },
    {
      who: 'has sold everything',
      now: { ...portfolioOf(10_000), realized: [{ ticker: 'AMD', realized_gain: 0 }] },
    },
    { who: 'has restarted', now: { ...portfolioOf(10_000), chapter: 2 } },
  ])('it is the usual one for a learner who $who', async ({ now }) => {
    replies['/api/portfolio'] = says(now)
    openStock()
    await screen.findByText(/^Your cash buys/)
    await execute()
    await group()
    expect(screen.queryByText(/the spread/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Set a stop' })).toBeNull()
  })
})

describe('the form after a trade', () => {
  const soldOut = { ...portfolio, cash_balance: 10_018.24, free_cash: 10_018.24, holdings: [] }

  test('goes back to one share, and says of too few shares nothing before it is touched', async () => {
    await loaded()
    choose('Sell')
    await max()
    expect(estimate().slice(-2)).toEqual(['Shares left', '0'])
    replies['/api/portfolio'] = says(soldOut)
    await execute()
    await screen.findByText('You have 0 shares of AAPL')
    expect(quantity()).toMatchObject({ value: '1' })
    expect(estimate().slice(-2)).toEqual(['Shares left', '—'])
    expect(reds()).toBe(0)
    await userEvent.type(quantity(), '2')
    expect(estimate().slice(-2)).toEqual(['Shares left', '\u221212'])
    expect(reds()).toBe(1)
    expect(screen.getByText(soldWords)).toBeTruthy()
  })

  test('says of too little cash nothing before it is touched, also when the page is opened', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, cash_balance: 184, free_cash: 184 })
    openStock()
    await screen.findByText('Your cash buys 0 shares')
    expect(estimate().slice(-4)).toEqual(['Estimated total', '$189.12', 'Cash left', '—'])
    expect(reds()).toBe(0)
    await userEvent.type(quantity(), '{Backspace}1')
    expect(estimate().slice(-2)).toEqual(['Cash left', '\u2212$5.12'])
    expect(reds()).toBe(1)
  })

  test('keeps what was filled in for the next order while the answer was on its way', async () => {
    const answer = Promise.withResolvers<Response>()
    const askedFor: Asked[] = []
    replies['/api/buy'] = (asked) => {
      askedFor.push(asked)
      return answer.promise
    }
    await loaded()
    await executeMax()
    await waitFor(() => expect(askedFor).toHaveLength(1))
    await userEvent.clear(quantity())
    await userEvent.type(quantity(), '7')
    answer.resolve(Response.json({ message: boughtWords, error: null }))
    await screen.findByText(boughtWords)
    expect(quantity()).toMatchObject({ value: '7' })
  })

  test('keeps its quantity where the order was refused', async () => {
    replies['/api/buy'] = says({ error: 'Not today.' })
    await loaded()
    await executeMax()
    expect(await screen.findByText('Not today.')).toBeTruthy()
    expect(quantity()).toMatchObject({ value: '50' })
    await userEvent.clear(quantity())
    expect(screen.queryByText('Not today.')).toBeNull()
  })
})
