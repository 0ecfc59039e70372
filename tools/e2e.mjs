// `npm run e2e`: the browser tests against the real server; arguments go to Playwright.
import { runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await runBrowserTests(process.argv.slice(2)))
