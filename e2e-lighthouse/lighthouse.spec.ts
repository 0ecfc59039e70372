// Lighthouse must give every page a score of 100 for accessibility, best practices and SEO.
import { expect } from '@playwright/test'

import { arriveWithHoldings } from '../e2e/learner.ts'
import { test, type Opinion, type AuditedPage } from './lighthouse.ts'

const hundred: Opinion = {
  scores: { accessibility: 100, 'best-practices': 100, seo: 100 },
  faults: [],
  doubts: [],
}

for (const device of ['phone', 'desktop'] as const) {
  test(`Lighthouse gives the first two pages a hundred on a ${device}`, async ({ page, ask }) => {
    expect.soft(await ask(signIn, device), signIn.name).toEqual(hundred)
    await arriveWithHoldings(page)
    expect.soft(await ask(dashboard, device), dashboard.name).toEqual(hundred)
  })
}

test('Lighthouse gives the pages further in a hundred on a phone', async ({ page, ask }) => {
  await arriveWithHoldings(page)
  for (const place of furtherIn) {
    expect.soft(await ask(place, 'phone'), place.name).toEqual(hundred)
  }
})

const signIn: AuditedPage = {
  name: 'the sign-in page',
  path: '/',
  shows: (tab) => tab.getByLabel('Password', { exact: true }),
}

const dashboard: AuditedPage = {
  name: 'the dashboard',
  path: '/',
  shows: (tab) => tab.getByRole('table', { name: 'Transactions' }),
}

const furtherIn: readonly AuditedPage[] = [
  {
    name: 'a stock',
    path: '/stock/AAPL',
    shows: (tab) => tab.getByText('B you bought, S you sold'),
  },
  {
    name: 'the portfolio',
    path: '/portfolio',
    shows: (tab) => tab.getByRole('row', { name: /NVDA/ }),
  },
  {
    name: 'the leaderboard',
    path: '/leaderboard',
    shows: (tab) => tab.getByRole('heading', { name: 'Your place' }),
  },
  {
    name: 'a guide',
    path: '/getting-started/basics',
    shows: (tab) => tab.getByRole('article'),
  },
]
