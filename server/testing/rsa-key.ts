// One RSA key for all tests of a run, because generating one takes a quarter of a second.
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The private half, as PEM. */
    rsaKey: string
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  project.provide('rsaKey', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
}
