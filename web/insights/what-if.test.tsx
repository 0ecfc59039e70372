// Tests the card of what-if scenarios: a sentence for each, the lines of the chosen ones, and the tables.
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { replies, says, testAsLearner } from '../testing/learner.tsx'
import { answerAll, insights, twins } from '../testing/result.ts'
import { openPart, part, rowsIn } from '../testing/open-result.tsx'

testAsLearner(answerAll)

const title = 'Twins: what if?'
const shown = () => part(title)
const open = () => openPart(title)
const sentences = async () =>
  (await (await shown()).findAllByRole('listitem')).map(
    (item) => item.querySelector('p')?.textContent,
  )
const read = async () => (await (await shown()).findByRole('slider')).getAttribute('aria-valuetext')
const dashes = async () => {
  const chart = await (await shown()).findByRole('slider')
  const lines = chart.parentElement?.querySelectorAll('path[stroke-dasharray]') ?? []
  return [...lines].map((line) => line.getAttribute('stroke-dasharray'))
}
const minus = '\u2212'
const answerScenarios = (scenarios: readonly object[]): void => {
  replies['/api/insights/all'] = says({ ...insights, twins: { ...twins, twins: scenarios } })
}

describe('twins', () => {
  test('say what they did, what they would have, and how much more or less that is', async () => {
    const card = await open()
    expect(await sentences()).toEqual([
      'Had you never sold (and skipped 3 later purchases for want of cash), you would have $10,650.29: $210.33 more than you have. Your sales paid for what it skipped, so this is not about the sales alone.',
      'Had you stopped after your first day of trading, you would have $10,439.96: the same as you have.',
      'Had you bought equal parts of all 16 stocks at the start, you would have $10,530.00: $90.04 more than you have.',
      'Had you kept the cash, you would have $10,000.00: $439.96 less than you have.',
    ])
    expect(card.getByText(/^Since the start/).textContent).toBe(
      'Since the start you have come to $10,439.96. What if you had done something else?',
    )
  })

  test.each([
    { skipped: 1, words: 'never sold (and skipped 1 later purchase for want of cash), you' },
    { skipped: 0, words: 'never sold, you' },
  ])('that skipped $skipped purchases are told as that', async ({ skipped, words }) => {
    const [neverSold, ...others] = twins.twins
    answerScenarios([{ ...neverSold, skipped }, ...others])
    await open()
    expect((await sentences())[0]).toContain(`Had you ${words} would have`)
  })

  test('are drawn by choice, each with dashes of its own, and read with the line of the learner', async () => {
    const card = await open()
    expect(await read()).toBe('You $10,439.96, Now, Never sold $10,650.29, The market $10,530.00')
    await userEvent.click(card.getByRole('checkbox', { name: 'Never sold' }))
    expect(await read()).toBe('You $10,439.96, Now, The market $10,530.00')
    for (const name of ['Never sold', 'First day only', 'Only cash'])
      // oxlint-disable-next-line no-await-in-loop -- One click after the other.
      await userEvent.click(card.getByRole('checkbox', { name }))
    expect(await read()).toBe(
      'You $10,439.96, Now, Never sold $10,650.29, First day only $10,439.96, The market $10,530.00, Only cash $10,000.00',
    )
    expect(new Set(await dashes()).size).toBe(4)
  })

  test('are a table of what they have, and one of every point', async () => {
    const card = await open()
    await card.findByRole('slider')
    expect(await rowsIn(card, 'Twins, as a table')).toEqual([
      ['Twin', 'Value', 'You are ahead by', 'Purchases skipped'],
      ['You', '$10,439.96', '', ''],
      ['Never sold', '$10,650.29', `${minus}$210.33`, '3'],
      ['First day only', '$10,439.96', '+$0.00', '0'],
      ['The market', '$10,530.00', `${minus}$90.04`, '0'],
      ['Only cash', '$10,000.00', '+$439.96', '0'],
    ])
    const points = await rowsIn(card, 'You and your twins, as a table')
    expect(points[0]).toEqual([
      'Date',
      'You',
      'Never sold',
      'First day only',
      'The market',
      'Only cash',
    ])
    expect(points[2]).toEqual([
      'Oct 14, 2026',
      '$10,100.50',
      '$10,100.50',
      '$10,050.00',
      '$9,950.25',
      '$10,000.00',
    ])
  })

  test('do without the market where an opening price is not known', async () => {
    answerScenarios(twins.twins.filter(({ kind }) => kind !== 'market'))
    await open()
    expect(await sentences()).toHaveLength(3)
    expect(await read()).toBe('You $10,439.96, Now, Never sold $10,650.29')
  })
})
