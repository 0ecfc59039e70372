// The demo as a visitor meets it: signed in with the printed words, the learner finds a year that is full of things.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect } from '@playwright/test'

import { test as base } from './product.ts'

interface Demo {
  readonly url: string
  readonly email: string
  readonly password: string
}

const test = base.extend<object, { demo: Demo }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off this pattern.
    async ({}, use) => {
      await using closing = new AsyncDisposableStack()
      await use(await startDemo(closing))
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
})

test('the learner of the demo looks at a good year', async ({ page, demo }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/')
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click()

  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('radio', { name: '1Y' }).click()
  const chart = page.getByRole('slider', { name: 'Portfolio value, 1Y' })
  await expect
    .poll(async () => Number(await chart.getAttribute('aria-valuemax')))
    .toBeGreaterThan(360)
  await expect(page.getByText('No data available for this period')).toBeHidden()

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Leaderboard' })
    .click()
  const table = page.getByRole('table', { name: 'Top 10 by ROI %' })
  await expect(table.locator('tbody').first().getByRole('row')).toHaveCount(10)
  // Among the ten or under them, as the year went.
  const own = table.getByRole('row').filter({ hasText: 'Steady Otter 42' })
  await expect(own).toHaveText(/You/)
  await expect(page.getByText('of 61 traders')).toBeVisible()
  await expect(page.getByText(/^(Up|Down) \d+ places? since |^The same place since /)).toBeVisible()
  await expect(page.getByText(/^Best in 30 days: #\d+ on /)).toBeVisible()
  expect(said).toEqual([])
})

const root = join(import.meta.dirname, '..')

/** A world on a new folder, and the product on it. */
async function startDemo(closing: AsyncDisposableStack): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-e2e-demo-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  const { PATH, HOME } = process.env
  const options = {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
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
