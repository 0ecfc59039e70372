// A lesson: the projector's page, a learner on a phone and one on a laptop, from the lobby to the insights.
import { expect, type Browser, type Page } from '@playwright/test'

import { expectAccessible, expectGoodOnScreens } from './accessible.ts'
import { arriveSignedIn } from './learner.ts'
import { allowConsoleErrors, noteConsoleErrors, test } from './product.ts'

/** A tab that sleeps misses this much of the lesson. */
const asleepMs = 30_000

test('a class plays a lesson on a phone and a laptop, beside the projector', async ({
  page,
  browser,
  product,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const code = await createLesson(page)
  await using closing = new AsyncDisposableStack()
  const open = (width: number, height: number) =>
    openBrowser(browser, { url: product.url, viewport: { width, height }, closing })
  const [phone, laptop] = await Promise.all([open(390, 844), open(1280, 800)])
  await Promise.all([joins(phone.page, code), joins(laptop.page, code)])
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
  await isGood(page, 'lobby on the projector')
  await fitsTheScreen(page)

  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(phone.page.getByText(/^Starts in/)).toBeVisible()
  await Promise.all([
    buys(phone.page, 'Stock C', 'Buy $1,000'),
    buys(laptop.page, 'Stock M', 'Buy all'),
  ])
  await isGood(phone.page, 'play on a phone')
  await expectAccessible(laptop.page, 'play on a laptop')
  const best = page.getByRole('list', { name: 'Board' })
  await expect(best.getByRole('listitem').filter({ hasText: '%' })).toHaveCount(3)
  await isGood(page, 'running on the projector')
  await fitsTheScreen(page)

  const slept = sleeps(phone.page)
  await laptop.page.reload()
  await expect(shares(laptop.page, 'Stock M')).toBeVisible()
  await pausesAndResumes(page, laptop.page)
  await slept
  await expect(shares(phone.page, 'Stock C')).toBeVisible()
  await sells(phone.page, 'Stock C')
  allowConsoleErrors(phone.page, 'ERR_INTERNET_DISCONNECTED')

  await endsIt(page)
  await expectAccessible(page, 'podium on the projector')
  await fitsTheScreen(page)
  await page.getByRole('button', { name: 'Unmask the stocks' }).click()
  const stocks = page.getByRole('list', { name: 'What the stocks were' })
  await expect(stocks.getByText(/its year is invented/)).toHaveCount(16)
  await expectAccessible(page, 'unmasking on the projector')
  await fitsTheScreen(page)
  await Promise.all([seesTheEnd(phone.page), seesTheEnd(laptop.page)])
  for (const { errors } of [phone, laptop]) expect(errors).toEqual([])
})

/** In both themes, at the size of its screen. */
const isGood = (page: Page, name: string): Promise<void> =>
  expectGoodOnScreens(page, name, { widths: [page.viewportSize()?.width ?? 0] })

/** With the form; the projector's page follows. */
async function createLesson(page: Page): Promise<string> {
  await arriveSignedIn(page, '/leagues')
  await page.getByRole('button', { name: 'Create a lesson' }).click()
  await page.getByLabel('Played in').selectOption('10 minutes')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/leagues\/[\w-]+\/screen$/)
  await expect(page.getByRole('banner')).toHaveCount(0)
  return (await page.getByText(/^\w{4}-\w{4}$/).innerText()).replace('-', '')
}

async function openBrowser(
  browser: Browser,
  {
    url,
    viewport,
    closing,
  }: {
    readonly url: string
    readonly viewport: { readonly width: number; readonly height: number }
    readonly closing: AsyncDisposableStack
  },
) {
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: 'reduce' })
  closing.defer(() => context.close())
  const page = await context.newPage()
  return { page, errors: noteConsoleErrors(page) }
}

async function joins(page: Page, code: string): Promise<void> {
  await arriveSignedIn(page, `/join/${code}`)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page).toHaveURL(/\/play$/)
  await expect(page.getByText('Waiting for the start.')).toBeVisible()
}

const stock = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`${name}\\b`) })
const sheet = (page: Page) => page.getByRole('dialog')
/** The row of a stock that the learner holds. */
const shares = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByText(/\d shares?/)

async function buys(page: Page, name: string, action: string): Promise<void> {
  await stock(page, name).click()
  await sheet(page).getByRole('button', { name: action, exact: true }).click()
  await sheet(page)
    .getByRole('button', { name: /^Buy (\d+ shares?|for all your cash)$/ })
    .click()
  await expect(sheet(page).getByText(new RegExp(`^Bought .* of ${name}`))).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
}

async function sells(page: Page, name: string): Promise<void> {
  await stock(page, name).click()
  await sheet(page).getByRole('button', { name: 'Sell all', exact: true }).click()
  await sheet(page).getByRole('button', { name: 'Sell all your shares' }).click()
  await expect(sheet(page).getByText(new RegExp(`^Sold .* of ${name}`))).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
}

/** A page that is frozen and without a network hears nothing; then it catches up by itself. */
async function sleeps(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.context().setOffline(true)
  await new Promise((resolve) => setTimeout(resolve, asleepMs))
  await page.context().setOffline(false)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
}

async function pausesAndResumes(screen: Page, learner: Page): Promise<void> {
  await screen.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(learner.getByText('The lesson is paused. Prices stand still.')).toBeVisible()
  await expect(screen.getByRole('button', { name: 'Another question' })).toBeVisible()
  await expectAccessible(screen, 'pause on the projector')
  await fitsTheScreen(screen)
  await screen.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(learner.getByText(/^Orders fill at the next price/)).toBeVisible()
}

async function endsIt(screen: Page): Promise<void> {
  await screen.getByRole('button', { name: 'End…' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'End the lesson' }).click()
  const podium = screen.getByRole('list', { name: 'Podium' })
  await expect(podium.getByRole('img', { name: /medal$/ })).toHaveCount(2)
  await expect(screen.getByText(/^Ended early in week \d+ by the organiser/)).toBeVisible()
}

async function seesTheEnd(page: Page): Promise<void> {
  await expect(page.getByText('The lesson is over.').first()).toBeVisible()
  await page.getByRole('link', { name: 'See the final board' }).first().click()
  await expect(page.getByText('Final', { exact: true })).toBeVisible()
  await expect(page.getByText(/its year is invented/)).toHaveCount(16)
  await page.getByRole('link', { name: 'Why it ended like this' }).click()
  await expect(page.getByRole('region', { name: 'What drove it', exact: true })).toBeVisible()
  await expectAccessible(page, 'insights of a lesson')
}

/** Nothing on the projector is out of sight. */
async function fitsTheScreen(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
    return [scrollHeight - clientHeight, scrollWidth - clientWidth]
  })
  expect(hidden).toEqual([0, 0])
}
