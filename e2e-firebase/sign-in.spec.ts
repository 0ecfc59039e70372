// Signing up, in and out with accounts at Firebase.
import { expect, type Page } from '@playwright/test'

import { fillForm, newPerson, signUpByForm, submitForm } from '../e2e/learner.ts'
import { allowConsoleErrors } from '../e2e/product.ts'
import { createAccount, resetCodesFor } from './firebase-project.ts'
import { test } from './product.ts'

const refused = 'status of 400'

test('somebody signs up, leaves, and comes back', async ({ page }) => {
  const person = newPerson()
  await page.goto('/')
  await signUpByForm(page, person)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(person.email)).toBeVisible()
  await page.reload()
  await expect(page.getByText(person.email)).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.reload()
  await expect(page).toHaveURL('/login')
  await fillForm(page, person)
  await submitForm(page, 'Sign In')
  await expect(page).toHaveURL('/dashboard')
})

test('an email that has an account cannot have another', async ({ page }) => {
  const person = await createAccount()
  await page.goto('/')
  await signUpByForm(page, person)
  await expect(page.getByRole('alert')).toContainText(
    'You already have an account with this email. Sign in instead.',
  )
  allowConsoleErrors(page, refused)
})

test('a wrong password and an unknown email are refused in the same words', async ({ page }) => {
  const person = await createAccount()
  await page.goto('/login')
  for (const wrong of [{ ...person, password: 'not the one' }, newPerson()]) {
    await fillForm(page, wrong)
    await submitForm(page, 'Sign In')
    await expect(page.getByRole('alert')).toHaveText('Failed to sign in: Wrong email or password.')
    await page.reload()
  }
  allowConsoleErrors(page, refused)
})

test('a forgotten password is replaced by email, and the link is good for one time', async ({
  page,
}) => {
  const person = await createAccount()
  await askForReset(page, person.email)
  const [code] = await resetCodesFor(person.email)
  const link = `/reset-password?mode=resetPassword&oobCode=${code}`

  const password = 'a better one than before'
  await page.goto(link)
  await choosePassword(page, password)
  await expect(page).toHaveURL('/login')
  await fillForm(page, { ...person, password })
  await submitForm(page, 'Sign In')
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto(link)
  await choosePassword(page, 'yet another one')
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  allowConsoleErrors(page, refused)
})

test('whoever asks for a message does not learn who has an account', async ({ page }) => {
  const stranger = newPerson()
  await askForReset(page, stranger.email)
  expect(await resetCodesFor(stranger.email)).toEqual([])
  allowConsoleErrors(page, refused)
})

test('leaving in one tab leaves in all of them', async ({ page, context }) => {
  const person = await createAccount()
  await page.goto('/login')
  await fillForm(page, person)
  await submitForm(page, 'Sign In')
  await expect(page).toHaveURL('/dashboard')
  const second = await context.newPage()
  await second.goto('/portfolio')
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(second).toHaveURL('/login')
})

async function askForReset(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: /send/i }).click()
  await expect(page.getByRole('status')).toContainText('If you have an account')
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: /change|set|save/i }).click()
}
