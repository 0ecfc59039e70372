// `npm test`: from a fresh clone through every check and every test, including browser tests.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

import { runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { checks } from './checks.mjs'
import { countPlaywright, countVitest } from './counts.mjs'
import { ensureInstalled } from './install.mjs'
import { node, root, run, say, watchForEnd } from './step.mjs'
import { runSteps } from './steps.mjs'

const cache = (/** @type {string} */ name) => join(root, '.cache', name)
const serverRun = { path: cache('vitest-server.json'), code: 1 }
const webRun = { path: cache('vitest-web.json'), code: 1 }
const browserRun = { path: cache('playwright.json'), code: 1 }

watchForEnd()
process.exitCode = (await ensureInstalled({ dev: true })) || (await runEverything())

function runEverything() {
  mkdirSync(cache(''), { recursive: true })
  for (const { path } of [serverRun, webRun, browserRun]) rmSync(path, { force: true })
  return runSteps([
    ...checks,
    { name: 'build', run: ensureBuilt },
    { name: 'size budget', run: () => run(node, ['web/build/size.ts']) },
    { name: 'tests of the server and the tools', run: runServerTests },
    {
      name: 'tests of the web app and core, and browser tests',
      run: runWebTests,
      count: () => `${countVitest([serverRun, webRun])}\n${countPlaywright(browserRun)}`,
    },
  ])
}

async function runServerTests() {
  serverRun.code = await runVitest(serverRun.path, ['--project', 'server', '--project', 'tools'])
  return serverRun.code
}

/** Runs the web tests, which never wait, beside the browser tests, to use the time that these wait for pages. */
async function runWebTests() {
  const log = cache('vitest-web.log')
  const output = openSync(log, 'w')
  const args = ['--project', 'web', '--project', 'core', '--maxWorkers=1']
  const web = runVitest(webRun.path, args, ['ignore', output, output])
  // Processes started from here on get a lower priority, so that the web tests do not run alone at the end.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const codes = await Promise.all([web, runBrowserTests([], { report: browserRun.path })])
  closeSync(output)
  // Printed at the end, so that the output of both runs is not mixed.
  say(readFileSync(log, 'utf8'))
  ;[webRun.code, browserRun.code] = codes
  return Math.max(...codes)
}

/**
 * @param {string} report
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} [stdio]
 */
function runVitest(report, args, stdio = 'inherit') {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const env = { NODE_ENV: 'test' }
  return run(node, [vitest, 'run', ...reporters, ...args], { env, stdio })
}
