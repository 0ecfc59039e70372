// The page of a stock with a server that answers as it is told, and a stream that says what the test says.
import { QueryClientProvider } from '@tanstack/react-query'
import { problemOf } from '@tengrand/contract/refusals.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { vi } from 'vitest'

import { makeQueryClient } from '../queries.ts'
import { QuotesContext } from '../quotes/use-quote.ts'
import StockPage from '../stock/stock-page.tsx'
import { makeBrowser, wireQuote, type Browser } from './tabs.ts'

export const price = { price: 189.12, cache_age: { is_fresh: true, age_hours: 0 }, warning: null }
export const history = {
  historical_data: [
    { date: '2026-11-06T15:00:00Z', price: 180 },
    { date: '2026-11-13T14:00:00Z', price: 189 },
  ],
  metrics: { period_return: 9, period_return_percent: 5 },
}
const month = {
  historical_data: [
    { date: '2026-10-13', price: 200 },
    { date: '2026-11-13', price: 189 },
  ],
  metrics: { period_return: -11, period_return_percent: -5.5 },
}

type Reply = () => Response | Promise<Response>
export const says =
  (body: object): Reply =>
  () =>
    Response.json({ error: null, ...body })
export const refuses = (...[refusal]: Parameters<typeof problemOf>): Reply => {
  const problem = problemOf(refusal)
  return () => Response.json(problem, { status: problem.status })
}
export const isDown: Reply = () => Promise.reject(new TypeError('fetch failed'))

/** By address; what is not here cannot be reached. */
export let replies: Record<string, Reply>
export let asked: string[]
let browser: Browser

export function setUp(): void {
  asked = []
  replies = {
    '/api/current-price/AAPL': says(price),
    '/api/price-history/AAPL/7d': says(history),
    '/api/price-history/AAPL/1m': says(month),
  }
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return (replies[address] ?? isDown)()
  })
  browser = makeBrowser()
}

export function tearDown(): void {
  vi.useFakeTimers()
  cleanup()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

export function openStock(term = 'aapl') {
  const client = makeQueryClient()
  client.setDefaultOptions({
    queries: { ...client.getDefaultOptions().queries, retryDelay: 1 },
  })
  render(
    <QueryClientProvider client={client}>
      <QuotesContext value={browser.openTab()}>
        <MemoryRouter initialEntries={[`/stock/${term}`]}>
          <Routes>
            <Route path="/stock/:ticker" element={<StockPage />} />
          </Routes>
        </MemoryRouter>
      </QuotesContext>
    </QueryClientProvider>,
  )
}
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const chart = () => screen.findByRole('slider')
export const readings = async () => (await chart()).getAttribute('aria-valuetext')
export const sendPrice = async (dollars: number) => {
  const source = await vi.waitFor(() => {
    const [opened] = browser.sources
    if (!opened) throw new Error('no stream yet')
    return opened
  })
  act(() => source.send('snapshot', [wireQuote('AAPL', dollars)]))
}
