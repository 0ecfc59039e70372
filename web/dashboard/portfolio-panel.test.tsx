// Tests the portfolio panel: the value as prices change, the figures of each range, and the chart in each state.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi, type MockInstance } from 'vitest'

import {
  become,
  bobIn,
  buyOfTen,
  holding,
  isDown,
  Learner,
  lookAgain,
  metricsOf,
  neverAnswers,
  portfolioOf,
  refuses,
  replies,
  says,
  sendPrice,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { PortfolioPanel } from './portfolio-panel.tsx'

const portfolio = portfolioOf(10_596.32, [holding])
const month = {
  data: [
    { date: '2026-10-13T15:00:00Z', value: 12_338.18 },
    { date: '2026-10-14', value: 12_100.5 },
    { date: '2026-11-13T15:00:00Z', value: 12_486.32 },
  ],
  benchmark: [],
  metrics: metricsOf(12_486.32, 148.14, 1.2007),
}
const history = (range: string) => `/api/net_worth_history/${range}`

let warned: MockInstance<typeof console.warn>

testAsLearner(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  replies['/api/portfolio'] = says(portfolio)
  replies['/api/current-portfolio-value'] = says({ value: 12_486.32 })
  replies['/api/transactions'] = says({ transactions: [buyOfTen], next: null })
  for (const range of ['7d', '1m', '6m', 'ytd', '1y', 'all']) replies[history(range)] = says(month)
})

const show = () => render(<PortfolioPanel />, { wrapper: Learner })
const head = () => screen.getByRole('heading', { name: 'Portfolio value' }).parentElement
const hero = () => head()?.nextElementSibling
/** The direction of the triangle beside the number. */
const mark = () =>
  hero()?.querySelector('.flash-neutral path')?.getAttribute('d')?.startsWith('M5 1.5')
    ? 'up'
    : 'down'
const gain = () => head()?.parentElement?.nextElementSibling?.firstElementChild
const today = () => gain()?.nextElementSibling?.textContent
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent
const chart = () => screen.findByRole('slider')
const reading = async () => (await chart()).getAttribute('aria-valuetext')
const choose = (range: string) => userEvent.click(screen.getByRole('radio', { name: range }))
const saidOf = (what: string) => warned.mock.calls.filter(([first]) => first === what).length

