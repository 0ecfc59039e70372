// Builds the web app when what it is made of has changed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, runPackage, say, secondsSince } from './step.mjs'

const fingerprintFile = join(root, 'web/dist/.fingerprint')

export async function ensureBuilt() {
  const wanted = fingerprint()
  if (wanted === builtFingerprint()) return
  const from = performance.now()
  say('Building the web app ...')
  const code = await runPackage('vite/bin/vite.js', ['build', 'web', '--logLevel', 'warn'])
  if (code !== 0) {
    process.stderr.write('Building the web app failed; the reason stands above.\n')
    process.exit(1)
  }
  writeFileSync(fingerprintFile, wanted)
  say(`Built the web app in ${secondsSince(from)} s.`)
}

function builtFingerprint() {
  try {
    return readFileSync(fingerprintFile, 'utf8')
  } catch {
    return null // It has not been built, or not to the end.
  }
}

/** A hash over every file that can change the result, and the variables that are built in. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const room of ['core', 'contract', 'web']) {
    for (const file of filesIn(join(root, room))) hash.update(file).update(readFileSync(file))
  }
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(process.env['VITE_API_BASE'] ?? '')
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
