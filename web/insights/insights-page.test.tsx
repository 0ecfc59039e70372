// Tests the insights page as a whole: its heading and cards, failures of single queries, ranges, and closed chapters.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { Link } from '../browser/link.tsx'
import {
  Learner,
  neverAnswers,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
} from '../testing/learner.tsx'
import { answerAll, compared, earned, habits, luck, traded, twins } from '../testing/result.ts'
import { openPart, part, showResult } from '../testing/open-result.tsx'
import InsightsPage from './insights-page.tsx'

testAsLearner(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answerAll()
})

const failing = refuses({ code: 'internal_error' })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const names = ['Compared with the market', 'What drove it', 'Luck', 'Habits', 'Calibration']
const partNames = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('the result', () => {
  test('is explained in five parts', async () => {
    showResult()
    await title('Insights')
    expect(document.title).toBe('Insights · Tengrand')
    await part('Calibration')
    expect(partNames()).toEqual(names)
  })

  test('is no page of anything before the portfolio is known', () => {
    replies['/api/portfolio'] = neverAnswers
    showResult()
    expect(screen.getByRole('status').textContent).toBe('Loading your result...')
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })

  test('of somebody who has not traded says what is missing, and leads to the market and the guide', async () => {
    replies['/api/portfolio'] = says({ ...traded, holdings: [], realized: [] })
    showResult()
    expect(await screen.findByText('Make your first trade to see your results here.')).toBeTruthy()
    expect(screen.getByText(/^You'll see what each stock earned or cost you/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the market' }).getAttribute('href')).toBe(
      '/dashboard#market',
    )
    expect(screen.getByRole('link', { name: 'how people choose' }).getAttribute('href')).toBe(
      '/getting-started/strategies#choosing',
    )
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })

  test('is still explained where the portfolio itself cannot be loaded', async () => {
    replies['/api/portfolio'] = failing
    await openPart('Calibration')
    expect(partNames()).toEqual(names)
  })

  test.each([
    { path: '/api/net_worth_history/all', name: 'Compared with the market', of: 'the comparison' },
    { path: '/api/insights/all', name: 'What drove it', of: 'what drove it', alerts: 3 },
    { path: '/api/insights/all', name: 'Compared with the market', of: 'the what-ifs', alerts: 3 },
    { path: '/api/insights/luck', name: 'Luck', of: 'the random stock pickers' },
    { path: '/api/insights/all', name: 'Habits', of: 'your habits', alerts: 3 },
  ])('without $of says so there, may be tried again, and has the rest', async (lost) => {
    const reply = replies[lost.path]
    replies[lost.path] = failing
    await openPart('Habits')
    const alert = await (await part(lost.name)).findByRole('alert')
    expect(alert.textContent).toMatch(`Failed to load ${lost.of}:`)
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    expect(screen.getAllByRole('alert')).toHaveLength(lost.alerts ?? 1)
    if (reply) replies[lost.path] = reply
    await userEvent.click((await part(lost.name)).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe('another range', () => {
  test.each([
    { name: 'is loaded', reply: neverAnswers, there: 'Loading what drove it...' },
    { name: 'cannot be loaded', reply: failing, there: 'Failed to load what drove it:' },
  ])('leaves what-ifs and habits as they are while it $name', async ({ reply, there }) => {
    replies['/api/insights/1m'] = reply
    showResult()
    const shown = async () => [
      (await part('Compared with the market')).getByRole('list', { name: 'What if' }).textContent,
      (await part('Habits')).getAllByRole('definition').map(({ textContent }) => textContent),
    ]
    await (await part('Compared with the market')).findByRole('list', { name: 'What if' })
    const before = await shown()
    const card = await part('What drove it')
    await userEvent.click(card.getByRole('radio', { name: '1M' }))
    expect(await card.findByText(new RegExp(there))).toBeTruthy()
    expect(await shown()).toEqual(before)
    expect(screen.queryByText(/Failed to load (the what-ifs|your habits)/)).toBeNull()
  })
})

describe('the result of a run', () => {
  const over = { ...traded, portfolio: 'second', chapter: 2, closed_at: '2026-11-13T15:00:00Z' }
  const second = '/insights?portfolio=second'
  const show = () => showResult(second)

  beforeEach(() => {
    for (const address of Object.keys(replies)) delete replies[address]
    answerAll('second')
    replies['/api/portfolio?portfolio=second'] = says(over)
  })

  test('says which one, leads back to it, and asks for nothing of the open one', async () => {
    show()
    await title('Insights: Run 2')
    await part('Habits')
    expect(screen.getByRole('link', { name: 'Run 2' }).getAttribute('href')).toBe(
      '/portfolio/second',
    )
    const asked = requests.map(({ address }) => address)
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((address) => !address.endsWith('?portfolio=second'))).toEqual([])
  })

  test('ends with its end, not now', async () => {
    const chart = await (await openPart('Compared with the market', second)).findByRole('slider')
    expect(chart.getAttribute('aria-valuetext')).toBe('You $10,439.96, End, The market $10,530.00')
    const card = await part('Compared with the market')
    expect(await card.findByText(/never bought anything/)).toHaveProperty(
      'textContent',
      "What if you'd never bought anything? $10,000.00, which is $439.96 less.",
    )
  })

  test('gives way in every part on the way to the open one', async () => {
    const [neverSold] = twins.twins
    const metrics = { ...compared.metrics, benchmark_return_percent: 1.11 }
    const answers = {
      'net_worth_history/all': { ...compared, metrics },
      'insights/all': {
        contributions: { ...earned, total: 2.22 },
        twins: { ...twins, twins: [{ ...neverSold, value: 3.33 }] },
        habits: { ...habits, trades_per_month: 5.5 },
      },
      'insights/luck': { ...luck, p5: 4.44 },
    }
    for (const [path, answer] of Object.entries(answers))
      replies[`/api/${path}?portfolio=second`] = says(answer)
    answerAll()
    render(
      <Learner at={second}>
        <InsightsPage />
        <Link to="/insights">The open one</Link>
      </Learner>,
    )
    const figures = ['+1.11%', '$2.22', '$3.33', '$4.44', '5.5']
    const isShown = (figure: string): boolean =>
      screen.getAllByRole('region').some(({ textContent }) => textContent.includes(figure))
    await part('Habits')
    await waitFor(() => expect(figures.filter(isShown)).toEqual(figures))
    await userEvent.click(screen.getByRole('link', { name: 'The open one' }))
    await part('Habits')
    await waitFor(() => expect(figures.filter(isShown)).toEqual([]))
  })

  test('without a trade says so', async () => {
    replies['/api/portfolio?portfolio=second'] = says({ ...over, holdings: [], realized: [] })
    show()
    expect(await screen.findByText('You made no trades in this run.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'See the market' })).toBeNull()
  })

  test('that nobody has is not found', async () => {
    replies['/api/portfolio?portfolio=second'] = refuses({ code: 'unknown_portfolio' })
    show()
    await title('Run not found')
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })
})
