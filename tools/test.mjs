// `npm test`: from a fresh clone through every check and every test, browser tests included.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { ensureBuilt } from './build.mjs'
import { checks } from './check.mjs'
import { runBrowserTests } from './e2e.mjs'
import { ensureInstalled } from './install.mjs'
import { node, root, run, runPackage } from './step.mjs'
import { runSteps } from './steps.mjs'

const vitestReport = '.cache/vitest.json'
const playwrightReport = '.cache/playwright.json'

await ensureInstalled()
for (const report of [vitestReport, playwrightReport]) rmSync(join(root, report), { force: true })

process.exitCode = await runSteps([
  ...checks,
  { name: 'build', run: ensureBuilt },
  { name: 'size budget', run: () => run(node, ['web/build/size.ts']) },
  {
    name: 'tests',
    run: () =>
      runPackage('vitest/vitest.mjs', [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
      ]),
    count: countVitest,
  },
  {
    name: 'browser tests',
    run: () => runBrowserTests([], playwrightReport),
    count: countPlaywright,
  },
])

function countVitest() {
  const report = read(vitestReport)
  return report === null
    ? 'vitest: 0 passed, 1 failed'
    : `vitest: ${report.numPassedTests} passed, ${report.numFailedTests} failed`
}

function countPlaywright() {
  const report = read(playwrightReport)
  return report === null
    ? 'playwright: 0 passed, 1 failed'
    : `playwright: ${report.stats.expected} passed, ${report.stats.unexpected + report.stats.flaky} failed`
}

/** @param {string} file @returns {any} the report, or null where the runner did not get to writing one */
function read(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return null
  }
}
