// A long history of transactions: all rows are in the document, but few are rendered.
import { expect, type Page } from '@playwright/test'

import { arriveSignedIn } from './learner.ts'
import { test } from './product.ts'

/** The number of transactions; more in `npm run test:long`. */
const total = process.env['TEST_LONG'] ? 10_000 : 2_000
/** The maximum number of rows in one answer. */
const pageRows = 1_000
/** The number of rows in the first answer; checks that do not depend on the number use only these rows. */
const firstRows = 200
/** Always rendered: the first rows, which screenshots show, and the rows near the viewport. */
const drawnRowsMax = 1_000
const drawnAlways = 400

test('a learner with thousands of transactions finds and prints each, and few are drawn at once', async ({
  page,
}) => {
  await arriveSignedIn(page)
  await answerWithManyTransactions(page)
  await page.goto('/transactions')
  await page.locator('[role=row]').nth(1).waitFor()
  await expectToBePrintedAlone(page)
  await scrollToEnd(page)
  expect(await rowCount(page)).toBe(total + 1)
  expect(await rowText(page, total)).toContain(total.toLocaleString('en-US'))

  const height = await heightOf(page)
  const drawn = await drawnWhileScrolling(page)
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(drawnAlways)
  expect(Math.max(...drawn)).toBeLessThan(drawnRowsMax)
  // Rendering a block does not change its height, so the scroll bar stays in place.
  expect(await heightOf(page)).toBe(height)

  await page.evaluate(() => window.scrollTo(0, 0))
  const sought = total - 124
  const isFound = () =>
    page.evaluate(
      (words) => Reflect.apply(Reflect.get(window, 'find'), window, [words]),
      sought.toLocaleString('en-US'),
    )
  expect(await isFound()).toBe(true)
  await expect.poll(() => isInViewport(page, sought)).toBe(true)

  await page.emulateMedia({ media: 'print' })
  expect(await drawnRows(page)).toBe(total + 1)
})

/** Runs while there are few rows, because printing lays all of them out again. */
async function expectToBePrintedAlone(page: Page): Promise<void> {
  await expect(page.locator('main label')).toBeVisible()
  await expect(page.getByRole('radiogroup')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const screen = page.viewportSize() ?? { width: 0, height: 0 }
  // Elements with a fixed position would cover rows on every printed page.
  await expect(page.getByRole('navigation')).toHaveCount(0)
  // Filters are not printed.
  await expect(page.locator('main label')).toBeHidden()
  await expect(page.getByRole('radiogroup')).toHaveCount(0)
  const heads = page
    .locator('[role=columnheader]')
    .locator('xpath=ancestor::*[@role="rowgroup"]')
    .first()
  // Browsers repeat a table header on every printed page only if it cannot break.
  await expect(heads).toHaveCSS('display', 'table-header-group')
  await expect(heads).toHaveCSS('break-inside', 'avoid')
  await expect(page.locator('[role=row]').nth(1)).toHaveCSS('break-inside', 'avoid')
  await page.setViewportSize({ width: 700, height: 1_000 })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.setViewportSize(screen)
  await page.emulateMedia({ media: 'screen' })
}

// These helpers run in the page, because a locator takes seconds per query with thousands of rows.

const rowCount = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('[role=row]').length)

/** The text of a row; row 0 is the table header. */
const rowText = (page: Page, index: number): Promise<string | null | undefined> =>
  page.evaluate((at) => document.querySelectorAll('[role=row]')[at]?.textContent, index)

const isInViewport = (page: Page, index: number): Promise<boolean> =>
  page.evaluate((at) => {
    const box = document.querySelectorAll('[role=row]')[at]?.getBoundingClientRect()
    return box !== undefined && box.bottom > 0 && box.top < window.innerHeight
  }, index)

/** Fakes more transactions than a test can make; the quantity of each is its position in the list. */
async function answerWithManyTransactions(page: Page): Promise<void> {
  await page.route('**/api/transactions?*', (route) => {
    const first = Number(new URL(route.request().url()).searchParams.get('before') ?? 0)
    const next = Math.min(total, first + (first === 0 ? firstRows : pageRows))
    const transactions = Array.from({ length: next - first }, (_, index) => ({
      timestamp: new Date(Date.UTC(2026, 10, 13) - (first + index) * 3_600_000).toISOString(),
      type: index % 2 === 0 ? 'BUY' : 'SELL',
      ticker: 'AAPL',
      quantity: first + index + 1,
      price: 100,
      realized_gain: index % 2 === 0 ? null : index - 50,
    }))
    return route.fulfill({ json: { transactions, next: next < total ? String(next) : null } })
  })
}

/** Scrolls until all rows are loaded: the app loads the next page near the end. */
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(async (rows) => {
    while (document.querySelectorAll('[role=row]').length < rows) {
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise((resolve) => void setTimeout(resolve, 50))
    }
  }, total + 1)

const heightOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight)

/** The number of rendered rows, including the table header. */
const drawnRows = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[role=row]')].filter((row) =>
        row.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  )

/** The numbers of rendered rows while scrolling from the end to the beginning in twenty steps. */
async function drawnWhileScrolling(page: Page): Promise<number[]> {
  const counts: number[] = []
  for (let step = 20; step >= 0; step -= 1) {
    await page.evaluate(async (part) => {
      window.scrollTo(0, document.documentElement.scrollHeight * part)
      // Rows near the viewport are rendered two frames later.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    }, step / 20)
    counts.push(await drawnRows(page))
  }
  return counts
}
