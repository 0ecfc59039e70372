// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { env, node, root, run, say } from './step.mjs'

/** @returns {Promise<string>} the path of a browser that answers */
export async function findBrowser() {
  const found = findInstalled()
  if (found !== null) return found
  say('No browser for the tests found; installing Chromium ...')
  for (const install of [installWithPlaywright, installWithApt]) {
    await install()
    const installed = findInstalled()
    if (installed !== null) return installed
  }
  process.stderr.write(
    'The browser tests need Chromium. Install it, or set CHROMIUM_PATH to the program of one.\n',
  )
  process.exit(1)
}

function findInstalled() {
  const candidates = [
    process.env['CHROMIUM_PATH'],
    playwrightsOwn(),
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  for (const candidate of candidates) {
    if (candidate && answers(candidate)) return candidate
  }
  return null
}

/** Playwright wants whole paths. @param {string} name */
const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))

/** @param {string} program */
const answers = (program) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0

/** Playwright is asked in a process of its own, because it may be newer than the Node that runs this file. */
function playwrightsOwn() {
  const asked = spawnSync(node, ['-p', "require('@playwright/test').chromium.executablePath()"], {
    cwd: root,
    encoding: 'utf8',
  })
  const path = asked.stdout?.trim()
  return path && existsSync(path) ? path : null
}

/** Quiet, because it fails where the machine cannot reach Playwright's downloads, and the next way may work. */
async function installWithPlaywright() {
  spawnSync(node, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  })
}

async function installWithApt() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y']
  const [command = '', ...args] = apt
  if (spawnSync(command, [...args, '--version']).status !== 0) return
  await run(command, [...args, 'update'])
  await run(command, [...args, 'install', '--no-install-recommends', 'chromium'])
}
