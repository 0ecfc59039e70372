// The product with sign-in through the Firebase emulator, in a browser context that reaches no other machine.
import { test as base } from '../e2e/product.ts'
import { makeDataFolder, startServer } from '../e2e/server.ts'
import { project } from './emulator.ts'
import { emulatorUrl } from './firebase-project.ts'
import { googleScript, googleScriptUrl } from './google-script.ts'

let started: Promise<string> | undefined

export const test = base.extend<{ url: string }>({
  url: [
    async ({ closing }, use) => use(await (started ??= startProduct(closing))),
    { timeout: 60_000 },
  ],

  baseURL: ({ url }, use) => use(url),

  /** Aborts requests to other machines, and replaces Google's script. */
  context: async ({ context }, use) => {
    await context.route(isElsewhere, (route) => route.abort())
    await context.route(googleScriptUrl, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: googleScript }),
    )
    await use(context)
  },
})

const isElsewhere = ({ hostname }: URL): boolean => !['127.0.0.1', 'localhost'].includes(hostname)

async function startProduct(closing: AsyncDisposableStack): Promise<string> {
  const settings = {
    DATA_DIR: await makeDataFolder(closing),
    NODE_ENV: 'test',
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: project,
    FIREBASE_API_KEY: 'demo',
    FIREBASE_AUTH_DOMAIN: `${project}.firebaseapp.com`,
    FIREBASE_AUTH_EMULATOR_URL: emulatorUrl,
  }
  const address = await startServer(settings, closing)
  // The emulator's host name, because browsers block the storage of frames from another site.
  return address.replace('localhost', '127.0.0.1')
}
