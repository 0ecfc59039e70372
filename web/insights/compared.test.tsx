// The portfolio beside the market: two lines that can be read together, their returns, and the same as a table and a file.
import { waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  neverAnswers,
  replies,
  says,
  setUpLearner,
  tearDownLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { answerAll, compared } from '../testing/result.ts'
import { part, rowsIn, showResult } from '../testing/open-result.tsx'

beforeEach(() => {
  setUpLearner()
  answerAll()
})
afterEach(tearDownLearner)

const shown = () => part('Compared with the market')
const history = '/api/net_worth_history/all'

describe('the comparison with the market', () => {
  test('says both returns, and what the market is', async () => {
    showResult()
    const card = await shown()
    expect(await card.findByText('You +4.40%, the market +5.30%.')).toBeTruthy()
    expect(card.getByText(/^The market is/).textContent).toBe(
      'The market is what your starting cash would be worth, had it been split equally over all 16 stocks when your portfolio was opened, and then left alone.',
    )
  })

  test('is read with both values, point by point', async () => {
    showResult()
    const chart = await (await shown()).findByRole('slider', { name: 'You and the market, ALL' })
    expect(chart.getAttribute('aria-valuetext')).toBe('You $10,439.96, Now, The market $10,530.00')
    chart.focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(chart.getAttribute('aria-valuetext')).toBe(
      'You $10,100.50, Oct 14, 2026, The market $9,950.25',
    )
    expect((await shown()).getByText('The market $9,950.25')).toBeTruthy()
  })

  test('draws the market with dashes, inside the axis however far it is from the portfolio', async () => {
    const benchmark = compared.benchmark.map(({ date }, index) => ({
      date,
      value: [10_000, 8000, 14_000][index],
    }))
    replies[history] = says({ ...compared, benchmark })
    showResult()
    const chart = await (await shown()).findByRole('slider')
    const dashed = chart.parentElement?.querySelectorAll('path[stroke-dasharray]')
    expect(dashed).toHaveLength(1)
    const places = dashed?.[0]?.getAttribute('d')?.slice(1).split('L') ?? []
    expect(places).toHaveLength(3)
    for (const place of places) {
      const y = Number(place.split(' ')[1])
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(100)
    }
  })

  test('is a table that has the returns too', async () => {
    showResult()
    const card = await shown()
    await card.findByRole('slider')
    expect(await rowsIn(card, 'You and the market, ALL, as a table')).toEqual([
      ['Date', 'You', 'The market'],
      ['Oct 13, 2026, 11:00 AM EDT', '$10,000.00', '$10,000.00'],
      ['Oct 14, 2026', '$10,100.50', '$9,950.25'],
      ['Now', '$10,439.96', '$10,530.00'],
      ['Return', '+4.40%', '+5.30%'],
    ])
  })

  test('is of another range when that is chosen, here and in what earned it', async () => {
    showResult()
    const card = await shown()
    await card.findByRole('slider', { name: 'You and the market, ALL' })
    await userEvent.click(card.getByRole('radio', { name: '7D' }))
    expect(await card.findByRole('slider', { name: 'You and the market, 7D' })).toBeTruthy()
    const earned = await part('What earned it')
    expect(earned.getByRole('radio', { name: '7D' }).getAttribute('aria-checked')).toBe('true')
    await waitFor(() => expect(timesAsked('GET /api/insights/7d')).toBe(1))
  })

  test('begins with what the portfolio had then in a shorter range, so that who rose more ends higher', async () => {
    const [first, ...others] = compared.data
    const benchmark = compared.benchmark.map(({ date, value }) => ({ date, value: value / 2 }))
    replies['/api/net_worth_history/7d'] = says({ ...compared, benchmark })
    replies['/api/net_worth_history/1m'] = says({ ...compared, benchmark: benchmark.slice(1) })
    expect([first?.value, others.length]).toEqual([10_000, 2])
    showResult()
    const card = await shown()
    await userEvent.click(await card.findByRole('radio', { name: '7D' }))
    await card.findByRole('slider', { name: 'You and the market, 7D' })
    const rows = await rowsIn(card, 'You and the market, 7D, as a table')
    expect(rows.slice(1, -1).map(([, , market]) => market)).toEqual([
      '$10,000.00',
      '$9,950.26',
      '$10,530.00',
    ])
    expect(card.getByText(/^The market is/).textContent).toContain(
      'In a shorter range its line begins with what you had then.',
    )
    // The table stays open, and a market that is known later begins there.
    await userEvent.click(card.getByRole('radio', { name: '1M' }))
    const later = within(await card.findByRole('table')).getAllByRole('row')
    await card.findByRole('slider', { name: 'You and the market, 1M' })
    expect(later[2]?.textContent).toContain('$10,100.50$10,100.50')
  })

  test('does without a market whose opening prices are not known', async () => {
    const metrics = {
      ...compared.metrics,
      benchmark_return: null,
      benchmark_return_percent: null,
    }
    replies[history] = says({ ...compared, benchmark: [], metrics })
    showResult()
    const card = await shown()
    expect(
      await card.findByText('You +4.40%. What the market did is not known for this time.'),
    ).toBeTruthy()
    expect(card.getByRole('slider').getAttribute('aria-valuetext')).toBe('$10,439.96, Now')
    expect(card.queryByText('The market')).toBeNull()
  })

  test('has one point where the portfolio was opened a minute ago', async () => {
    const at = [{ date: '2026-11-13T15:00:00Z', value: 10_000 }]
    const metrics = {
      ...compared.metrics,
      current_value: 10_000,
      period_return: 0,
      period_return_percent: 0,
      benchmark_return: 0,
      benchmark_return_percent: 0,
    }
    replies[history] = says({ data: at, benchmark: at, metrics })
    showResult()
    const card = await shown()
    expect(await card.findByText('You +0.00%, the market +0.00%.')).toBeTruthy()
    expect(card.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      'You $10,000.00, Now, The market $10,000.00',
    )
  })

  test('says so where there is nothing, and while it is loading', async () => {
    replies[history] = neverAnswers
    replies['/api/net_worth_history/7d'] = says({ ...compared, data: [], benchmark: [] })
    showResult()
    const card = await shown()
    expect(card.getByRole('status').textContent).toBe('Loading the comparison...')
    await userEvent.click(card.getByRole('radio', { name: '7D' }))
    expect(await card.findByText('No data available for this period')).toBeTruthy()
  })
})
