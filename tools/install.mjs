// Installs the packages when they are missing or older than the lockfile.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { fail, node, nodeProblem, root, run, say, secondsSince } from './step.mjs'

/** Includes these packages even if the user's npm settings omit them. */
const included = ['--include=dev', '--include=optional']

/**
 * @param {{ dev?: boolean }} [needs] whether the packages of tests and checks are needed as well
 * @returns {Promise<number>} 0, or the exit code of a failure that was printed
 */
export async function ensureInstalled({ dev = false } = {}) {
  const problem = nodeProblem(process.platform, process.version)
  if (problem !== null) return fail(problem)
  if (isInstalled() && (!dev || existsSync(join(root, 'node_modules/vitest')))) return 0
  const from = performance.now()
  say('Installing packages (about a minute, only this once) ...')
  // Warnings about the system's own Node are off, because it runs these packages only on macOS and was checked above.
  // Cached packages are not looked up in the registry, because the lockfile has their checksums. Node and PostgreSQL
  // are optional dependencies, because npm then installs only the packages of this system.
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
 * Installs a package outside the workspaces, for large dependencies of a few tests.
 * @param {string} folder
 * @param {string} what its name in the output
 */
export async function ensurePackageInstalled(folder, what) {
  if (isInstalledIn(join(root, folder))) return 0
  const from = performance.now()
  say(`Installing ${what}, only this once ...`)
  // Install scripts are off, because their results are not used here.
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
