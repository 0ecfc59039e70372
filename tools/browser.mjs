// Finds or installs Chromium, and runs the browser tests and the screenshots with it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { env, fail, node, root, run, runPackage, say } from './step.mjs'

/**
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.report] where the counts are written as JSON
 * @param {NodeJS.ProcessEnv} [options.env] further environment variables
 */
export async function runBrowserTests(args, { report, env: extra } = {}) {
  const browser = await findBrowser(headlessShells)
  if (browser === null) return fail(noBrowser)
  return runPackage(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', ...args],
    {
      ...extra,
      NODE_ENV: 'test',
      CHROMIUM_PATH: browser,
      ...(report === undefined ? {} : { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    },
  )
}

/** @param {string} [folder] the folder of the screenshots */
export async function takePictures(folder) {
  const browser = await findBrowser()
  if (browser === null) return fail(noBrowser)
  return run(node, ['e2e/screenshots.ts', ...(folder === undefined ? [] : [folder])], {
    env: { CHROMIUM_PATH: browser },
  })
}

const noBrowser = 'This needs Chromium. Install it, or set CHROMIUM_PATH to the program of one.'

/** The same engine without a window, which needs less processor time. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell']

/**
 * @param {readonly string[]} [preferred] commands that are tried before any other
 * @returns {Promise<string | null>} the path of a browser that answers
 */
export async function findBrowser(preferred = []) {
  const found = findInstalled(preferred)
  if (found !== null) return found
  say('No browser for the tests found; installing Chromium ...')
  for (const install of [installWithPlaywright, installWithApt]) {
    await install()
    const installed = findInstalled(preferred)
    if (installed !== null) return installed
  }
  return null
}

/** @param {readonly string[]} preferred */
function findInstalled(preferred) {
  const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return firstThatAnswers([
    process.env['CHROMIUM_PATH'],
    ...preferred.flatMap(onPath),
    playwrightsOwn(),
    ...browsers.flatMap(onPath),
    ...headlessShells.flatMap(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ])
}

/** The path of a Firefox, or null; it is never installed here. */
export const findFirefox = () =>
  firstThatAnswers([
    process.env['FIREFOX_PATH'],
    ...['firefox-esr', 'firefox'].flatMap(onPath),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ])

/** @param {readonly (string | null | undefined)[]} candidates */
const firstThatAnswers = (candidates) =>
  candidates.find((candidate) => candidate && answers(candidate)) ?? null

/** The full paths of a command on the PATH, because Playwright needs full paths. @param {string} name */
const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))

/** @param {string} program */
const answers = (program) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0

/** A separate process, because Playwright may need a newer Node than the one that runs this file. */
function playwrightsOwn() {
  const answer = spawnSync(node, ['-p', "require('@playwright/test').chromium.executablePath()"], {
    cwd: root,
    encoding: 'utf8',
  })
  const path = answer.stdout?.trim()
  return path && existsSync(path) ? path : null
}

/** Without output, because it fails if Playwright's download server is unreachable, and the next method may work. */
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
  const install = [...args, 'install', '--no-install-recommends']
  // Systems without the first package have the second.
  if ((await run(command, [...install, 'chromium-headless-shell'])) === 0) return
  await run(command, [...install, 'chromium'])
}
