// A whole product for a test: the real server on a fresh data folder, and a page that must stay free of complaints.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test as base } from '@playwright/test'

import {
  startStandInGoogle,
  type StandInGoogle,
} from '../server/identity/embedded/testing/stand-in-google.ts'

interface Product {
  readonly url: string
  /** Where letters are put, since nobody carries them. */
  readonly outbox: string
  readonly google: StandInGoogle
}

export const test = base.extend<{ complaints: string[] }, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-e2e-'))
      const port = await freePort()
      const google = await startStandInGoogle({
        redirectUris: [`http://localhost:${port}/identity/callback/google`],
        person: { sub: 'google-1', email: 'grace@gmail.example', email_verified: true },
      })
      const server = startServer(dataDir, port, google)
      await use({ url: await readyAddress(server), outbox: join(dataDir, 'outbox'), google })
      server.kill('SIGTERM')
      await once(server, 'exit')
      await google.close()
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

function startServer(dataDir: string, port: number, google: StandInGoogle): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    // Not the whole environment: a developer's own database is none of the test's business.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      // All learners of a run sit behind one address.
      IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

/** Whoever Google sends people back to is registered there by its address, so the port is chosen first. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
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
