// `npm run test:lighthouse`: what Lighthouse says of the pages, in a real browser on the real server; arguments go to Playwright.
import { findBrowser, runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensurePackageInstalled } from './install.mjs'
import { watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await ensurePackageInstalled('e2e-lighthouse', 'Lighthouse')) ||
  // Of two configurations Playwright takes the later one.
  (await runBrowserTests(
    ['--config', 'e2e-lighthouse/playwright.config.ts', ...process.argv.slice(2)],
    undefined,
    findBrowser,
  ))
