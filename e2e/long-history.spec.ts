// A long history of transactions: all of them are in the document, and few of them are drawn.
import { expect, type Page } from '@playwright/test'

import { arriveSignedIn } from './learner.ts'
import { test } from './product.ts'

/** As many as anybody should ever scroll through, where there is time for it (`npm run test:long`). */
const total = process.env['TEST_LONG'] ? 10_000 : 2_000
/** As many as one answer can have. */
const pageRows = 1_000
/** As many as the first has, so that what depends on no number is looked at with few of them. */
const firstRows = 200
/** Those at the beginning, of which pictures are made, and those near the screen. */
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
  // The height of a block was known before it was drawn, so that the scroll bar has not moved.
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

/** While there are few rows to lay out anew. */
async function expectToBePrintedAlone(page: Page): Promise<void> {
  await expect(page.locator('main label')).toBeVisible()
  await expect(page.getByRole('radiogroup')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const screen = page.viewportSize() ?? { width: 0, height: 0 }
  // What is fixed to the screen would cover rows of every sheet.
  await expect(page.getByRole('navigation')).toHaveCount(0)
  // Nothing is left of what can be chosen on the screen.
  await expect(page.locator('main label')).toBeHidden()
  await expect(page.getByRole('radiogroup')).toHaveCount(0)
  const heads = page
    .locator('[role=columnheader]')
    .locator('xpath=ancestor::*[@role="rowgroup"]')
    .first()
  // The browser repeats such a group on every sheet, unless it may be broken.
  await expect(heads).toHaveCSS('display', 'table-header-group')
  await expect(heads).toHaveCSS('break-inside', 'avoid')
  await expect(page.locator('[role=row]').nth(1)).toHaveCSS('break-inside', 'avoid')
  await page.setViewportSize({ width: 700, height: 1_000 })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.setViewportSize(screen)
  await page.emulateMedia({ media: 'screen' })
}

// In the page itself: among thousands of rows a locator takes seconds for each look.

const rowCount = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('[role=row]').length)

/** The head is the first. */
const rowText = (page: Page, index: number): Promise<string | null | undefined> =>
  page.evaluate((at) => document.querySelectorAll('[role=row]')[at]?.textContent, index)

const isInViewport = (page: Page, index: number): Promise<boolean> =>
  page.evaluate((at) => {
    const box = document.querySelectorAll('[role=row]')[at]?.getBoundingClientRect()
    return box !== undefined && box.bottom > 0 && box.top < window.innerHeight
  }, index)

/** More than a test has time to trade: the quantity of each is its place in the list. */
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

/** The next page comes when the end is near. */
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(async (rows) => {
    while (document.querySelectorAll('[role=row]').length < rows) {
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise((resolve) => void setTimeout(resolve, 50))
    }
  }, total + 1)

const heightOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight)

/** The head counts too. */
const drawnRows = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[role=row]')].filter((row) =>
        row.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  )

/** From the end to the beginning, at twenty places. */
async function drawnWhileScrolling(page: Page): Promise<number[]> {
  const counts: number[] = []
  for (let step = 20; step >= 0; step -= 1) {
    await page.evaluate(async (part) => {
      window.scrollTo(0, document.documentElement.scrollHeight * part)
      // What comes near is drawn with the frame after the next.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    }, step / 20)
    counts.push(await drawnRows(page))
  }
  return counts
}
