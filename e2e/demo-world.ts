// The product on the demo data: a year of trades, and the demo learner who made them.
import { expect, type Page } from '@playwright/test'

import { fillForm, submitForm, type Person } from './learner.ts'
import { test as base } from './product.ts'
import { makeDataFolder, makeDemo, startServer } from './server.ts'

interface Demo extends Person {
  readonly url: string
}

let started: Promise<Demo> | undefined

export const test = base.extend<{ demo: Demo }>({
  demo: [
    async ({ closing }, use) => use(await (started ??= startDemo(closing))),
    { timeout: 90_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
})

/** Signs in with the email and password that the demo command prints. */
export async function signInAsLearner(page: Page, person: Person): Promise<void> {
  await page.goto('/')
  await fillForm(page, person)
  await submitForm(page, 'Sign In')
  await expect(page).toHaveURL('/dashboard')
}

/** Signs in without the sign-in page, for tests that start after it. */
export async function arriveAsLearner(page: Page, { email, password }: Person): Promise<void> {
  const data = { email, password }
  const answer = await page.request.post('/identity/sign-in/email', { data })
  expect(answer.status()).toBe(200)
}

/** Creates the demo data in a new folder and starts the product on it. */
async function startDemo(closing: AsyncDisposableStack): Promise<Demo> {
  const settings = { DATA_DIR: await makeDataFolder(closing) }
  const [, email = '', password = ''] =
    /^Sign in with (\S+) and the password: (.+)$/m.exec(await makeDemo(settings)) ?? []
  return { url: await startServer(settings, closing), email, password }
}
