// The journal: a reason and a forecast with an order, their entries, and the pages with none, one and many of them.
import { expect, type Locator, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { apiOf } from './league-world.ts'
import { arriveSignedIn } from './learner.ts'
import { follow } from './paths.ts'
import { test } from './product.ts'
import { executeButton, tradeDone } from './trade-form.ts'

const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
const line = (page: Page) => page.getByRole('button', { name: 'Add a reason', exact: true })
const why = (page: Page) => page.getByRole('textbox', { name: 'Why?' })
const sure = (page: Page) => page.getByLabel(/^How sure are you that it will do /)

test('a learner writes down why, finds it in the journal, and changes the reason', async ({
  page,
}) => {
  await arriveSignedIn(page, '/journal')
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await expectGoodOnScreens(page, 'a journal without entries')

  await follow(page, '/stock/AAPL')
  const button = executeButton(page)
  await expect(line(page)).toBeVisible()
  const before = await topOf(button)
  await line(page).click()
  await why(page).fill('Because <b>people</b> like the new phone.\nSee https://example.com')
  await sure(page).selectOption('80%')
  expect(await topOf(button)).toBe(before)
  await expectGoodOnScreens(page, 'the fields of the journal')
  await button.click()
  await tradeDone(page, 'Bought 1 share of AAPL')
  await expect(why(page)).toHaveValue('')

  // Open at the next visit too.
  await page.reload()
  await expect(why(page)).toBeVisible()
  await page.getByLabel('Order', { exact: true }).selectOption('Limit')
  await page.getByRole('textbox', { name: 'Limit price' }).fill('1')
  await why(page).fill('Cheap then.')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText(/^Limit order placed\./)).toBeVisible()

  await page.goto('/journal')
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).first()).toContainText(
    'Buy 1 share of AAPL at $1.00 or less. Waits for its price.',
  )
  const bought = entries(page).last()
  await expect(bought).toContainText(/Bought 1 share of AAPL at \$[\d.]+/)
  await expect(bought).toContainText('Because <b>people</b> like the new phone.')
  await expect(bought).toContainText(/80% sure: better than the market\s*·\s*result in 3\d days/)
  await expect(bought.locator('b')).toHaveCount(0)
  await expect(bought.getByRole('link')).toHaveCount(1)

  await bought.getByRole('button', { name: 'Edit reason, AAPL' }).click()
  await expect(why(page)).toBeFocused()
  await expectGoodOnScreens(page, 'a reason that is changed')
  await why(page).fill('Because it grows.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(bought).toContainText('Because it grows.')
  await expectGoodOnScreens(page, 'a journal with entries')
})

test('a journal has one entry, and then hundreds, which stay fast', async ({ page }) => {
  await arriveSignedIn(page)
  const api = await apiOf(page.request)
  const { price } = await api<{ price: number }>('GET', '/current-price/AAPL')
  await api('POST', '/buy', {
    ticker: 'AAPL',
    quantity: 1,
    price,
    note: 'x'.repeat(280),
    confidence: 90,
  })
  await page.goto('/journal')
  await expect(entries(page)).toHaveCount(1)
  await expectGoodOnScreens(page, 'a journal with one entry')

  await answerWithManyEntries(page)
  await page.reload()
  for (let shown = perPage; shown < total; shown += perPage) {
    await expect(entries(page)).toHaveCount(shown)
    await page.getByRole('button', { name: 'Load more' }).click()
  }
  await expect(entries(page)).toHaveCount(total)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await drawnEntries(page)).toBeLessThan(100)
  for (const words of ['Right:', 'Wrong:', 'Even:', 'Lapsed:', 'waiting for closing prices'])
    await expect(entries(page).filter({ hasText: words }).first()).toBeAttached()
  await expectGoodOnScreens(page, 'a journal with hundreds of entries', {
    without: 'ol[aria-label=Entries] > li:nth-child(n+30)',
  })
})

const total = 500
const perPage = 50
const outcomes = ['right', 'wrong', 'even', 'lapsed', null] as const

/** Fakes more entries than a test can make. */
async function answerWithManyEntries(page: Page): Promise<void> {
  await page.route('**/api/journal?*', answer)
  await page.route('**/api/journal', answer)
}

const answer: Parameters<Page['route']>[1] = (route) => {
  const first = Number(new URL(route.request().url()).searchParams.get('before') ?? 0)
  const next = first + perPage
  const entriesOfPage = Array.from({ length: perPage }, (_, index) => entryAt(first + index))
  return route.fulfill({
    json: { entries: entriesOfPage, next: next < total ? String(next) : null },
  })
}

function entryAt(index: number) {
  const outcome = outcomes[index % outcomes.length] ?? null
  const isScored = outcome !== null && outcome !== 'lapsed'
  const at = new Date(Date.UTC(2026, 8, 13) - index * 3_600_000).toISOString()
  return {
    id: String(index),
    at,
    ticker: index % 2 === 0 ? 'AAPL' : 'TSLA',
    type: index % 3 === 0 ? 'SELL' : 'BUY',
    kind: null,
    quantity: index + 1,
    price: 189.12,
    waiting: false,
    note: index % 4 === 0 ? null : `Reason ${index}. `.repeat(1 + (index % 12)),
    note_until: at,
    confidence: 50 + 10 * (index % 5),
    outcome,
    due_at: at,
    stock_return_percent: isScored ? 3.1 : null,
    market_return_percent: isScored ? -1.2 : null,
  }
}

/** In the document, because a click scrolls. */
const topOf = (element: Locator): Promise<number> =>
  element.evaluate((shown) => Math.round(shown.getBoundingClientRect().top + window.scrollY))

const drawnEntries = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('ol[aria-label=Entries] > li > *')].filter((part) =>
        part.checkVisibility({ contentVisibilityAuto: true }),
      ).length / 2,
  )
