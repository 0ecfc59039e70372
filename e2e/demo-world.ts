// The product on the demo world: a year that is full of things, and the learner who has lived through it.
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

/** With the printed words. */
export async function signInAsLearner(page: Page, person: Person): Promise<void> {
  await page.goto('/')
  await fillForm(page, person)
  await submitForm(page, 'Sign In')
  await expect(page).toHaveURL('/dashboard')
}

/** Without the screen, for journeys that begin behind it. */
export async function arriveAsLearner(page: Page, { email, password }: Person): Promise<void> {
  const data = { email, password }
  const answer = await page.request.post('/identity/sign-in/email', { data })
  expect(answer.status()).toBe(200)
}

/** A world on a new folder, and the product on it. */
async function startDemo(closing: AsyncDisposableStack): Promise<Demo> {
  const settings = { DATA_DIR: await makeDataFolder(closing) }
  const [, email = '', password = ''] =
    /^Sign in with (\S+) and the password: (.+)$/m.exec(await makeDemo(settings)) ?? []
  return { url: await startServer(settings, closing), email, password }
}
