// Every address behind the sign-in, and the way from one to another.
import type { Page } from '@playwright/test'

export const signedInPaths = [
  '/dashboard',
  '/portfolio',
  '/insights',
  '/transactions',
  '/stock/AAPL',
  '/leaderboard',
  '/getting-started',
  '/getting-started/basics',
  '/getting-started/strategies',
  '/getting-started/platform',
  '/pro',
  '/waitlist',
  '/account',
]

/** As a link leads there: nothing is loaded again that the page has, its code and axe among it. */
export async function follow(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
