// Every path that requires a sign-in, and navigation between paths.
import type { Page } from '@playwright/test'

import { routes } from '../web/app/routes.ts'

/** Excludes pages that need data that not every learner has. */
export const signedInPaths = routes
  .filter(({ access }) => access === 'learner')
  .map(({ path }) => path.replace(':ticker', 'AAPL'))
  .filter((path) => !path.includes(':'))

/** Navigates with a link of the main navigation. */
export const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

/** Navigates like a link, without a new document, so that the app's code and axe stay loaded. */
export async function follow(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
