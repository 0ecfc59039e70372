// A learner downloads all data, deletes the account in the account menu, and signs up again.
import { readFile } from 'node:fs/promises'

import { expect } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { arriveWithHoldings, signedHeaders } from './learner.ts'
import { allowConsoleErrors, test } from './product.ts'

test('a learner downloads everything, deletes the account, and comes back in the next chapter', async ({
  page,
}) => {
  const { email, password } = await arriveWithHoldings(page, '/dashboard')
  await page.getByRole('button', { name: /^Account / }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  const data = await readFile(await download.path(), 'utf8')
  expect(data).toContain(email)
  expect(JSON.parse(data)).toBeTruthy()

  await page.getByRole('button', { name: 'Delete my account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectGoodOnScreens(page, 'the dialog in which an account is deleted')
  await dialog.getByLabel('Password', { exact: true }).fill('something else')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('Wrong password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()

  const again = await page.request.post('/identity/sign-in/email', { data: { email, password } })
  expect(again.status()).toBe(401)
  await page.request.post('/identity/sign-up/email', { data: { email, password } })
  await page.goto('/leaderboard')
  await expect(page.getByText("You're left out of the rankings.")).toBeVisible()
  const headers = await signedHeaders(page)
  const portfolio = await (await page.request.get('/api/portfolio', { headers })).json()
  expect(portfolio).toMatchObject({ chapter: 2, cash_balance: 10_000, holdings: [] })
  allowConsoleErrors(page, 'status of 403')
})
