// `npm test`: from a fresh clone through every check and every test, browser tests included.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { checks } from './checks.mjs'
import { countPlaywright, countVitest } from './counts.mjs'
import { ensureInstalled } from './install.mjs'
import { node, root, run, runPackage, watchForEnd } from './step.mjs'
import { runSteps } from './steps.mjs'

const vitestReport = join(root, '.cache/vitest.json')
const playwrightReport = join(root, '.cache/playwright.json')

watchForEnd()
process.exitCode = (await ensureInstalled({ dev: true })) || (await runEverything())

function runEverything() {
  for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })
  return runSteps([
    ...checks,
    { name: 'build', run: ensureBuilt },
    { name: 'size budget', run: () => run(node, ['web/build/size.ts']) },
    {
      name: 'tests',
      run: runUnitTests,
      count: (code) => countVitest(vitestReport, code),
    },
    {
      name: 'browser tests',
      run: () => runBrowserTests([], { report: playwrightReport }),
      count: (code) => countPlaywright(playwrightReport, code),
    },
  ])
}

function runUnitTests() {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  return runPackage('vitest/vitest.mjs', ['run', ...report], { NODE_ENV: 'test' })
}
