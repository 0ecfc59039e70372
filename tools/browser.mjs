// Runs the browser tests, and takes the pictures, on a Chromium that it finds, or installs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { env, fail, node, root, run, runPackage, say } from './step.mjs'

/**
 * @param {readonly string[]} args
 * @param {string} [report] where the counts are written as JSON
 * @param {() => Promise<string | null>} [find] the browser for them
 */
export async function runBrowserTests(args, report, find = findHeadlessBrowser) {
  const browser = await find()
  if (browser === null) return fail(noBrowser)
  return runPackage(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', ...args],
    {
      NODE_ENV: 'test',
      CHROMIUM_PATH: browser,
      ...(report === undefined ? {} : { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    },
  )
}

/** @param {string} [folder] where the pictures are put */
export async function takePictures(folder) {
  const browser = await findBrowser()
  if (browser === null) return fail(noBrowser)
  return run(node, ['e2e/screenshots.ts', ...(folder === undefined ? [] : [folder])], {
    env: { CHROMIUM_PATH: browser },
  })
}

const noBrowser = 'This needs Chromium. Install it, or set CHROMIUM_PATH to the program of one.'

/** The browser that people have. @returns {Promise<string | null>} the path of a browser that answers */
export const findBrowser = () => findOrInstall([whole, shell])

/** The same engine without windows, which needs less of the processor; a whole browser does as well. */
const findHeadlessBrowser = () => findOrInstall([shell, whole])

/**
 * @typedef Kind
 * @property {string} playwright what Playwright calls it
 * @property {readonly string[]} install what Playwright is told, to install nothing else
 * @property {string} apt the name of its package
 * @property {readonly string[]} commands
 * @property {readonly string[]} paths where it is besides
 */

/** @type {Kind} */
const shell = {
  playwright: 'chromium-headless-shell',
  install: ['--only-shell', 'chromium'],
  apt: 'chromium-headless-shell',
  commands: ['chromium-headless-shell', 'chrome-headless-shell'],
  paths: [],
}

/** @type {Kind} */
const whole = {
  playwright: 'chromium',
  install: ['--no-shell', 'chromium'],
  apt: 'chromium',
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  paths: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
}

/** @param {readonly Kind[]} kinds the best first @returns {Promise<string | null>} */
async function findOrInstall(kinds) {
  const found = findInstalled(kinds)
  if (found !== null) return found
  say('No browser for the tests found; installing Chromium ...')
  for (const install of [installWithPlaywright, installWithApt]) {
    await install(kinds)
    const installed = findInstalled(kinds)
    if (installed !== null) return installed
  }
  return null
}

/** @param {readonly Kind[]} kinds */
function findInstalled(kinds) {
  const candidates = [
    process.env['CHROMIUM_PATH'],
    ...kinds.flatMap((kind) => [
      playwrightsOwn(kind),
      ...kind.commands.flatMap(onPath),
      ...kind.paths,
    ]),
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

/**
 * Playwright is asked in a process of its own, because it may be newer than the Node that runs this file. What it says
 * to everybody is only where the whole browser is.
 * @param {Kind} kind
 */
function playwrightsOwn({ playwright }) {
  const registry = "require('playwright-core/lib/coreBundle').registry.registry"
  const question = `${registry}.findExecutable('${playwright}').executablePath()`
  const asked = spawnSync(node, ['-p', question], { cwd: root, encoding: 'utf8' })
  const path = asked.stdout?.trim()
  return path && existsSync(path) ? path : null
}

/**
 * Quiet, because it fails where the machine cannot reach Playwright's downloads, and the next way may work.
 * @param {readonly Kind[]} kinds
 */
async function installWithPlaywright([kind]) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  spawnSync(node, [cli, 'install', ...(kind?.install ?? [])], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  })
}

/** The first that the system knows. @param {readonly Kind[]} kinds */
async function installWithApt(kinds) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y']
  const [command = '', ...args] = apt
  if (spawnSync(command, [...args, '--version']).status !== 0) return
  await run(command, [...args, 'update'])
  for (const kind of kinds) {
    if ((await run(command, [...args, 'install', '--no-install-recommends', kind.apt])) === 0)
      return
  }
}
