// The product on the demo world: a year that is full of things, and the learner who has lived through it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, type Page } from '@playwright/test'

import type { Person } from './learner.ts'
import { compiled, test as base } from './product.ts'

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
export async function signInAsLearner(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
}

/** Without the screen, for journeys that begin behind it. */
export async function arriveAsLearner(page: Page, { email, password }: Person): Promise<void> {
  const data = { email, password }
  const answer = await page.request.post('/identity/sign-in/email', { data })
  expect(answer.status()).toBe(200)
}

const root = join(import.meta.dirname, '..')

/** A world on a new folder, and the product on it. */
async function startDemo(closing: AsyncDisposableStack): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-e2e-demo-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  const { PATH, HOME } = process.env
  const options = {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...compiled },
  }
  const { stdout: words } = await promisify(execFile)(process.execPath, ['server/demo.ts'], options)
  const [, email = '', password = ''] =
    /^Sign in with (\S+) and the password: (.+)$/m.exec(words) ?? []
  const server = spawn(process.execPath, ['server/main.ts'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  closing.defer(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  })
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk)
    const url = /ready at (http:\S+)/.exec(output)?.[1]
    if (url !== undefined) return { url, email, password }
  }
  throw new Error(`The product did not start: ${output}`)
}
