// Tests that need third-party OpenAPI tools or Python: `npm run test:api` runs them.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e-api/*.spec.ts'],
    // The specs share the generated files in e2e-api/dist.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
})
