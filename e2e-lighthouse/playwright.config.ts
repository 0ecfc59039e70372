// What Lighthouse says of the pages, on the same server and browser as the journeys.
import journeys from '../e2e/playwright.config.ts'

export default {
  ...journeys,
  workers: 2,
  testDir: '.',
  outputDir: '../.cache/playwright-lighthouse',
}
