// The frame around every screen: header, navigation, theme, printing and loading errors.
import { expect, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { arriveSignedIn } from './learner.ts'
import { follow, signedInPaths } from './paths.ts'
import { allowConsoleErrors, test } from './product.ts'
import { noteShifts, shiftsOf } from './page-observers.ts'

test.beforeEach(({ page }) => arriveSignedIn(page).then(() => undefined))

test('a learner looks around and finds every page', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of [
    ['Portfolio', '/portfolio'],
    ['Transactions', '/transactions'],
    ['Leaderboard', '/leaderboard'],
    ['Getting Started', '/getting-started'],
    ['Go Pro', '/pro'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await navigation.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(navigation.locator('[aria-current=page]')).toHaveText(name)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('every route is accessible and fits', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  let before = ''
  for (const route of signedInPaths) {
    await follow(page, route)
    await expect(heading).not.toHaveText(before)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expectGoodOnScreens(page, route)
    before = await heading.innerText()
  }
})

test('every guide opens at its own address', async ({ page }) => {
  for (const route of signedInPaths.filter((path) => path.startsWith('/getting-started'))) {
    await page.goto(route)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(route)
  }
})

test('the screens before the sign-in are accessible and fit', async ({ page }) => {
  await page.context().clearCookies()
  for (const route of ['/', '/login', '/reset-password', '/confirm-email']) {
    await page.goto(route)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectGoodOnScreens(page, route)
  }
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    // Motion is on, because animations could cause layout shifts.
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'no-preference' },
    })

    test('a page whose code comes late moves nothing', async ({ page }) => {
      await noteShifts(page)
      for (const [route, code] of [
        ['/leaderboard', 'leaderboard-page'],
        ['/getting-started/basics', 'basics-page'],
      ] as const) {
        const { promise: late, resolve: release } = Promise.withResolvers<void>()
        await page.route(`**/assets/${code}-*.js`, (request) => late.then(() => request.continue()))
        await page.goto(route)
        await expect(page.getByText('Loading page...')).toBeVisible()
        release()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await expect(page.getByRole('contentinfo')).toBeVisible()
        expect(await shiftsOf(page), route).toEqual([])
      }
    })
  })
}

test('a chosen theme is there before anything is drawn, and stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  const light = await background(page)
  await page.getByRole('button', { name: /^Account / }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  const dark = await background(page)
  expect(dark).not.toBe(light)

  // The app's code is blocked, so only the boot script in the page can set the theme.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect.poll(() => background(page)).toBe(dark)
  allowConsoleErrors(page, '')
})

test('a page is printed black on white, without navigation', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Market' })).toBeVisible()
  expect(await background(page)).toBe('rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { name: 'Market' })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  // Cards in a grid would overlap at page breaks. Wide paper has room for the columns.
  const cards = page.locator('main .grid:has(section)').first()
  await page.setViewportSize(portrait)
  await expect(cards).toHaveCSS('display', 'flex')
  await page.setViewportSize(landscape)
  await expect(cards).toHaveCSS('display', 'grid')
  await page.goto('/leaderboard')
  // A term with an explanation is printed as plain text.
  await expect(page.getByRole('button', { name: 'ROI %' })).toBeVisible()
  await page.goto('/waitlist')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main form')).toBeHidden()
})

/** A4, as the print preview gives it to the page. */
const portrait = { width: 794, height: 1123 }
const landscape = { width: 1123, height: 794 }

test('every sheet says whose it is, the date, the range and the filters', async ({ page }) => {
  const inMargin = (): Promise<string> =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'))
      const rules = document.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText)
      return rules.join(' ')
    })
  await page.goto('/transactions?ticker=TSLA&type=SELL')
  await expect.poll(inMargin).toMatch(/"\w+ \w+ \d+ · \w+ \d+, \d{4} · Stock TSLA · Type Sell"/)
  await page.goto('/dashboard')
  await page.getByRole('radio', { name: '6M' }).click()
  await expect.poll(inMargin).toMatch(/"\w+ \w+ \d+ · \w+ \d+, \d{4} · Range 6M"/)
})

test('a page whose code cannot be loaded offers a way out', async ({ page }) => {
  await page.route('**/assets/portfolio-page-*.js', (route) => route.abort())
  await page.goto('/portfolio')
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await page.unroute('**/assets/portfolio-page-*.js')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  allowConsoleErrors(page, '')
})

test('a page that was opened without a connection comes when it is back', async ({
  page,
  context,
}) => {
  // Blocks prefetching of the page's code, so that opening the page needs the network.
  await page.route('**/assets/portfolio-page-*.js', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText('Current value')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Portfolio' }).first().click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await page.unroute('**/assets/portfolio-page-*.js')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  allowConsoleErrors(page, '')
})

test('a page says that the server cannot be reached, and goes on when it is back', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByText('Current value')).toBeVisible()
  const isServer = (url: URL): boolean => /^\/(api\/|healthz)/.test(url.pathname)
  await page.route(isServer, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().click()
  const banner = page.getByText("Tengrand can't be reached.")
  await expect(banner).toBeVisible()
  await page.unroute(isServer)
  await expect(banner).toHaveCount(0)
  allowConsoleErrors(page, 'net::ERR_CONNECTION_REFUSED')
})

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
