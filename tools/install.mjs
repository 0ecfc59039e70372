// Installs the packages when they are missing or older than the lockfile.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { fail, node, nodeProblem, root, run, say, secondsSince } from './step.mjs'

/** Whatever the user's npm leaves out elsewhere. */
const included = ['--include=dev', '--include=optional']

/**
 * @param {{ dev?: boolean }} [needs] whether what the tests and the work on the code need must be there as well
 * @returns {Promise<number>} 0, or the exit code for a failure that has been told
 */
export async function ensureInstalled({ dev = false } = {}) {
  const problem = nodeProblem(process.platform, process.version)
  if (problem !== null) return fail(problem)
  if (isInstalled() && (!dev || existsSync(join(root, 'node_modules/vitest')))) return 0
  const from = performance.now()
  say('Installing packages (about a minute, only this once) ...')
  // Warnings about the system's own Node are beside the point: what needs a newer one runs on a newer one. The lockfile
  // says what each package has to be, so that the registry need not be asked about those that are there. Node itself and
  // PostgreSQL are optional to npm, because only those of this system are installed, but not to us.
  const code = await run(
    'npm',
    ['ci', ...included, '--prefer-offline', '--loglevel=error', '--no-audit', '--no-fund'],
    {
      shell: process.platform === 'win32',
    },
  )
  if (code !== 0) return fail('Installing the packages failed; npm says why above.')
  if (!existsSync(node)) {
    return fail(`No package brings a Node for this system (${process.platform}, ${process.arch}).`)
  }
  say(`Installed packages in ${secondsSince(from)} s.`)
  return 0
}

/**
 * What is large and few tests need is a package of its own that nothing else installs.
 * @param {string} folder
 * @param {string} what what it brings, for people
 */
export async function ensurePackageInstalled(folder, what) {
  if (isInstalledIn(join(root, folder))) return 0
  const from = performance.now()
  say(`Installing ${what}, only this once ...`)
  // The packages' own scripts build what is not used here.
  const code = await run(
    'npm',
    ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'],
    { shell: process.platform === 'win32' },
  )
  if (code !== 0) return fail(`Installing ${what} failed; npm says why above.`)
  say(`Installed in ${secondsSince(from)} s.`)
  return 0
}

const isInstalled = () => isInstalledIn(root) && existsSync(node)

/** npm writes its own copy of the lockfile last, so a broken install has none. @param {string} folder */
function isInstalledIn(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  )
}
