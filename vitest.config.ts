// Every test that needs no browser; one project per kind of surroundings.
import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

import ByKind from './tools/sequencer.ts'

/** A busy machine is slow, not wrong: what is waited for may take as long as anything else in a test. */
const patient = {
  // At its full size a test takes minutes.
  testTimeout: process.env['TEST_LONG'] ? 600_000 : 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  test: {
    // Many tests wait, for processes and for time; five files at a time use the wait, also on a machine with two cores.
    maxWorkers: 5,
    sequence: { sequencer: ByKind },
    projects: [
      {
        test: {
          name: 'core',
          include: ['core/**/*.test.ts', 'contract/**/*.test.ts'],
          // Here and below: no file leaves anything behind in the modules that the next could meet.
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
