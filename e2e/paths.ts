// Every address behind the sign-in, and the way from one to another.
import type { Page } from '@playwright/test'

import { routes } from '../web/app/routes.ts'

/** Without pages about something that not every learner has. */
export const signedInPaths = routes
  .filter(({ access }) => access === 'learner')
  .map(({ path }) => path.replace(':ticker', 'AAPL'))
  .filter((path) => !path.includes(':'))

/** As a link leads there: nothing is loaded again that the page has, its code and axe among it. */
export async function follow(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
