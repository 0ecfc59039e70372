// Configures the Lighthouse checks, on the same server and browser as the other browser tests.
import journeys from '../e2e/playwright.config.ts'

export default {
  ...journeys,
  workers: 2,
  testDir: '.',
  outputDir: '../.cache/playwright-lighthouse',
}
