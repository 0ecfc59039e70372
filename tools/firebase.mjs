// `npm run test:firebase`: sign-in with Firebase in a real browser, against the Firebase Auth emulator; arguments go to Playwright.
import { runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensurePackageInstalled } from './install.mjs'
import { watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await ensurePackageInstalled('e2e-firebase', 'the Firebase Auth emulator (about 260 MB)')) ||
  // Of two configurations Playwright takes the later one.
  (await runBrowserTests([
    '--config',
    'e2e-firebase/playwright.config.ts',
    ...process.argv.slice(2),
  ]))
