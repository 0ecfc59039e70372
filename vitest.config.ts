// All tests that need no browser; one project per environment.
import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

import ByKind from './tools/sequencer.ts'

/** Long time limits, so that load on the machine does not fail tests. */
const patient = {
  // Tests at full size take minutes.
  testTimeout: process.env['TEST_LONG'] ? 600_000 : 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  test: {
    // Many tests wait for processes or time, so five files at a time are faster even on two cores.
    maxWorkers: 5,
    sequence: { sequencer: ByKind },
    projects: [
      {
        test: {
          name: 'core',
          include: ['core/**/*.test.ts', 'contract/**/*.test.ts'],
          // Files need no isolation, here and below, because no file leaves state in modules.
          isolate: false,
          ...patient,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], ...patient } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          isolate: false,
          setupFiles: ['server/testing/setup.ts'],
          globalSetup: ['server/testing/postgres.ts', 'server/testing/rsa-key.ts'],
          ...patient,
        },
      },
      {
        resolve: { alias: { 'react/jsx-dev-runtime': here('web/testing/jsx-dev-runtime.ts') } },
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['web/testing/setup.ts'],
          ...patient,
        },
      },
    ],
  },
})
