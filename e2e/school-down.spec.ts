// A school whose issuer cannot be reached: people are told so, and not sent to a server that does not answer.
import { expect } from '@playwright/test'

import { forgive } from './complaints.ts'
import { test } from './product.ts'

// Nobody listens there.
test.use({ vouching: 'school', settings: { OIDC_ISSUER: 'http://127.0.0.1:9' } })

test('says so, and lets people try again', async ({ page, complaints }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Sign in with North High School' })
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to sign in with North High School: The sign-in there cannot be reached right now. Please try again in a moment.',
  )
  await expect(page).toHaveURL('/')
  await expect(button).toBeEnabled()
  forgive(complaints, 'status of 503')
})
