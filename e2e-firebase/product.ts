// A whole product that signs people in through the emulator, and a page that must stay free of complaints.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test as base } from '@playwright/test'

import { project } from './emulator.ts'
import { emulatorUrl } from './firebase-project.ts'
import { googleScript, googleScriptUrl } from './google-script.ts'

interface Product {
  readonly url: string
}

interface Complaints {
  readonly said: string[]
  /** What this test brings about on purpose. */
  expected: RegExp | null
}

export const test = base.extend<{ complaints: Complaints }, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-firebase-data-'))
      const server = startServer(dataDir)
      await use({ url: await readyAddress(server) })
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ product }, use) => use(product.url),

  /** Nothing leaves this machine; the script of Google's is the only thing that is missed. */
  context: async ({ context }, use) => {
    await context.route(isElsewhere, (route) => route.abort())
    await context.route(googleScriptUrl, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: googleScript }),
    )
    await use(context)
  },

  complaints: [
    async ({ page }, use) => {
      const complaints: Complaints = { said: [], expected: null }
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.said.push(message.text())
      })
      page.on('pageerror', (error) => complaints.said.push(error.message))
      await use(complaints)
      expect(complaints.said.filter((text) => !complaints.expected?.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

const isElsewhere = ({ hostname }: URL): boolean => !['127.0.0.1', 'localhost'].includes(hostname)

function startServer(dataDir: string): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    // Not the whole environment: a developer's own settings are none of the test's business.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: project,
      FIREBASE_API_KEY: 'demo',
      FIREBASE_AUTH_DOMAIN: `${project}.firebaseapp.com`,
      FIREBASE_AUTH_EMULATOR_URL: emulatorUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

async function readyAddress(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk)
    const address = /ready at (http:\S+)/.exec(output)?.[1]
    // Under the same name as the emulator, whose frame browsers would otherwise let keep nothing.
    if (address !== undefined) return address.replace('localhost', '127.0.0.1')
  }
  throw new Error(`The server did not start: ${output}`)
}