describe('the value', () => {
  test('is what the server says it is, against the ten grand of the start', async () => {
    show()
    await screen.findAllByText('$12,486.32')
    expect(hero()?.textContent).toBe('$12,486.32')
    expect(gain()?.textContent).toBe('+$2,486.32 (+24.86%) since your $10,000 start Why?')
    expect(gain()?.querySelector('.text-gain svg')).not.toBeNull()
    expect(screen.getByRole('link', { name: 'Why?' }).getAttribute('href')).toBe('/insights')
  })

  test('is told as a loss below the start', async () => {
    replies['/api/portfolio'] = neverAnswers
    replies['/api/current-portfolio-value'] = says({ value: 9986.32 })
    show()
    await waitFor(() => expect(hero()?.textContent).toBe('$9,986.32'))
    expect(gain()?.textContent).toBe('\u2212$13.68 (\u22120.14%) since your $10,000 start Why?')
    expect(gain()?.querySelector('.text-loss svg')).not.toBeNull()
  })

  test('keeps the place of each figure before it is there', () => {
    for (const path of Object.keys(replies)) replies[path] = neverAnswers
    show()
    expect(hero()?.textContent).toBe('—')
    expect(gain()?.textContent).toBe('— since your $10,000 start Why?')
    for (const name of ['Current value', '1-month return', 'Total Return'])
      expect(figure(name)).toBe('—')
  })

  test('moves with the prices, and everything that is counted from it', async () => {
    show()
    expect(await reading()).toBe('$12,486.32, Now')
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(1))
    await sendPrice(189)
    expect(document.querySelector('.flash-neutral')).toBeNull()
    await sendPrice(191.5, 'AAPL', 1)
    expect(hero()?.textContent).toBe('$12,511.32')
    expect(mark()).toBe('up')
    expect(gain()?.textContent).toContain('+$2,511.32 (+25.11%)')
    expect(figure('Current value')).toBe('$12,511.32')
    expect(figure('1-month return')).toBe('+$173.14 (+1.40%)')
    expect(figure('Total Return')).toBe('+$2,511.32 (+25.11%)')
    expect(await reading()).toBe('$12,511.32, Now')
    await sendPrice(100, 'AAPL', 2)
    expect(hero()?.textContent).toBe('$11,596.32')
    expect(mark()).toBe('down')
    // The total is still a gain, so the number must not have the color of a loss.
    expect(hero()?.querySelector('.flash-up, .flash-down, .text-loss')).toBeNull()
    expect(figure('1-month return')).toBe('\u2212$741.86 (\u22126.01%)')
  })

  test('is told with its change of today, where the value before is known', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, previous_value: 12_500 })
    show()
    await waitFor(() => expect(today()).toBe('\u2212$13.68 (\u22120.11%) today'))
    await sendPrice(191.5)
    expect(today()).toBe('+$11.32 (+0.09%) today')
  })

  test('names the stock that led the change of today, where no trade is in it', async () => {
    const [held] = portfolio.holdings
    const before = portfolio.total_value - 25
    replies['/api/portfolio'] = says({ ...portfolio, previous_value: before })
    show()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(1))
    const price = held?.current_price ?? NaN
    await sendPrice(price, 'AAPL', 0, undefined, price - 25 / (held?.quantity ?? NaN))
    expect(today()).toMatch(/ today, led by AAPL$/)
    await sendPrice(price + 0.01, 'AAPL', 1, undefined, price - 1)
    expect(today()).toMatch(/ today$/)
  })

  test('says nothing of today where the value before is not known', async () => {
    show()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(1))
    await sendPrice(191.5)
    expect(hero()?.textContent).toBe('$12,511.32')
    expect(today()).toBe('')
  })

  test('stays with the server until every price that it depends on is live', async () => {
    const both = [holding, { ...holding, ticker: 'MSFT' }]
    replies['/api/portfolio'] = says(portfolioOf(10_596.32, both))
    replies['/api/current-portfolio-value'] = says({ value: 14_376.4 })
    show()
    await waitFor(() => expect(hero()?.textContent).toBe('$14,376.40'))
    await sendPrice(190, 'AAPL')
    expect(hero()?.textContent).toBe('$14,376.40')
    await sendPrice(191, 'MSFT')
    expect(hero()?.textContent).toBe('$14,406.32')
  })

  test('is of the person who is signed in', async () => {
    show()
    await waitFor(() => expect(hero()?.textContent).toBe('$12,486.32'))
    replies['/api/current-portfolio-value'] = says({ value: 10_000 })
    replies['/api/portfolio'] = says(portfolioOf(10_000))
    replies[history('1m')] = neverAnswers
    become(bobIn)
    await waitFor(() => expect(hero()?.textContent).toBe('$10,000.00'))
    expect(screen.queryByRole('slider')).toBeNull()
  })

  test('stays when it cannot be asked for again, and only the console hears of that', async () => {
    show()
    await waitFor(() => expect(hero()?.textContent).toBe('$12,486.32'))
    for (const path of Object.keys(replies)) replies[path] = refuses({ code: 'internal_error' })
    lookAgain()
    const said = 'The value of the portfolio could not be loaded.'
    await waitFor(() => expect(saidOf(said)).toBe(1))
    await waitFor(() => expect(saidOf('The chart of 1M could not be loaded.')).toBe(1))
    expect(hero()?.textContent).toBe('$12,486.32')
    expect(await reading()).toBe('$12,486.32, Now')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the chart', () => {
  test('shows the last month until another range is chosen', async () => {
    show()
    expect(within(screen.getByRole('radiogroup')).getAllByRole('radio')).toHaveLength(6)
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('1M')
    expect((await chart()).getAttribute('aria-label')).toBe('Portfolio value, 1M')
    expect(timesAsked(`GET ${history('7d')}`)).toBe(0)
  })

  test.each([
    { name: '7D', range: '7d', label: '7-day return' },
    { name: '6M', range: '6m', label: '6-month return' },
    { name: 'YTD', range: 'ytd', label: 'YTD return' },
    { name: '1Y', range: '1y', label: '1-year return' },
  ])('asks for $range and tells its return beside the total', async ({ name, range, label }) => {
    show()
    await choose(name)
    expect(await screen.findByRole('slider', { name: `Portfolio value, ${name}` })).toBeTruthy()
    expect(timesAsked(`GET ${history(range)}`)).toBe(1)
    expect(figure('Current value')).toBe('$12,486.32')
    expect(figure(label)).toBe('+$148.14 (+1.20%)')
    expect(figure('Total Return')).toBe('+$2,486.32 (+24.86%)')
  })

  test('calls the return of all time the total, and tells it once', async () => {
    const metrics = { ...month.metrics, period_return: 2486.32, period_return_percent: 24.8632 }
    replies[history('all')] = says({ ...month, metrics })
    show()
    await choose('ALL')
    await screen.findByRole('slider', { name: 'Portfolio value, ALL' })
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Current value',
      'Total Return',
    ])
    expect(figure('Total Return')).toBe('+$2,486.32 (+24.86%)')
  })

  test('leaves a hundred dollars above the highest value and below the lowest', async () => {
    show()
    await chart()
    const heights = document
      .querySelector('path[fill="none"]')
      ?.getAttribute('d')
      ?.match(/[\d.]+(?=L|$)/g)
      ?.map(Number)
    const span = 12_486.32 - 12_100.5 + 200
    expect(heights?.[2]).toBeCloseTo((100 / span) * 100, 1)
    expect(heights?.[1]).toBeCloseTo(100 - (100 / span) * 100, 1)
  })

  test('is read by day, by the hour where there are many to a day, and ends now', async () => {
    show()
    const daily = await chart()
    daily.focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(await reading()).toBe('$12,100.50, Oct 14, 2026')
    await choose('7D')
    const hourly = await screen.findByRole('slider', { name: 'Portfolio value, 7D' })
    hourly.focus()
    await userEvent.keyboard('{Home}')
    expect(await reading()).toBe('$12,338.18, Oct 13, 11:00 AM EDT')
  })

  test('is red when the period falls', async () => {
    const metrics = { ...month.metrics, period_return: -50 }
    replies[history('1m')] = says({ ...month, metrics })
    show()
    expect((await chart()).closest('.text-loss')).not.toBeNull()
    expect(figure('1-month return')).toBe('\u2212$50.00 (\u22120.40%)')
    expect(gain()?.querySelector('.text-gain')).not.toBeNull()
  })

  test('says that it is loading', () => {
    replies[history('1m')] = neverAnswers
    show()
    expect(screen.getByRole('status').textContent).toBe('Loading chart data...')
  })

  test.each([
    { why: 'there is none', reply: says({ ...month, data: [] }), range: '6M', logged: 0 },
    { why: 'the server fails', reply: refuses({ code: 'internal_error' }), range: '1Y', logged: 1 },
    { why: 'it cannot be reached', reply: isDown, range: 'YTD', logged: 1 },
  ])('has no data when $why, which is no alarm', async ({ reply, range, logged }) => {
    replies[history(range.toLowerCase())] = reply
    show()
    await choose(range)
    expect(await screen.findByText('No data available for this period')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(hero()?.textContent).toBe('$12,486.32')
    expect(figure('Total Return')).toBe('+$2,486.32 (+24.86%)')
    expect(saidOf(`The chart of ${range} could not be loaded.`)).toBe(logged)
  })

  test('names the two ends of a first day, and the years of a long time', async () => {
    const [from, to] = ['2026-11-13T14:41:00Z', '2026-11-13T15:02:00Z']
    const points = (first: string) => [
      { date: first, value: 10_000 },
      { date: to, value: 10_000 },
    ]
    replies[history('1m')] = says({ ...month, data: points(from) })
    replies[history('all')] = says({ ...month, data: points('2023-11-13T15:02:00Z') })
    show()
    await chart()
    expect(screen.getByText('Start').nextElementSibling?.textContent).toBe('Now')
    await choose('ALL')
    expect(await screen.findByText('Nov 2023')).toBeTruthy()
    expect(screen.getByText('Nov 2026')).toBeTruthy()
  })
})

