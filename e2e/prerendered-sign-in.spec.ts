// The sign-in page over a slow network: visible and fillable before any code, and hydrated without layout shifts.
import { expect, type Page } from '@playwright/test'

import { arriveSignedIn, arriveWithHoldings, newPerson, type Person } from './learner.ts'
import { allowConsoleErrors, test } from './product.ts'
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
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeDisabled()
    const before = await placesOf(page)
    await page.evaluate(async () => {
      await document.fonts.ready
      if ('shifts' in window && Array.isArray(window.shifts)) window.shifts.length = 0
    })

    release()
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeEnabled()
    await expect(signIn).toBeEnabled()
    await expect(emailField).toHaveValue(email)
    await expect(emailField).toBeFocused()
    await expect(page).toHaveURL('/')
    expect(await placesOf(page)).toEqual(before)
    expect(await shiftsOf(page)).toEqual([])
    await page.unroute('**/assets/*.js')
  }
})

test.describe('a submission before any code has arrived', () => {
  const wrongWords = /^Failed to sign in: /
  const submit = {
    'the Enter key': (page: Page) => page.getByLabel('Password', { exact: true }).press('Enter'),
    'a click': (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true }).click(),
  }

  /** Fills in the form while the scripts are on their way; returns the function that lets them arrive. */
  async function fillWithoutCode(page: Page, { email, password }: Person) {
    const { promise: late, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (request) => late.then(() => request.continue()))
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    return release
  }

  for (const [by, press] of Object.entries(submit)) {
    test(`by ${by} signs in as soon as it has`, async ({ page, context }) => {
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      page.on('framenavigated', (frame) => addresses.push(frame.url()))
      const person = await arriveSignedIn(page)
      await context.clearCookies()
      const release = await fillWithoutCode(page, person)
      await press(page)
      await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
      release()
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      const posts = addresses.filter((address) => address.endsWith('/identity/sign-in/email'))
      expect(posts).toHaveLength(1)
      for (const address of addresses) {
        expect(decodeURIComponent(address).replaceAll('+', ' ')).not.toContain(person.password)
      }
    })
  }

  test('with a wrong password says so, and keeps what was typed', async ({ page, context }) => {
    const { email } = await arriveSignedIn(page)
    await context.clearCookies()
    const release = await fillWithoutCode(page, { email, password: 'not the password' })
    await submit['the Enter key'](page)
    release()
    await expect(page.getByRole('alert')).toHaveText(wrongWords)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    allowConsoleErrors(page, '')
  })

  test('with an empty field is none, and one that is typed over waits', async ({ page }) => {
    const { email, password } = newPerson()
    const release = await fillWithoutCode(page, { email, password: '' })
    await submit['the Enter key'](page)
    const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
    await expect(signIn).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await submit['the Enter key'](page)
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
    await page.getByLabel('Email').fill(`other-${email}`)
    await expect(signIn).toBeVisible()
    release()
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeEnabled()
    await expect(signIn).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveValue(`other-${email}`)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  })
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
