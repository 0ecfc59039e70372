// `npm run test:firefox`: the journeys that matter most, in Firefox on the real server; arguments go to Playwright.
import { findFirefox } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensurePackageInstalled } from './install.mjs'
import { fail, runPackage, watchForEnd } from './step.mjs'

const noFirefox =
  'This needs Firefox: install it (on Debian with apt-get install firefox-esr), or set FIREFOX_PATH to the program of one.'

watchForEnd()
const firefox = findFirefox()
process.exitCode =
  (firefox === null ? fail(noFirefox) : 0) ||
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await ensurePackageInstalled('e2e-firefox', 'the driver of Firefox')) ||
  (await runPackage(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e-firefox/playwright.config.ts', ...process.argv.slice(2)],
    { NODE_ENV: 'test', FIREFOX_PATH: firefox ?? undefined },
  ))
