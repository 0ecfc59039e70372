// The most important journeys in Firefox, on the same server as the others: Playwright runs the tests, Puppeteer drives
// the browser.
import journeys from '../e2e/playwright.config.ts'

export default {
  ...journeys,
  workers: 2,
  testDir: '.',
  outputDir: '../.cache/playwright-firefox',
}
