// The sign-in page over a slow network: visible and fillable before any code, and hydrated without layout shifts.
import { expect, type Page } from '@playwright/test'

import { arriveWithHoldings, newPerson } from './learner.ts'
import { test } from './product.ts'
import { noteShifts, shiftsOf, sumOf } from './page-observers.ts'

test('the form is there before any code, and stays where it is when that arrives', async ({
  page,
}) => {
  const { email } = newPerson()
  const emailField = page.getByLabel('Email')
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
  await noteShifts(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const { promise: late, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (request) => late.then(() => request.continue()))
    await page.goto('/portfolio', { waitUntil: 'commit' })
    await emailField.fill(email)
    await expect(signIn).toBeDisabled()
    const before = await placesOf(page)
    await page.evaluate(async () => {
      await document.fonts.ready
      if ('shifts' in window && Array.isArray(window.shifts)) window.shifts.length = 0
    })

    release()
    await expect(signIn).toBeEnabled()
    await expect(emailField).toHaveValue(email)
    await expect(emailField).toBeFocused()
    await expect(page).toHaveURL('/')
    expect(await placesOf(page)).toEqual(before)
    expect(await shiftsOf(page)).toEqual([])
    await page.unroute('**/assets/*.js')
  }
})

const shiftMax = 0.02

test('a font that comes late moves next to nothing', async ({ page }) => {
  await noteShifts(page)
  for (const path of ['/', '/dashboard']) {
    if (path === '/dashboard') await arriveWithHoldings(page)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const { promise: late, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/*.woff2', (request) => late.then(() => request.continue()))
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await isGeistThere(page)).toBe(false)
      release()
      await expect.poll(() => isGeistThere(page)).toBe(true)
      expect(sumOf(await shiftsOf(page))).toBeLessThanOrEqual(shiftMax)
      await page.unroute('**/*.woff2')
    }
  }
})

const isGeistThere = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.fonts].some(
      ({ family, status }) => /^"?Geist"?$/.test(family) && status === 'loaded',
    ),
  )

/** The positions of all visible elements of the form and of the heading above it. */
const placesOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.querySelectorAll('h1, form input, form button, h2')]
      .filter((part) => part.checkVisibility())
      .map((part) => JSON.stringify([part.tagName, part.getBoundingClientRect()]))
  })
