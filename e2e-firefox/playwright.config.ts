// The journeys that matter most, in Firefox on the same server as the others: Playwright runs them, Puppeteer drives the browser.
import journeys from '../e2e/playwright.config.ts'

export default {
  ...journeys,
  workers: 2,
  testDir: '.',
  outputDir: '../.cache/playwright-firefox',
  expect: { timeout: 20_000 },
}
