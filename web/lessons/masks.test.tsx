// Tests that no page of a lesson that is not over names a company: its stocks are 'Stock A' to 'Stock P' and lead to the play page.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { companyName, tickers } from '@tengrand/core/tickers.ts'
import { expect, test, describe } from 'vitest'

import PortfolioPage from '../dashboard/portfolio-page.tsx'
import TransactionsPage from '../dashboard/transactions-page.tsx'
import InsightsPage from '../insights/insights-page.tsx'
import LeagueScope from '../leagues/league-scope.tsx'
import { renderAt, replies, requests, says, testAsLearner } from '../testing/learner.tsx'
import {
  answerLesson,
  lessonIn,
  lessonPortfolio,
  quotesAt,
  type LessonStream,
} from '../testing/lesson-play.ts'
import { compared, habits, insights, luck, twins } from '../testing/result.ts'
import PlayPage from './play-page.tsx'

let stream: LessonStream

testAsLearner(() => {
  stream = answerLesson()
  Object.assign(replies, {
    '/api/transactions': says({ transactions: [buy], next: null, has_splits: false }),
    '/api/insights/luck': says(luck),
  })
  for (const range of ['7d', '1m', '6m', 'ytd', '1y', 'all']) {
    replies[`/api/net_worth_history/${range}`] = says(compared)
    replies[`/api/insights/${range}`] = says(masked({ ...insights, twins: priced, habits }))
  }
})

const buy = {
  timestamp: '2025-12-07T12:00:00Z',
  type: 'BUY',
  realized_gain: null,
  ticker: 'D',
  quantity: 20,
  price: 90,
}

const priced = {
  ...twins,
  prices: [
    { ticker: 'AAPL', opening_price: 80, price: 100 },
    { ticker: 'TSLA', opening_price: 80, price: 60 },
  ],
}

/** The same answers about stocks of a lesson. */
const masked = (answer: object): object =>
  JSON.parse(JSON.stringify(answer).replaceAll('AAPL', 'D').replaceAll('TSLA', 'E'))

const open = (page: string, element: React.ReactNode) =>
  renderAt(`/leagues/l-1/${page}`, <LeagueScope league="l-1">{element}</LeagueScope>)

/** In texts, addresses and attributes. */
function expectNoCompany(): void {
  const html = document.body.innerHTML
  const named = tickers.flatMap((ticker) => [ticker, companyName(ticker)])
  expect(named.filter((name) => new RegExp(`\\b${name}\\b`).test(html))).toEqual([])
  const asked = requests.map(({ address }) => address).join(' ')
  expect(tickers.filter((ticker) => asked.includes(ticker))).toEqual([])
}

const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('the page on which it is played', async () => {
  renderAt('/leagues/l-1/play#D', <PlayPage />)
  await screen.findByText(/^You own 20 shares/)
  await stream.send('tick', quotesAt(61))
  expect(screen.getAllByText(/^Stock [A-P]$/)).toHaveLength(17)
  expectNoCompany()
})

describe('the portfolio', () => {
  const holdings = async (name = 'Holdings') => {
    const card = within(await screen.findByRole('region', { name }))
    return card.findByRole('table')
  }

  test('names the stocks of the lesson, at the prices of its stream', async () => {
    open('portfolio', <PortfolioPage />)
    const table = await holdings()
    await stream.send('tick', quotesAt(61, { D: 123.45 }))
    await waitFor(() => expect(table.textContent).toContain('$123.45'))
    expect(table.textContent).toContain('DStock D')
    expect(table.textContent).toContain('$2,469.00')
    expect(screen.getAllByText('$10,469.00')).not.toHaveLength(0)
    expect(linkTo('D')).toBe('/leagues/l-1/play#D')
    expect(screen.queryByRole('radio', { name: 'Sector' })).toBe(null)
    expectNoCompany()
  })

  test('after the end has the symbols still', async () => {
    replies['/api/leagues/l-1'] = says(lessonIn('over', 90))
    replies['/api/portfolio'] = says({ ...lessonPortfolio, closed_at: '2025-12-16T09:00:00Z' })
    open('portfolio', <PortfolioPage />)
    expect((await holdings('Holdings at the end')).textContent).toContain('DStock D')
    expectNoCompany()
  })
})

describe('the transactions', () => {
  const filters = () =>
    requests.map(({ address }) => new URL(address, 'http://server').searchParams.get('ticker'))

  test('name the stocks of the lesson', async () => {
    open('transactions', <TransactionsPage />)
    await waitFor(() => expect(linkTo('D')).toBe('/leagues/l-1/play#D'))
    expectNoCompany()
  })

  test('are filtered by the stocks of the lesson', async () => {
    open('transactions', <TransactionsPage />)
    const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Stock' })
    const names = [...list.options].map(({ text }) => text)
    expect(names).toHaveLength(17)
    expect(names.slice(0, 2)).toEqual(['All stocks', 'A · Stock A'])
    await userEvent.selectOptions(list, 'P')
    await waitFor(() => expect(filters()).toContain('P'))
    expectNoCompany()
  })
})

test('the insights', async () => {
  open('insights', <InsightsPage />)
  const drove = within(await screen.findByRole('region', { name: 'What drove it' }))
  expect(
    await drove.findByText(/^Stock D earned you the most, \$750\.18\. Stock E cost you the most/),
  ).toBeTruthy()
  expect(drove.getByRole('link', { name: 'D' }).getAttribute('href')).toBe('/leagues/l-1/play#D')
  const habit = within(screen.getByRole('region', { name: 'Habits' }))
  expect(habit.getByText(/ in Stock D$/)).toBeTruthy()
  await userEvent.click(drove.getByRole('button', { name: 'Show as table' }))
  expect(await screen.findByText(/^The market beat you by .*Stock [DE]/)).toBeTruthy()
  expectNoCompany()
})
