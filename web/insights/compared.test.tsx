// Tests the card that compares the portfolio with the market: both lines and returns, the table, and the ranges.
import { waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import {
  metricsOf,
  neverAnswers,
  replies,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { answerAll, compared } from '../testing/result.ts'
import { openPart, part, rowsIn } from '../testing/open-result.tsx'

testAsLearner(answerAll)

const open = () => openPart('Compared with the market')
const history = '/api/net_worth_history/all'

describe('the comparison with the market', () => {
  test('says both returns, and what the market is', async () => {
    const card = await open()
    expect(await card.findByText('You +4.40%, the market +5.30%.')).toBeTruthy()
    expect(card.getByText(/^'The market' is/).textContent).toBe(
      "'The market' is your $10,000 split equally across all 16 stocks on day one and never touched.",
    )
  })

  test('is read with both values, point by point', async () => {
    const card = await open()
    const chart = await card.findByRole('slider', { name: 'You and the market, ALL' })
    expect(chart.getAttribute('aria-valuetext')).toBe('You $10,439.96, Now, The market $10,530.00')
    chart.focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(chart.getAttribute('aria-valuetext')).toBe(
      'You $10,100.50, Oct 14, 2026, The market $9,950.25',
    )
    expect(card.getByText('The market $9,950.25')).toBeTruthy()
  })

  test('draws the market with dashes, inside the axis however far it is from the portfolio', async () => {
    const benchmark = compared.benchmark.map(({ date }, index) => ({
      date,
      value: [10_000, 8000, 14_000][index],
    }))
    replies[history] = says({ ...compared, benchmark })
    const chart = await (await open()).findByRole('slider')
    const dashed = chart.parentElement?.querySelectorAll('path[stroke-dasharray]')
    expect(dashed).toHaveLength(1)
    const points = dashed?.[0]?.getAttribute('d')?.slice(1).split('L') ?? []
    expect(points).toHaveLength(3)
    for (const point of points) {
      const y = Number(point.split(' ')[1])
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(100)
    }
  })

  test('is a table that has the returns too', async () => {
    const card = await open()
    await card.findByRole('slider')
    expect(await rowsIn(card, 'You and the market, ALL, as a table')).toEqual([
      ['Date', 'You', 'The market'],
      ['Oct 13, 2026, 11:00 AM EDT', '$10,000.00', '$10,000.00'],
      ['Oct 14, 2026', '$10,100.50', '$9,950.25'],
      ['Now', '$10,439.96', '$10,530.00'],
      ['Return', '+4.40%', '+5.30%'],
    ])
  })

  test('is of another range when that is chosen, here and in what drove it', async () => {
    const card = await open()
    await card.findByRole('slider', { name: 'You and the market, ALL' })
    await userEvent.click(card.getByRole('radio', { name: '7D' }))
    expect(await card.findByRole('slider', { name: 'You and the market, 7D' })).toBeTruthy()
    const earned = await part('What drove it')
    expect(earned.getByRole('radio', { name: '7D' }).getAttribute('aria-checked')).toBe('true')
    await waitFor(() => expect(timesAsked('GET /api/insights/7d')).toBe(1))
  })

  test('begins with what the portfolio had then in a shorter range, so that who rose more ends higher', async () => {
    const [first, ...others] = compared.data
    const benchmark = compared.benchmark.map(({ date, value }) => ({ date, value: value / 2 }))
    replies['/api/net_worth_history/7d'] = says({ ...compared, benchmark })
    replies['/api/net_worth_history/1m'] = says({ ...compared, benchmark: benchmark.slice(1) })
    expect([first?.value, others.length]).toEqual([10_000, 2])
    const card = await open()
    await userEvent.click(await card.findByRole('radio', { name: '7D' }))
    await card.findByRole('slider', { name: 'You and the market, 7D' })
    const rows = await rowsIn(card, 'You and the market, 7D, as a table')
    expect(rows.slice(1, -1).map(([, , market]) => market)).toEqual([
      '$10,000.00',
      '$9,950.26',
      '$10,530.00',
    ])
    expect(card.getByText(/^'The market' is/).textContent).toContain(
      'In a shorter range, both lines start together.',
    )
    // The table stays open; a benchmark that begins later starts at the value of the portfolio on that day.
    await userEvent.click(card.getByRole('radio', { name: '1M' }))
    const later = within(await card.findByRole('table')).getAllByRole('row')
    await card.findByRole('slider', { name: 'You and the market, 1M' })
    expect(later[2]?.textContent).toContain('$10,100.50$10,100.50')
  })

  test('does without a market whose opening prices are not known', async () => {
    const unknown = { benchmark_return: null, benchmark_return_percent: null }
    const metrics = { ...compared.metrics, ...unknown }
    replies[history] = says({ ...compared, benchmark: [], metrics })
    const card = await open()
    expect(
      await card.findByText("You +4.40%. The market's result isn't known for this time."),
    ).toBeTruthy()
    expect(card.getByRole('slider').getAttribute('aria-valuetext')).toBe('$10,439.96, Now')
  })

  test('has one point where the portfolio was opened a minute ago', async () => {
    const at = [{ date: '2026-11-13T15:00:00Z', value: 10_000 }]
    const metrics = {
      ...metricsOf(10_000, 0, 0),
      benchmark_return: 0,
      benchmark_return_percent: 0,
    }
    replies[history] = says({ data: at, benchmark: at, metrics })
    const card = await open()
    expect(await card.findByText('You +0.00%, the market +0.00%.')).toBeTruthy()
    expect(card.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      'You $10,000.00, Now, The market $10,000.00',
    )
  })

  test('says so where there is nothing, and while it is loading', async () => {
    replies[history] = neverAnswers
    replies['/api/net_worth_history/7d'] = says({ ...compared, data: [], benchmark: [] })
    const card = await open()
    expect(card.getByText('Loading the comparison...')).toBeTruthy()
    await userEvent.click(card.getByRole('radio', { name: '7D' }))
    expect(await card.findByText('No data available for this period')).toBeTruthy()
  })
})
