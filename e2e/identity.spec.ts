// Signing up, in and out: with a password, with Google, and after a forgotten password.
import { expect, type Page } from '@playwright/test'

import { expectAccessible, expectAccessibleOnScreens, screenWidths } from './accessible.ts'
import { arriveSignedIn, fillForm, newPerson, signUpByForm, submitForm } from './learner.ts'
import { linkFor } from './outbox.ts'
import { signedInPaths } from './paths.ts'
import { allowConsoleErrors, test } from './product.ts'

// The positions of the buttons depend on the width.
for (const width of screenWidths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('a wrong password is refused in words, and nothing is lost', async ({ page }) => {
      const person = await arriveSignedIn(page)
      await page.context().clearCookies()
      await page.goto('/login')
      await fillForm(page, { ...person, password: 'not the one' })
      // Waits for hydration, because the prerendered form has no key listeners.
      await expect(page.getByRole('button', { name: 'Create an account' })).toBeEnabled()
      const places = await buttonPlaces(page)
      await page.getByLabel('Password', { exact: true }).dispatchEvent('keydown', {
        key: 'a',
        modifierCapsLock: true,
      })
      await expect(page.getByText('Caps Lock is on')).toBeVisible()
      expect(await buttonPlaces(page)).toEqual(places)
      await submitForm(page, 'Sign In')
      await expect(page.getByRole('alert')).toHaveText(
        'Failed to sign in: Wrong email or password.',
      )
      await expect(page.getByLabel('Email')).toHaveValue(person.email)
      await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
      // The message appears below the button, without moving anything above it.
      const y = await page
        .getByRole('alert')
        .evaluate((alert) => alert.getBoundingClientRect().top + window.scrollY)
      const above = places.filter((top) => top < y)
      expect(above).not.toEqual([])
      expect((await buttonPlaces(page)).slice(0, above.length)).toEqual(above)
      await expectAccessible(page, page.url())
      allowConsoleErrors(page, 'status of 401')
    })
  })
}

// Runs on a phone, which has the least space; layouts are checked at the desktop width too.
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('somebody signs up, leaves, and comes back', async ({ page }) => {
    const person = newPerson()
    await page.goto('/')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await accessible(page)
    await page.goto('/')
    await signUpByForm(page, person)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText(person.email)).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await fillForm(page, person)
    await submitForm(page, 'Sign In')
    await expect(page).toHaveURL('/dashboard')
  })

  test('a forgotten password is replaced by email', async ({ page, product }) => {
    const person = await arriveSignedIn(page)
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await accessible(page)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('status')).toContainText('If you have an account')

    await page.goto(await linkFor(product.outbox, person.email, { to: 'reset-password' }))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/reset-password')
    await accessible(page)
    const password = 'a better one than before'
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL('/login')
    await fillForm(page, { ...person, password })
    await submitForm(page, 'Sign In')
    await expect(page).toHaveURL('/dashboard')
  })

  test('Google vouches for somebody in a window of its own', async ({ page, product }) => {
    await page.goto('/')
    product.issuer.setPerson({
      sub: 'google-phone',
      email: 'grace-on-a-phone@gmail.example',
      email_verified: true,
    })
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    const closed = (await popup).waitForEvent('close')
    await (await popup).getByRole('button', { name: /continue/i }).click()
    await closed
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('grace-on-a-phone@gmail.example')).toBeVisible()
  })
})

test('a window of Google that is closed says so', async ({ page }) => {
  await page.goto('/')
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await (await popup).getByRole('button', { name: /continue/i }).waitFor()
  await (await popup).close()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to sign in with Google: You closed the window before you were signed in.',
  )
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled()
})

test('whoever is not signed in sees the front page, wherever they want to go', async ({ page }) => {
  for (const path of [...signedInPaths, '/no/such/place']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
})

test('a visitor costs no question about who they are', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(paths.filter((path) => path.startsWith('/identity'))).toEqual([])
})

test('signing in leads back to the page that was wanted', async ({ page }) => {
  const person = await arriveSignedIn(page)
  await page.context().clearCookies()
  await page.goto('/stock/NVDA?from=letter#trade')
  await expect(page).toHaveURL('/')
  await fillForm(page, person)
  await submitForm(page, 'Sign In')
  await expect(page).toHaveURL('/stock/NVDA?from=letter#trade')
})

test('the front page and unknown places lead somebody who is signed in to the dashboard', async ({
  page,
}) => {
  await arriveSignedIn(page)
  for (const path of ['/', '/login', '/no/such/place']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('leaving in one tab leaves in all of them', async ({ page, context }) => {
  await arriveSignedIn(page)
  const second = await context.newPage()
  await page.goto('/dashboard')
  await second.goto('/portfolio')
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(second).toHaveURL('/login')
})

/** The vertical position of each button of the form. */
const buttonPlaces = (page: Page): Promise<number[]> =>
  page
    .locator('form button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect().top + window.scrollY),
    )

const accessible = (page: Page): Promise<void> => expectAccessibleOnScreens(page, page.url())
