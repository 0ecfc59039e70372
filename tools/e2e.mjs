// `npm run e2e`: the browser tests against the real server; arguments go to Playwright.
import { findBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runPackage } from './step.mjs'

/**
 * @param {readonly string[]} args
 * @param {string} [report] where the counts are written as JSON
 */
export async function runBrowserTests(args, report) {
  const browser = await findBrowser()
  return runPackage(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', ...args],
    {
      CHROMIUM_PATH: browser,
      ...(report === undefined ? {} : { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    },
  )
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  await ensureBuilt()
  process.exitCode = await runBrowserTests(process.argv.slice(2))
}
