// A school with an unreachable issuer: the page shows an error instead of redirecting.
import { expect } from '@playwright/test'

import { allowConsoleErrors, test } from './product.ts'

// Nothing listens on this port.
test.use({ vouching: 'school', settings: { OIDC_ISSUER: 'http://127.0.0.1:9' } })

test('an issuer that is down is told of, and people can try again', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Sign in with North High School' })
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(
    "Failed to sign in with North High School: That sign-in isn't answering right now. Please try again in a moment.",
  )
  await expect(page).toHaveURL('/')
  await expect(button).toBeEnabled()
  allowConsoleErrors(page, 'status of 503')
})
