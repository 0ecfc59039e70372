// Test fixtures: the real server on a new data folder, and a page whose console must stay free of errors.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { expect, test as base, type Page } from '@playwright/test'

import {
  startStandInIssuer,
  type StandInIssuer,
  type StandInPerson,
} from '../server/identity/testing/stand-in-issuer.ts'
import { makeDataFolder, startServer } from './server.ts'

/** The external identity provider: Google in addition to passwords, or a school's issuer instead of passwords. */
type Vouching = 'google' | 'school'

export interface Product {
  readonly url: string
  readonly dataDir: string
  /** The folder that replaces a mail server. */
  readonly outbox: string
  /** The stand-in for the identity provider. */
  readonly issuer: StandInIssuer
}

interface Options {
  readonly vouching: Vouching
  /** Further environment variables of the server. */
  readonly settings: Record<string, string>
}

interface ForWorker {
  /** Resources shared by all tests of a worker process, closed at its end. */
  readonly closing: AsyncDisposableStack
}

export const test = base.extend<{ product: Product; consoleErrors: void } & Options, ForWorker>({
  vouching: ['google', { option: true }],
  settings: [{}, { option: true }],

  closing: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off this pattern.
    async ({}, use) => {
      await using closing = new AsyncDisposableStack()
      await use(closing)
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ closing, vouching, settings }, use) => {
      const key = JSON.stringify({ vouching, settings })
      const product = products.get(key) ?? startProduct({ vouching, settings }, closing)
      products.set(key, product)
      const { issuer } = await product
      // An earlier test of this worker may have had another person sign in.
      issuer.setPerson(people[vouching])
      await use(await product)
    },
    { timeout: 60_000 },
  ],

  baseURL: ({ product }, use) => use(product.url),

  /** Errors, warnings and failed requests of the page; checked after each test. */
  consoleErrors: [
    async ({ page }, use) => {
      const errors = noteConsoleErrors(page)
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

const errorsByPage = new WeakMap<Page, string[]>()

/** For a page of a further browser context: the errors so far and those to come. */
export function noteConsoleErrors(page: Page): readonly string[] {
  const errors: string[] = []
  errorsByPage.set(page, errors)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/**
 * Ignores the console errors that a test expects, because browsers log every failed request; any other error still
 * fails the test.
 */
export function allowConsoleErrors(page: Page, ...expected: readonly string[]): void {
  const errors = errorsByPage.get(page) ?? []
  const others = errors.filter((text) => !expected.some((part) => text.includes(part)))
  errors.splice(0, errors.length, ...others)
}

const products = new Map<string, Promise<Product>>()

async function startProduct(
  { vouching, settings }: Options,
  closing: AsyncDisposableStack,
): Promise<Product> {
  const dataDir = await makeDataFolder(closing)
  const port = await freePort()
  const issuer = await startStandIn[vouching](port)
  closing.defer(() => issuer.close())
  const url = await startServer(
    {
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'test',
      // All learners of a run share one IP address.
      IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '1000',
      ...envOf[vouching](issuer),
      ...settings,
    },
    closing,
  )
  return { url, dataDir, outbox: join(dataDir, 'outbox'), issuer }
}

/** Whom the identity provider knows, unless a test sets another person. */
const people: Record<Vouching, StandInPerson> = {
  google: { sub: 'google-1', email: 'grace@gmail.example', email_verified: true },
  school: { sub: 'ada-at-school', email: 'ada@school.example', email_verified: true },
}

const startStandIn: Record<Vouching, (port: number) => Promise<StandInIssuer>> = {
  google: (port) =>
    startStandInIssuer({
      redirectUris: [`http://localhost:${port}/identity/callback/google`],
      person: people.google,
    }),
  school: (port) =>
    startStandInIssuer({
      redirectUris: [`http://localhost:${port}/identity/callback/oidc`],
      postLogoutRedirectUris: [`http://localhost:${port}/login`],
      person: people.school,
      name: 'North High School',
    }),
}

const envOf: Record<Vouching, (issuer: StandInIssuer) => Record<string, string>> = {
  google: ({ issuer, clientId, clientSecret }) => ({
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
  }),
  school: ({ issuer, clientId, clientSecret }) => ({
    IDENTITY: 'oidc',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'North High School',
  }),
}

/** The port is chosen before the start, because the issuer needs the redirect URL. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
