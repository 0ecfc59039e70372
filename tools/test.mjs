// `npm test`: from a fresh clone through every check and every test, browser tests included.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { checks } from './checks.mjs'
import { countPlaywright, countVitest } from './counts.mjs'
import { ensureInstalled } from './install.mjs'
import { node, root, run, runPackage, say, watchForEnd } from './step.mjs'
import { runSteps } from './steps.mjs'

const vitestReport = join(root, '.cache/vitest.json')
const playwrightReport = join(root, '.cache/playwright.json')
const browserOutput = join(root, '.cache/browser-tests.log')

watchForEnd()
process.exitCode = (await ensureInstalled({ dev: true })) || (await runEverything())

function runEverything() {
  for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })
  return runSteps([
    ...checks,
    { name: 'build', run: ensureBuilt },
    { name: 'size budget', run: () => run(node, ['web/build/size.ts']) },
    // Much of the one is waiting, for processes and for time, and much of the other is not.
    [
      { name: 'tests', run: runUnitTests, count: (code) => countVitest(vitestReport, code) },
      {
        name: 'browser tests',
        run: runBrowserTestsInOnePiece,
        count: (code) => countPlaywright(playwrightReport, code),
      },
    ],
  ])
}

function runUnitTests() {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  return runPackage('vitest/vitest.mjs', ['run', ...report], { NODE_ENV: 'test' })
}

/** What they say is kept until they are through: between the lines of other tests nobody could read it. */
async function runBrowserTestsInOnePiece() {
  mkdirSync(dirname(browserOutput), { recursive: true })
  const file = openSync(browserOutput, 'w')
  const code = await runBrowserTests([], {
    report: playwrightReport,
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  say(`\n── browser tests\n${readFileSync(browserOutput, 'utf8')}`)
  return code
}
