// Sign-in at a school's issuer and back, in a real browser with a real OpenID provider.
import { expect, type Page } from '@playwright/test'

import { walk } from '../server/identity/testing/walk.ts'
import { expectAccessible, expectAccessibleOnScreens } from './accessible.ts'
import { test } from './product.ts'

test.use({ vouching: 'school', viewport: { width: 390, height: 844 } })
// The tests share one issuer, which serves one person at a time.
test.describe.configure({ mode: 'serial' })

const button = 'Sign in with North High School'

const agree = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /continue as/i }).click()

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: button }).click()
  await agree(page)
  await expect(page).toHaveURL('/dashboard')
}

const failure = (page: Page) => page.getByRole('alert')

test('somebody signs in, stays, and signs out here and there', async ({ page, product }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /google|create an account/i })).toHaveCount(0)
  await expectAccessibleOnScreens(page, page.url())
  await signIn(page)
  await expect(page.getByText('ada@school.example')).toBeVisible()

  // The session gets a new token without asking for a sign-in.
  await page.reload()
  await expect(page.getByText('ada@school.example')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL((url) => url.href.startsWith(product.issuer.issuer))
  await page.getByRole('button', { name: /yes/i }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  await page.goto('/portfolio')
  await expect(page).toHaveURL('/')
})

test('signing in leads back to the page that was wanted', async ({ page }) => {
  await page.goto('/stock/NVDA?from=letter#trade')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: button }).click()
  await agree(page)
  await expect(page).toHaveURL('/stock/NVDA?from=letter#trade')
})

test('a person who changes their mind there is told so here, and can go again', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/login')
  await expect(failure(page)).toHaveText(
    'Failed to sign in with North High School: The sign-in was cancelled.',
  )
  await expectAccessible(page, page.url())
  await signIn(page)
})

test('a person who comes back by the browser can go again', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('button', { name: /continue as/i })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: button })).toBeEnabled()
  await signIn(page)
})

test('a link of somebody else, with their state and code, signs nobody in', async ({
  page,
  product,
}) => {
  const begun = await fetch(`${product.url}/identity/sign-in/oidc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { url } = (await begun.json()) as { url: string }
  await page.goto(await walk(url, 'continue'))
  await expect(page).toHaveURL('/login')
  await expect(failure(page)).toHaveText(
    "Failed to sign in with North High School: We couldn't sign you in. Please try again.",
  )
})

test('a code that was used opens nothing any more', async ({ page }) => {
  let used = ''
  page.on('request', (request) => {
    if (request.url().includes('/identity/callback/oidc')) used = request.url()
  })
  await signIn(page)
  await page.context().clearCookies()
  await page.goto(used)
  await expect(page).toHaveURL('/login')
  await expect(failure(page)).toContainText("We couldn't sign you in.")
})