describe('the cash of the start', () => {
  const level = () => document.querySelectorAll('line.stroke-control').length
  const from = (dollars: number) => ({
    ...month,
    data: [{ date: '2026-10-13T15:00:00Z', value: dollars }, ...month.data.slice(1)],
  })

  test('is a thin line of its own, told below the chart, wherever it lies inside the axis', async () => {
    replies[history('all')] = says(from(10_000))
    replies[history('6m')] = says(from(10_100))
    show()
    await chart()
    expect(level()).toBe(0)
    expect(screen.queryByText('$10,000 start')).toBeNull()
    for (const range of ['ALL', '6M']) {
      await choose(range)
      await screen.findByRole('slider', { name: `Portfolio value, ${range}` })
      expect(level()).toBe(1)
      expect(screen.getByText('$10,000 start')).toBeTruthy()
    }
  })
})

describe('before the first trade', () => {
  const beginner = (): void => {
    replies['/api/portfolio'] = says({ ...portfolioOf(10_000), previous_value: 10_000 })
    replies['/api/current-portfolio-value'] = says({ value: 10_000 })
    replies[history('1m')] = says({ ...month, metrics: metricsOf(10_000, 0, 0) })
    render(<PortfolioPanel isNewcomer />, { wrapper: Learner })
  }

  test('the required figures are there, and nothing else says the same zero or asks why', async () => {
    beginner()
    await chart()
    await waitFor(() =>
      expect(gain()?.textContent).toBe('+$0.00 (+0.00%) since your $10,000 start '),
    )
    expect(figure('1-month return')).toContain('(')
    expect(figure('Total Return')).toBe('+$0.00 (+0.00%)')
    expect(screen.queryByText('today')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Why?' })).toBeNull()
  })

  test('zero is green where that is required, and has no color elsewhere', async () => {
    beginner()
    await waitFor(() =>
      expect(gain()?.querySelector('.text-gain')?.textContent).toContain('+$0.00'),
    )
    await waitFor(() => expect(figure('Total Return')).toBe('+$0.00 (+0.00%)'))
    const total = screen.getByText('Total Return').nextElementSibling
    expect(total?.querySelector('.text-gain, .text-loss, svg')).toBeNull()
  })
})
