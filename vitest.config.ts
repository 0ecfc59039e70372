// Every test that needs no browser; one project per kind of surroundings.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Many tests wait for processes; two files at a time use the wait, also on a machine with two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: 'core', include: ['core/**/*.test.ts', 'contract/**/*.test.ts'] } },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['web/testing/patience.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
