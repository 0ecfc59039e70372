// Tests that need a Prometheus and are not part of `npm test`: `npm run test:prometheus` runs them.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tools/prometheus/*.spec.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 500 } },
  },
})
