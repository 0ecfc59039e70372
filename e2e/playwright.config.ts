// End-to-end tests in a real browser on the real server; each worker starts servers of its own.
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE']

// All workers load the same modules; with this cache only the first compiles them.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../.cache/compiled')

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.cache/playwright',
  fullyParallel: true,
  // One more than the two cores of a small machine, because some tests only wait for a price or a message.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  timeout: 180_000,
  // A long timeout, so that load on the machine does not fail tests.
  expect: { timeout: 20_000 },
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  // Files run in order of their names. A long test should not be in the last file, while the other workers are idle.
  use: {
    browserName: 'chromium',
    // Animations cost sixty repaints a second.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        // Chromium refuses to start as root with its sandbox on.
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without a graphics card, an emulated one is slower than software rendering.
        '--disable-gpu',
        '--disable-software-rasterizer',
        // Documents are too short-lived for optimizing compilation to pay off.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
