// Faulty answers that a test injects between the page and the server.
import type { Page } from '@playwright/test'

export const oldPriceWarning =
  'Price data is 4.2 hours old. Fresh data updates every 3 hours during market hours.'

/** Answers with an old price, and without a history of the last seven days. */
export async function meetOldPrice(page: Page, ticker: string): Promise<void> {
  await page.route(`**/api/current-price/${ticker}`, async (route) => {
    const answer = await route.fetch()
    const cache_age = { is_fresh: false, age_hours: 4.2 }
    await route.fulfill({ json: { ...(await answer.json()), cache_age, warning: oldPriceWarning } })
  })
  const sentence = 'Historical data is temporarily unavailable.'
  await page.route(`**/api/price-history/${ticker}/7d`, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { status: 429, code: 'history_unavailable', detail: sentence, error: sentence },
    }),
  )
}

export const longWords =
  `The ledger is asleep. ${'It turns over and goes on dreaming. '.repeat(6)}`.trim()

/** Answers with a long error text without a code, like another server. */
export const meetLongWords = (page: Page, address: string): Promise<unknown> =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { detail: longWords } }))

/** Lets requests reach the server, and cuts the connection before each answer arrives. */
export const loseAnswers = (page: Page, address: string): Promise<unknown> =>
  page.route(address, async (route) => {
    await route.fetch()
    await route.abort()
  })

/** Leaves all API requests unanswered. */
export const waitForever = (page: Page): Promise<unknown> =>
  page.route('**/api/**', () => new Promise(() => undefined))

/** Removes all faults. */
export async function endFaults(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
}
