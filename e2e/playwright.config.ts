// Journeys in a real browser on the real server; each worker starts servers of its own.
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE']

// Every worker loads the same modules, and only the first has to compile them.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../.cache/compiled')

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.cache/playwright',
  fullyParallel: true,
  // One more than the processors of a small machine: some tests wait for a price or a message, and need none meanwhile.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  timeout: 180_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  // Files go by their names: a long test belongs in one that does not come last, where the other workers would wait.
  use: {
    browserName: 'chromium',
    // What moves is drawn anew sixty times a second.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        // As root, Chromium refuses to start with its own sandbox.
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without a graphics card the browser would draw through an emulated one, which takes longer than to draw itself.
        '--disable-gpu',
        '--disable-software-rasterizer',
        // No document lives long enough for optimized code to pay for being compiled.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
