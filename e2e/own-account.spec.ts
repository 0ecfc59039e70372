// Confirming the email, which the ranking requires, and changing the password and the email.
import { expect } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { arriveSignedIn, arriveWithHoldings, newPerson, signUpByForm } from './learner.ts'
import { linkFor, messagesTo } from './outbox.ts'
import { allowConsoleErrors, test } from './product.ts'

test.use({ settings: { IDENTITY_VERIFY_EMAIL: 'true' } })
// All tests share one server, because starting a server takes longer than the shortest test.
test.describe.configure({ mode: 'default' })

// Runs on a phone, which has the least space for touch targets; layouts are checked at the desktop width too.
test.use({ viewport: { width: 390, height: 844 } })

test('the leaderboard says what is missing, and sends the message again', async ({ page }) => {
  const { email } = await arriveWithHoldings(page, '/leaderboard')
  const place = page.getByRole('region', { name: 'Your place' })
  await expect(place.getByText("Your email isn't confirmed yet.")).toBeVisible()
  await expect(place.getByText(email)).toBeVisible()
  await expectGoodOnScreens(page, 'a leaderboard without a confirmed email')
  await place.getByRole('button', { name: 'Send the email again' }).click()
  await expect(place.getByText('A new email is on its way.')).toBeVisible()
  await expectGoodOnScreens(page, 'a message that was sent again')
})

test('the page of the message is accessible and fits, and an old link says so', async ({
  page,
}) => {
  await page.goto('/confirm-email#token=old')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
  await expectGoodOnScreens(page, 'the page of the message')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This link has expired')
  await expectGoodOnScreens(page, 'a link that has expired')
  allowConsoleErrors(page, 'status of 400')
})

test('the password is changed, and other devices are signed out', async ({
  page,
  browser,
  product,
}) => {
  const person = await arriveSignedIn(page)
  const elsewhere = await browser.newContext({ baseURL: product.url })
  await elsewhere.request.post('/identity/sign-in/email', { data: person })

  const { promise: late, resolve: release } = Promise.withResolvers<void>()
  const slow = /\/config\.json$|\/(identity|api)\/account$/
  await page.route(slow, (request) => late.then(() => request.continue()))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Account / }).click()
  const below = page.getByRole('button', { name: 'Restart…' })
  const place = await below.boundingBox()
  release()
  const entry = page.getByRole('link', { name: 'Change password or email' })
  await expect(entry).toBeVisible()
  // A moving entry would make a mouse press start on one entry and end on another.
  expect(await below.boundingBox()).toEqual(place)
  await expectGoodOnScreens(page, 'the account menu with the way to the password')
  await entry.click()
  await expect(page).toHaveURL('/account')
  const card = page.getByRole('region', { name: 'Change password' })
  await expect(card).toBeVisible()
  await expectGoodOnScreens(page, 'password and email')
  const password = 'a better one than before'
  const fill = async (current: string, next: string) => {
    await card.getByLabel('Current password').fill(current)
    await card.getByLabel('New password', { exact: true }).fill(next)
    await card.getByLabel('Confirm password').fill(next)
    await page.keyboard.press('Enter')
  }
  await fill('not the one', password)
  await expect(card.getByRole('alert')).toHaveText('Wrong password.')
  await expect(card.getByLabel('Current password')).toBeFocused()
  await expectGoodOnScreens(page, 'a wrong password')
  await fill(person.password, 'password1')
  await expect(card.getByRole('alert')).toContainText('This password is too easy to guess')
  await fill(person.password, password)
  await expect(card.getByRole('status')).toContainText('Your password was changed.')
  await expectGoodOnScreens(page, 'a password that was changed')
  // This session stays signed in, and the other one is signed out.
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  expect((await elsewhere.request.get('/identity/token')).status()).toBe(401)
  await elsewhere.close()
  allowConsoleErrors(page, 'status of 403', 'status of 400', 'status of 401')
})

test('the email is changed when the new one is confirmed', async ({ page, product }) => {
  const person = await arriveSignedIn(page)
  const next = newPerson().email
  await page.goto('/account')
  const card = page.getByRole('region', { name: 'Change email' })
  await card.getByLabel('New email').fill(next)
  await card.getByLabel('Current password').fill(person.password)
  await card.getByRole('button', { name: 'Send email' }).click()
  await expect(card.getByText(`Confirm at ${next}`)).toBeVisible()
  await expectGoodOnScreens(page, 'an email that waits to be confirmed')
  await page.getByRole('button', { name: /^Account / }).click()
  await expect(page.getByText(`Confirm at ${next}`)).toHaveCount(2)

  await page.goto(await linkFor(product.outbox, next, { to: 'confirm-email' }))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('status')).toContainText(`sign in with ${next}`)
  await page.getByRole('link', { name: 'Go to Tengrand' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(next)).toBeVisible()
  expect(await messagesTo(product.outbox, person.email)).toContainEqual(
    expect.stringContaining(`from ${person.email} to ${next}`),
  )
})

// No other learner here has traded and confirmed, so the ranking is empty until then and is replaced within seconds.
test('a learner who trades and confirms the email, on another device, is ranked', async ({
  page,
  browser,
  product,
}) => {
  const { email } = await arriveWithHoldings(page, '/leaderboard')
  const place = page.getByRole('region', { name: 'Your place' })
  await expect(place.getByText("Your email isn't confirmed yet.")).toBeVisible()
  const first = await linkFor(product.outbox, email, { to: 'confirm-email' })
  await place.getByRole('button', { name: 'Send the email again' }).click()
  const link = await linkFor(product.outbox, email, { to: 'confirm-email', otherThan: first })

  const elsewhere = await browser.newContext({ baseURL: product.url })
  const phone = await elsewhere.newPage()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(phone.getByRole('status')).toContainText(`${email} is confirmed.`)
  await elsewhere.close()

  await expect(async () => {
    await page.reload()
    await expect(place.getByText('#1', { exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 90_000 })
})

test('a common password is refused at the sign-up, in words at the field', async ({ page }) => {
  await page.goto('/')
  await signUpByForm(page, { ...newPerson(), password: 'Password1' })
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to create account: This password is too easy to guess. Choose another one.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  allowConsoleErrors(page, 'status of 400')
})
