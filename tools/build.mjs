// Builds the web app when its sources have changed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fail, root, runPackage, say, secondsSince } from './step.mjs'

const fingerprintFile = join(root, 'web/dist/.fingerprint')

/** @returns {Promise<number>} 0, or the exit code of a failure that was printed */
export async function ensureBuilt() {
  const apiBase = process.env['VITE_API_BASE']?.trim() || '/api'
  // The content security policy allows requests to the app's own origin only.
  if (!/^(\/[\w.~%-]+)+$/.test(apiBase)) {
    return fail(
      'VITE_API_BASE must be a path on the same origin, such as /api: one slash at its start, none at its end.',
    )
  }
  const wanted = fingerprint(apiBase)
  if (wanted === builtFingerprint()) return 0
  const from = performance.now()
  say('Building the web app ...')
  const code = await runPackage('vite/bin/vite.js', ['build', 'web', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
    VITE_API_BASE: apiBase,
  })
  if (code !== 0) return fail('Building the web app failed; the reason stands above.')
  writeFileSync(fingerprintFile, wanted)
  say(`Built the web app in ${secondsSince(from)} s.`)
  return 0
}

function builtFingerprint() {
  try {
    return readFileSync(fingerprintFile, 'utf8')
  } catch {
    return null // Not built yet, or not to the end.
  }
}

/** A hash over every file that can change the result, and the variable that is built in. @param {string} apiBase */
function fingerprint(apiBase) {
  const hash = createHash('sha256')
  for (const folder of ['core', 'contract', 'web']) {
    for (const file of filesIn(join(root, folder))) hash.update(file).update(readFileSync(file))
  }
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(apiBase)
  return hash.digest('hex')
}

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules'].includes(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
    .toSorted()
