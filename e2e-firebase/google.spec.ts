// Google sign-in in a popup: the emulator serves the popup, and google-script.ts replaces Google's script.
import { expect, type Page } from '@playwright/test'

import { newPerson } from '../e2e/learner.ts'
import { allowConsoleErrors } from '../e2e/product.ts'
import { googleScriptUrl } from './google-script.ts'
import { test } from './product.ts'

test('Google vouches for somebody, and knows them the next time', async ({ page }) => {
  const { email } = newPerson()
  await page.goto('/')
  const first = await openWindow(page)
  await first.getByText('Add new account').click()
  await first.locator('#email-input').fill(email)
  await first.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(email)).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  const second = await openWindow(page)
  await second.getByText(email).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(email)).toBeVisible()
})

test('a window that is closed says so', async ({ page }) => {
  await page.goto('/')
  await (await openWindow(page)).close()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to sign in with Google: You closed the window before you were signed in.',
  )
  await expect(googleButton(page)).toBeEnabled()
})

test('a script of Google that cannot be loaded is told as what it is', async ({
  page,
  context,
}) => {
  await context.route(googleScriptUrl, (route) => route.abort())
  await page.goto('/')
  await googleButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to sign in with Google: The server cannot be reached. Check your connection and try again.',
  )
  allowConsoleErrors(page, 'ERR_FAILED')
})

const googleButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' })

async function openWindow(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await googleButton(page).click()
  return popup
}
