// The frame that every screen stands in, as a learner meets it.
import { expect, type Page } from '@playwright/test'

import { expectAccessible, expectToFit } from './accessible.ts'
import { arriveSignedIn } from './learner.ts'
import { placesInside } from './places.ts'
import { test } from './product.ts'

test.beforeEach(({ page }) => arriveSignedIn(page).then(() => undefined))

test('a learner looks around and finds every place', async ({ page }) => {
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

test('an unknown address leads to the dashboard', async ({ page }) => {
  await page.goto('/no/such/place')
  await expect(page).toHaveURL('/dashboard')
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`every route is accessible and fits, ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      for (const route of placesInside) {
        await page.goto(route)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, route)
        await expectToFit(page, route)
      }
    })
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the ways in are accessible and fit, ${colorScheme}`, async ({ page }) => {
    await page.context().clearCookies()
    await page.emulateMedia({ colorScheme })
    for (const route of ['/', '/login', '/reset-password']) {
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(route)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, route)
        await expectToFit(page, route)
      }
    }
  })
}

test('nothing scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const route of placesInside) {
    await page.goto(route)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectToFit(page, route)
  }
})

test('a chosen theme is there before anything is drawn, and stays', async ({
  page,
  complaints,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  const light = await background(page)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  const dark = await background(page)
  expect(dark).not.toBe(light)

  // Without the app's own code only the boot script in the page can have set the theme.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect.poll(() => background(page)).toBe(dark)
  complaints.length = 0
})

test('a page whose code cannot be loaded offers a way out', async ({ page, complaints }) => {
  await page.route('**/assets/portfolio-page-*.js', (route) => route.abort())
  await page.goto('/portfolio')
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await page.unroute('**/assets/portfolio-page-*.js')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  complaints.length = 0
})

test('the keyboard reaches the content without passing the header', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
