// A whole product for a test: the real server on a fresh data folder, and a page that must stay free of complaints.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test as base } from '@playwright/test'

interface Product {
  readonly url: string
}

export const test = base.extend<{ complaints: string[] }, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-e2e-'))
      const server = startServer(dataDir)
      await use({ url: await readyAddress(server) })
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ product }, use) => use(product.url),

  /** Everything a healthy page must not say: errors, warnings, failed requests. Checked after each test. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

function startServer(dataDir: string): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    // Not the whole environment: a developer's own database is none of the test's business.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

async function readyAddress(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk)
    const address = /ready at (http:\S+)/.exec(output)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`The server did not start: ${output}`)
}
