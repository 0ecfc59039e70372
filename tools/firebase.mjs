// `npm run test:firebase`: sign-in with Firebase in a real browser, against the Firebase Auth emulator; arguments go to Playwright.
// The emulator is large, so it is a package of its own that nothing else installs.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { fail, root, run, say, secondsSince, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await ensureEmulatorInstalled()) ||
  // Of two configurations Playwright takes the later one.
  (await runBrowserTests([
    '--config',
    'e2e-firebase/playwright.config.ts',
    ...process.argv.slice(2),
  ]))

async function ensureEmulatorInstalled() {
  if (isInstalled()) return 0
  const from = performance.now()
  say('Installing the Firebase Auth emulator (about 260 MB, only this once) ...')
  // Its packages' own scripts build what only other emulators use.
  const code = await run(
    'npm',
    ['ci', '--prefix', 'e2e-firebase', '--ignore-scripts', '--loglevel=error'],
    { shell: process.platform === 'win32' },
  )
  if (code !== 0) return fail('Installing the emulator failed; npm says why above.')
  say(`Installed the emulator in ${secondsSince(from)} s.`)
  return 0
}

/** npm writes its own copy of the lockfile last, so a broken install has none. */
function isInstalled() {
  const folder = join(root, 'e2e-firebase')
  const installed = join(folder, 'node_modules', '.package-lock.json')
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  )
}
