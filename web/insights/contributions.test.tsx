// Tests the card of contributions: its sentence, the bars with their signs, and the table with its sums.
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { neverAnswers, replies, says, testAsLearner } from '../testing/learner.tsx'
import { answerAll, contribution, earned, insights, loss, traded } from '../testing/result.ts'
import { openPart, rowsIn } from '../testing/open-result.tsx'

testAsLearner(answerAll)

const open = (at?: string) => openPart('What drove it', at)
const address = '/api/insights/all'
const minus = '\u2212'
const answerEarned = (changes: object): void => {
  replies[address] = says({ ...insights, contributions: { ...earned, ...changes } })
}

describe('what drove it', () => {
  test('names the best, the worst and the sum, which is the return', async () => {
    const words =
      'AAPL earned you the most, $750.18. TSLA cost you the most, $310.22. Your total is +$439.96 since the start.'
    expect(await (await open()).findByText(words)).toBeTruthy()
  })

  const other = { ...contribution, ticker: 'NVDA', amount: 12.5 }
  const small = { ...loss, ticker: 'LYFT', amount: -4 }
  const none = { ...other, amount: 0 }
  test.each([
    {
      name: 'gains only',
      of: [contribution, other],
      total: 762.68,
      words:
        'AAPL earned you the most, $750.18, and NVDA the least, $12.50. Your total is +$762.68 since Oct 13, 2026.',
    },
    {
      name: 'losses only',
      of: [small, loss],
      total: -314.22,
      words: `TSLA cost you the most, $310.22, and LYFT the least, $4.00. Your total is ${minus}$314.22 since Oct 13, 2026.`,
    },
    {
      name: 'one gain',
      of: [contribution],
      total: 750.18,
      words: 'AAPL earned you $750.18 since Oct 13, 2026, which is your whole return.',
    },
    {
      name: 'one loss',
      of: [loss],
      total: -310.22,
      words: 'TSLA cost you $310.22 since Oct 13, 2026, which is your whole return.',
    },
    {
      name: 'nothing and a loss',
      of: [none, loss],
      total: -310.22,
      words: `TSLA cost you the most, $310.22. None earned anything. Your total is ${minus}$310.22 since Oct 13, 2026.`,
    },
    {
      name: 'nothing at all',
      of: [none, { ...small, amount: 0 }],
      total: 0,
      words: 'No stock earned or cost anything. Your total is +$0.00 since Oct 13, 2026.',
    },
    {
      name: 'one that did nothing',
      of: [none],
      total: 0,
      words:
        'NVDA neither earned nor cost you anything since Oct 13, 2026, which is your whole return.',
    },
  ])('has a sentence for $name', async ({ of, total, words }) => {
    const contributions = { ...earned, total, contributions: of }
    replies['/api/insights/1m'] = says({ ...insights, contributions })
    const card = await open()
    await userEvent.click(card.getByRole('radio', { name: '1M' }))
    expect(await card.findByText(words)).toBeTruthy()
  })

  test('says of a chapter that is over from when to when', async () => {
    answerAll('first')
    replies['/api/portfolio?portfolio=first'] = says({ ...traded, closed_at: earned.to })
    const card = await open('/insights?portfolio=first')
    await userEvent.click(card.getByRole('radio', { name: 'YTD' }))
    expect(
      await card.findByText(/Your total is \+\$439\.96 from Oct 13, 2026 to Nov 13, 2026\.$/),
    ).toBeTruthy()
  })

  test('has a bar for each stock on its side of zero, as long as its amount, with its sign', async () => {
    const bars = await (await open()).findAllByRole('listitem')
    expect(bars.map(({ textContent }) => textContent)).toEqual([
      'AAPL+$750.18',
      `TSLA${minus}$310.22`,
    ])
    const [gain, cost] = bars.map((bar) => bar.querySelector<HTMLElement>('[style]')?.style)
    const [zero] = bars.map((bar) => bar.querySelectorAll<HTMLElement>('[style]')[1]?.style.left)
    expect(gain?.left).toBe(zero)
    expect(Number.parseFloat(cost?.left ?? '')).toBe(0)
    const ratio = Number.parseFloat(gain?.width ?? '') / Number.parseFloat(cost?.width ?? '')
    expect(ratio).toBeCloseTo(750.18 / 310.22)
  })

  test('is a table with the sum of every column', async () => {
    const card = await open()
    await card.findAllByRole('listitem')
    expect(await rowsIn(card, 'What drove it, ALL, as a table')).toEqual([
      ['Stock', 'Amount', 'Realized', 'Unrealized', 'Start value', 'Bought', 'Sold', 'End value'],
      ['AAPL', '+$750.18', '+$0.00', '+$750.18', '$0.00', '$1,139.82', '$0.00', '$1,890.00'],
      [
        'TSLA',
        `${minus}$310.22`,
        `${minus}$310.22`,
        '+$0.00',
        '$0.00',
        '$2,000.00',
        '$1,689.78',
        '$0.00',
      ],
      [
        'Total',
        '+$439.96',
        `${minus}$310.22`,
        '+$750.18',
        '$0.00',
        '$3,139.82',
        '$1,689.78',
        '$1,890.00',
      ],
    ])
  })

  test('has a column for the cash of splits where there was one', async () => {
    const split = { ...contribution, split_cash: 12.34 }
    answerEarned({ contributions: [split, loss] })
    const card = await open()
    await card.findAllByRole('listitem')
    const [names, ...rows] = await rowsIn(card, 'What drove it, ALL, as a table')
    const column = names?.indexOf('Cash from splits') ?? -1
    expect(rows.map((cells) => cells[column])).toEqual(['$12.34', '$0.00', '$12.34'])
  })

  test('keeps its table open in the next range', async () => {
    const card = await open()
    await card.findAllByRole('listitem')
    await rowsIn(card, 'What drove it, ALL, as a table')
    await userEvent.click(card.getByRole('radio', { name: '7D' }))
    expect(await card.findByRole('region', { name: 'What drove it, 7D, as a table' })).toBeTruthy()
  })

  test('draws a few cents as that, where they stand alone', async () => {
    answerEarned({ contributions: [{ ...contribution, amount: 0.05 }] })
    const [bar] = await (await open()).findAllByRole('listitem')
    const width = bar?.querySelector<HTMLElement>('[style]')?.style.width ?? ''
    expect(Number.parseFloat(width)).toBeCloseTo(0.5)
  })

  test('keeps a row for each stock while it is loading', async () => {
    replies[address] = neverAnswers
    const card = await open()
    expect(card.getByRole('status').textContent).toBe('Loading what drove it...')
    expect(card.getByRole('status').parentElement?.querySelectorAll('.h-9')).toHaveLength(2)
  })

  test('says so where nothing was held in the range', async () => {
    answerEarned({ total: 0, contributions: [] })
    expect(await (await open()).findByText('You had no stocks in this period.')).toBeTruthy()
  })
})
