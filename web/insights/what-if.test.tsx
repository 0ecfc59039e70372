// Tests the what-if scenarios beside the chart: a sentence for each, the lines of the chosen ones, and the tables.
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { replies, says, testAsLearner } from '../testing/learner.tsx'
import { answerAll, insights, twins } from '../testing/result.ts'
import { openPart, part, rowsIn } from '../testing/open-result.tsx'
import { within } from '@testing-library/react'

testAsLearner(answerAll)

const title = 'Compared with the market'
const open = async () => {
  const card = await openPart(title)
  await card.findByRole('slider')
  await card.findByRole('list', { name: 'What if' })
  return card
}
const sentences = async () =>
  within((await part(title)).getByRole('list', { name: 'What if' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)
const chart = async () => (await part(title)).findByRole('slider')
const read = async () => (await chart()).getAttribute('aria-valuetext')
const dashes = async () =>
  [...((await chart()).parentElement?.querySelectorAll('path[stroke-dasharray]') ?? [])].map(
    (line) => line.getAttribute('stroke-dasharray'),
  )
const minus = '\u2212'
const answerScenarios = (scenarios: readonly object[]): void => {
  replies['/api/insights/all'] = says({ ...insights, twins: { ...twins, twins: scenarios } })
}

describe('what-ifs', () => {
  test('say what you would have, and how much more or less that is', async () => {
    await open()
    expect(await sentences()).toEqual([
      "What if you'd bought all 16 stocks equally? $10,530.00, which is $90.04 more.",
      "What if you'd never sold? $10,650.29, which is $210.33 more. (Without those sales you couldn't have afforded 3 later buys.)",
      "What if you'd stopped after your first day? $10,439.96, exactly the same.",
      "What if you'd never bought anything? $10,000.00, which is $439.96 less.",
    ])
  })

  test.each([
    { skipped: 1, words: " (Without those sales you couldn't have afforded 1 later buy.)" },
    { skipped: 0, words: '' },
  ])('that skipped $skipped buys are told as that', async ({ skipped, words }) => {
    const [neverSold, ...others] = twins.twins
    answerScenarios([{ ...neverSold, skipped }, ...others])
    await open()
    expect((await sentences())[1]).toBe(
      `What if you'd never sold? $10,650.29, which is $210.33 more.${words}`,
    )
  })

  test('are switched on one by one, each with dashes of its own, and read with your line', async () => {
    const card = await open()
    expect(await read()).toBe('You $10,439.96, Now, The market $10,530.00')
    await userEvent.click(card.getByRole('checkbox', { name: 'The market' }))
    expect(await read()).toBe('$10,439.96, Now')
    for (const name of ['The market', 'Never sold', 'First day only', 'Only cash'])
      // oxlint-disable-next-line no-await-in-loop -- One click after the other.
      await userEvent.click(card.getByRole('checkbox', { name }))
    expect(await read()).toBe(
      'You $10,439.96, Now, The market $10,530.00, Never sold $10,650.29, First day only $10,439.96, Only cash $10,000.00',
    )
    expect(new Set(await dashes()).size).toBe(4)
  })

  test('count from the start: choosing one shows the whole time, and another range leaves them out', async () => {
    const card = await open()
    const radio = (name: string) => card.getByRole('radio', { name })
    const neverSold = () => card.getByRole('checkbox', { name: 'Never sold' })
    await userEvent.click(radio('7D'))
    expect(await card.findByRole('slider', { name: 'You and the market, 7D' })).toBeTruthy()
    await userEvent.click(neverSold())
    expect(radio('ALL').getAttribute('aria-checked')).toBe('true')
    expect(await read()).toBe('You $10,439.96, Now, The market $10,530.00, Never sold $10,650.29')
    await userEvent.click(radio('7D'))
    expect(await read()).toBe('You $10,439.96, Now, The market $10,530.00')
    expect(neverSold()).toHaveProperty('checked', false)
  })

  test('are a table of what they come to, and of every point', async () => {
    const card = await open()
    for (const name of ['Never sold', 'Only cash'])
      // oxlint-disable-next-line no-await-in-loop -- One click after the other.
      await userEvent.click(card.getByRole('checkbox', { name }))
    expect(await rowsIn(card, 'What if, as a table')).toEqual([
      ['What if', 'Value', 'You are ahead by', 'Buys skipped'],
      ['You', '$10,439.96', '', ''],
      ['Never sold', '$10,650.29', `${minus}$210.33`, '3'],
      ['First day only', '$10,439.96', '+$0.00', '0'],
      ['The market', '$10,530.00', `${minus}$90.04`, '0'],
      ['Only cash', '$10,000.00', '+$439.96', '0'],
    ])
    const points = await rowsIn(card, 'You and the market, ALL, as a table')
    expect(points[0]).toEqual(['Date', 'You', 'The market', 'Never sold', 'Only cash'])
    expect(points[2]).toEqual([
      'Oct 14, 2026',
      '$10,100.50',
      '$9,950.25',
      '$10,100.50',
      '$10,000.00',
    ])
    expect(points.at(-1)).toEqual(['Return', '+4.40%', '+5.30%', '+6.50%', '+0.00%'])
  })

  test('do without the market where an opening price is not known', async () => {
    answerScenarios(twins.twins.filter(({ kind }) => kind !== 'market'))
    await open()
    expect(await sentences()).toHaveLength(3)
  })
})
