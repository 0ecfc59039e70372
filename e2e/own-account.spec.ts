// An email that has to be confirmed before its owner is ranked, and changing the password and the email, in a real browser.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { allowConsoleError } from './console-errors.ts'
import { arriveSignedIn, arriveWithHoldings, somebody } from './learner.ts'
import { test } from './product.ts'

test.use({ settings: { IDENTITY_VERIFY_EMAIL: 'true' } })
// One server for them all: to start another takes longer than the shortest of them.
test.describe.configure({ mode: 'default' })

// On a phone, where there is the least room to press something; what is there is looked at on a desk's screen as well.
test.use({ viewport: { width: 390, height: 844 } })

test('the leaderboard says what is missing, and sends the message again', async ({ page }) => {
  const { email } = await arriveWithHoldings(page)
  await page.goto('/leaderboard')
  const place = page.getByRole('region', { name: 'Your place' })
  await expect(place.getByText('Your email address is not confirmed yet.')).toBeVisible()
  await expect(place.getByText(email)).toBeVisible()
  await looksRight(page, 'a leaderboard without a confirmed email')
  await place.getByRole('button', { name: 'Send the email again' }).click()
  await expect(place.getByText('A new email is on its way.')).toBeVisible()
  await looksRight(page, 'a message that was sent again')
})

test('the page of the message is accessible and fits, and an old link says so', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/confirm-email#token=old')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
  await looksRight(page, 'the page of the message')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This link has expired')
  await looksRight(page, 'a link that has expired')
  allowConsoleError(consoleErrors, 'status of 400')
})

test('the password is changed, and other devices are signed out', async ({
  page,
  browser,
  product,
  consoleErrors,
}) => {
  const person = await arriveSignedIn(page)
  const elsewhere = await browser.newContext({ baseURL: product.url })
  await elsewhere.request.post('/identity/sign-in/email', { data: person })

  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  const slow = /\/config\.json$|\/(identity|api)\/account$/
  await page.route(slow, (asked) => late.then(() => asked.continue()))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const below = page.getByRole('button', { name: 'Start over…' })
  const place = await below.boundingBox()
  arrive()
  const entry = page.getByRole('link', { name: 'Change password or email' })
  await expect(entry).toBeVisible()
  // Or a press of the mouse would begin on one entry and end on another.
  expect(await below.boundingBox()).toEqual(place)
  await looksRight(page, 'the account menu with the way to the password')
  await entry.click()
  await expect(page).toHaveURL('/account')
  const card = page.getByRole('region', { name: 'Change password' })
  await expect(card).toBeVisible()
  await looksRight(page, 'password and email')
  const password = 'a better one than before'
  const fill = async (current: string, next: string) => {
    await card.getByLabel('Current password').fill(current)
    await card.getByLabel('New password', { exact: true }).fill(next)
    await card.getByLabel('Confirm password').fill(next)
    await page.keyboard.press('Enter')
  }
  await fill('not the one', password)
  await expect(card.getByRole('alert')).toHaveText('Your current password is not right.')
  await expect(card.getByLabel('Current password')).toBeFocused()
  await looksRight(page, 'a wrong password')
  await fill(person.password, 'password1')
  await expect(card.getByRole('alert')).toContainText('This password is too common')
  await fill(person.password, password)
  await expect(card.getByRole('status')).toContainText('Your password was changed.')
  await looksRight(page, 'a password that was changed')
  // This session goes on, and the other one does not.
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  expect((await elsewhere.request.get('/identity/token')).status()).toBe(401)
  await elsewhere.close()
  allowConsoleError(consoleErrors, 'status of 403')
  allowConsoleError(consoleErrors, 'status of 400')
  allowConsoleError(consoleErrors, 'status of 401')
})

test('the email is changed when the new one is confirmed', async ({ page, product }) => {
  const person = await arriveSignedIn(page)
  const next = somebody().email
  await page.goto('/account')
  const card = page.getByRole('region', { name: 'Change email' })
  await card.getByLabel('New email').fill(next)
  await card.getByLabel('Current password').fill(person.password)
  await card.getByRole('button', { name: 'Send email' }).click()
  await expect(card.getByText(`Confirm at ${next}`)).toBeVisible()
  await looksRight(page, 'an email that waits to be confirmed')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByText(`Confirm at ${next}`)).toHaveCount(2)

  await page.goto(await linkFor(product.outbox, next))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('status')).toContainText(`you sign in with ${next}`)
  await page.getByRole('link', { name: 'Go to Tengrand' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(next)).toBeVisible()
  expect(await messagesTo(product.outbox, person.email)).toContainEqual(
    expect.stringContaining(`from ${person.email} to ${next}`),
  )
})

// No other learner here is both: the ranking is empty until then, and is made anew within seconds.
test('a learner who trades and confirms the email, on another device, is ranked', async ({
  page,
  browser,
  product,
}) => {
  const { email } = await arriveWithHoldings(page)
  await page.goto('/leaderboard')
  const place = page.getByRole('region', { name: 'Your place' })
  await expect(place.getByText('Your email address is not confirmed yet.')).toBeVisible()
  const first = await linkFor(product.outbox, email)
  await place.getByRole('button', { name: 'Send the email again' }).click()
  const link = await linkFor(product.outbox, email, first)

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

test('a common password is refused at the sign-up, in words at the field', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(somebody().email)
  await page.getByLabel('Password', { exact: true }).fill('Password1')
  await page.getByLabel('Confirm password').fill('Password1')
  await page.locator('form').getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to create account: This password is too common and easily guessed. Please choose another one.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  allowConsoleError(consoleErrors, 'status of 400')
})

/** At both widths; the page ends as it was. */
const looksRight = (page: Page, where: string): Promise<void> => expectGoodOnScreens(page, where)

async function messagesTo(outbox: string, email: string): Promise<string[]> {
  const found = await readdir(outbox).catch(() => [])
  const names = found.filter((name) => name.endsWith('.eml'))
  const messages = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return messages
    .map((message) => message.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .filter((message) => message.includes(`To: ${email}`))
}

/** The link in a message to somebody, other than an earlier one; it is put into the folder a moment after the answer. */
async function linkFor(outbox: string, email: string, earlier = ''): Promise<string> {
  let link = ''
  await expect
    .poll(
      async () => {
        const links = (await messagesTo(outbox, email)).flatMap(
          (message) => /https?:\S+?\/confirm-email#token=[\w-]+/.exec(message)?.[0] ?? [],
        )
        link = links.find((found) => found !== earlier) ?? ''
        return link
      },
      { timeout: 20_000 },
    )
    .not.toBe('')
  return link
}
