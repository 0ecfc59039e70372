// Journeys with IDENTITY=firebase: one emulator for all of them, one server per worker.
import journeys from '../e2e/playwright.config.ts'

export default {
  ...journeys,
  workers: 2,
  testDir: '.',
  outputDir: '../.cache/playwright-firebase',
  globalSetup: './emulator.ts',
}
