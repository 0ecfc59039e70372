// `npm run test:firebase`, `test:lighthouse` and `test:firefox`: browser tests with a package of their own; the first
// argument is the suite, the others go to Playwright.
import { findFirefox, runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensurePackageInstalled } from './install.mjs'
import { fail, runPackage, watchForEnd } from './step.mjs'

const packages = {
  firebase: 'the Firebase Auth emulator (about 260 MB)',
  lighthouse: 'Lighthouse',
  firefox: 'the driver of Firefox',
}

const noFirefox =
  'This needs Firefox: install it (on Debian with apt-get install firefox-esr), or set FIREFOX_PATH to the program of one.'

const suite = /** @type {keyof typeof packages} */ (process.argv[2])
const config = ['--config', `e2e-${suite}/playwright.config.ts`, ...process.argv.slice(3)]

watchForEnd()
const firefox = suite === 'firefox' ? findFirefox() : null
process.exitCode =
  (suite === 'firefox' && firefox === null ? fail(noFirefox) : 0) ||
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await ensurePackageInstalled(`e2e-${suite}`, packages[suite])) ||
  // If there are two configurations, Playwright uses the later one.
  (await (firefox === null ? runBrowserTests(config) : runInFirefox(firefox)))

/** @param {string} program */
function runInFirefox(program) {
  return runPackage('@playwright/test/cli.js', ['test', ...config], {
    NODE_ENV: 'test',
    FIREFOX_PATH: program,
  })
}
