// Firebase tokens in API calls: accepted, renewed in time, and refused if forged.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

import { newPerson } from '../e2e/learner.ts'
import { allowConsoleErrors } from '../e2e/product.ts'
import { closeAccount, createAccount, emulatorUrl } from './firebase-project.ts'
import { test } from './product.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('the API knows the owner of a token', async ({ request }) => {
  const { email, token } = await createAccount()
  const answer = await request.get('/api/account', bearer(token))
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ email })
})

test('a token that somebody made up is refused', async ({ request }) => {
  const { token, uid } = await createAccount()
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const stranger = newPerson().email
  for (const [what, change] of Object.entries({
    'nobody in the project': { sub: stranger, user_id: stranger },
    'one person who says to be another': { sub: stranger, user_id: uid },
    'another project': { aud: 'demo-other' },
    'another issuer': { iss: 'https://securetoken.google.com/demo-other' },
    'a token that has ended': { iat: 1_700_000_000, exp: 1_700_003_600 },
  })) {
    const answer = await request.get('/api/account', bearer(unsigned({ ...claims, ...change })))
    expect(answer.status(), what).toBe(401)
    expect(await answer.json(), what).toMatchObject({ code: 'unauthorized' })
  }
  // The unchanged token is accepted, so each change above was the reason for the refusal.
  expect((await request.get('/api/account', bearer(unsigned(claims)))).status()).toBe(200)
})

test('three forced renewals at once are one', async ({ page }) => {
  const { email } = await arriveSignedIn(page)
  const renewals = countRenewals(page)
  const answers = await askAccount(page, { forceRefresh: false })
  expect(answers).toMatchObject([{ email }, { email }, { email }])
  expect(renewals()).toBe(0)

  expect(await askAccount(page, { forceRefresh: true })).toMatchObject([
    { email },
    { email },
    { email },
  ])
  expect(renewals()).toBe(1)
  await expect(page.getByText(email)).toBeVisible()
})

test('a token that has ended over night is renewed before it is used', async ({ page }) => {
  const person = await arriveSignedIn(page)
  const renewals = countRenewals(page)
  const { now } = await page.evaluate(() => ({ now: Date.now() }))
  await page.clock.setFixedTime(now + 12 * 60 * 60 * 1000)
  await page.reload()
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  expect(renewals()).toBeGreaterThan(0)
})

test('an account that was closed is signed out when its token is renewed', async ({ page }) => {
  const { uid } = await arriveSignedIn(page)
  await closeAccount(uid)
  expect(await askAccount(page, { forceRefresh: false })).toMatchObject([
    { code: 'unauthorized' },
    { code: 'unauthorized' },
    { code: 'unauthorized' },
  ])
  await askAccount(page, { forceRefresh: true })
  await expect(page).toHaveURL('/login')
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  const disabled = 'There is no token from Firebase: user-disabled'
  allowConsoleErrors(page, 'status of 400', 'status of 401', disabled)
})

test('an account that was closed is signed out at the next visit', async ({ page }) => {
  const { uid } = await arriveSignedIn(page)
  await closeAccount(uid)
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  allowConsoleErrors(page, 'status of 400')
})

test('when Firebase is slow to answer the page does not stay blank, and signs in when it does', async ({
  page,
}) => {
  await arriveSignedIn(page)
  const answered = Promise.withResolvers<void>()
  await page.route(/accounts:lookup/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  answered.resolve()
  await expect(page).toHaveURL('/dashboard')
})

async function arriveSignedIn(page: Page) {
  const account = await createAccount()
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  return account
}

/** Makes three calls at once with tokens from the app's own adapter; returns all answers with any status. */
async function askAccount(page: Page, wanted: { forceRefresh: boolean }): Promise<unknown[]> {
  return page.evaluate(
    async ({ file, options }) => {
      const { createFirebaseIdentity } = await import(file)
      const { identity: settings } = await (await fetch('/config.json')).json()
      let user = { kind: 'loading' }
      const identity = createFirebaseIdentity(settings, {
        get: () => user,
        set: (next: typeof user) => void (user = next),
      })
      const ask = async () => {
        const headers = { authorization: `Bearer ${await identity.getToken(options)}` }
        return (await fetch('/api/account', { headers })).json()
      }
      return Promise.all([ask(), ask(), ask()])
    },
    { file: await adapterFile(), options: wanted },
  )
}

async function adapterFile(): Promise<string> {
  const manifest = join(import.meta.dirname, '../web/dist/.vite/manifest.json')
  const chunks = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { file: string }>
  return `/${chunks['session/firebase.ts']?.file}`
}

function countRenewals(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    const isRenewal = request.url().startsWith(`${emulatorUrl}/securetoken.googleapis.com/v1/token`)
    if (isRenewal && request.method() === 'POST') count += 1
  })
  return () => count
}

const unsigned = (claims: unknown): string =>
  `${[{ alg: 'none', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')}.`
