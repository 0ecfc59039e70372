// Renders the page of a stock for a learner, with replies that a test can replace.
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import StockPage from '../stock/stock-page.tsx'
import {
  firstChapter,
  holdingOf,
  Learner,
  replies,
  requests,
  setUpLearner,
  tearDownLearner,
} from './learner.tsx'

export { isDown, refuses, replies, sendPrice } from './learner.tsx'

export const price = {
  price: 189.12,
  bid: 189.12,
  ask: 189.12,
  cache_age: { is_fresh: true, age_hours: 0 },
  warning: null,
}
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

export const year = {
  historical_data: [
    { date: '2025-11-13', price: 100 },
    { date: '2026-05-13', price: 150 },
    { date: '2026-11-13', price: 189 },
  ],
  metrics: { period_return: 89, period_return_percent: 89 },
}

export const says = (body: object) => (): Response => Response.json({ error: null, ...body })

/** A portfolio with two shares that have cost $360. */
export const portfolio = {
  ...firstChapter,
  cash_balance: 9_640,
  free_cash: 9_640,
  total_value: 10_018.24,
  holdings: [
    holdingOf(
      'AAPL',
      2,
      { avg: 180, now: 189.12, value: 378.24 },
      { amount: 18.24, percent: 5.0667 },
    ),
  ],
}
export const bought = {
  timestamp: '2026-11-06T15:20:00Z',
  type: 'BUY',
  ticker: 'AAPL',
  quantity: 2,
  price: 180,
  realized_gain: null,
}

/** The configuration; prices are simulated. */
export const config = {
  identity: { kind: 'embedded', google: false, signUp: 'open', allowedDomains: [] },
  market: 'simulated',
  proWaitlistUrl: '/waitlist',
}

/** Sets whether the button of the form is visible: jsdom has no layout. */
export let seeForm: (isIntersecting: boolean) => void
/** Records the elements that were scrolled into view, and the options. */
export const scrolledIntoView = vi.fn<Element['scrollIntoView']>()

function setUpSight(): void {
  vi.stubGlobal('IntersectionObserver', function (notify: (entries: object[]) => void) {
    seeForm = (isIntersecting) => act(() => notify([{ isIntersecting }]))
    return { observe: () => {}, disconnect: () => {} }
  })
  scrolledIntoView.mockReset()
  Element.prototype.scrollIntoView = scrolledIntoView
}

function setUp(): void {
  setUpLearner()
  setUpSight()
  Object.assign(replies, {
    '/config.json': says(config),
    '/api/current-price/AAPL': says(price),
    '/api/price-history/AAPL/7d': says(history),
    '/api/price-history/AAPL/1m': says(month),
    '/api/price-history/AAPL/1y': says(year),
    '/api/earnings/AAPL': says({ next: null, past: [] }),
    '/api/portfolio': says(portfolio),
    '/api/transactions?ticker=AAPL': says({ transactions: [bought], next: null }),
  })
}

/** Registers set-up and tear-down for every test of a file; `more` adds to the set-up. */
export function testStockPage(more?: () => void): void {
  beforeEach(() => {
    setUp()
    more?.()
  })
  afterEach(tearDownLearner)
}

function CurrentPage() {
  const { pathname } = useLocation()
  return pathname.startsWith('/stock/') ? <StockPage /> : <p>Another page</p>
}

export function openStock(term = 'aapl', hasPauses = false) {
  render(
    <Learner at={`/stock/${term}`} hasPauses={hasPauses}>
      <CurrentPage />
    </Learner>,
  )
}

/** Opens the page and waits until it has the portfolio. */
export async function openLoadedStock(): Promise<void> {
  openStock()
  await screen.findByText('Your cash buys 50 shares')
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const chart = () => screen.findByRole('slider')
export const openChart = () => {
  openStock()
  return chart()
}
export const readings = async () => (await chart()).getAttribute('aria-valuetext')

/** The addresses of API requests without a token. */
export const askedOpenly = (): string[] =>
  requests
    .filter(({ address, headers }) => address.startsWith('/api/') && !headers.has('authorization'))
    .map(({ address }) => address)
