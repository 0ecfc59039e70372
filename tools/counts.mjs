// Counts passed and failed tests in the reports of the test runners.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** @typedef {{ status: string, fullName: string }} Test */
/** @typedef {{ name: string, status: string, assertionResults: readonly Test[] }} TestFile */

/** @typedef {{ path: string, code: number }} Run the path of the report, and the exit code */

/** @param {readonly Run[]} runs */
export function countVitest(runs) {
  const counts = runs.map(countRun)
  const sum = (/** @type {'passed' | 'failed'} */ of) =>
    counts.reduce((all, count) => all + count[of], 0)
  const count = line('vitest', sum('passed'), sum('failed'))
  return [count, ...counts.flatMap(({ failures }) => failures)].join('\n')
}

/** @param {Run} run */
function countRun({ path, code }) {
  const report = read(path)
  if (report === null) return { passed: 0, failed: atLeast(0, code), failures: [] }
  // A file that cannot be loaded, or whose preparation fails, is a failure without a failed test.
  const broken = report.testResults.filter(
    (/** @type {TestFile} */ file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  return {
    passed: Number(report.numPassedTests),
    failed: atLeast(report.numFailedTests + broken.length, code),
    failures: failuresOf(report.testResults),
  }
}

/**
 * Failures are printed below the counts, because CI overviews often show only the end of the output.
 * @param {readonly TestFile[]} files
 */
function failuresOf(files) {
  return files.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const titles = failed.length > 0 ? failed.map(({ fullName }) => `: ${fullName}`) : ['']
    return status === 'failed' ? titles.map((title) => `  ${basename(name)}${title}`) : []
  })
}

/** @param {Run} run */
export function countPlaywright({ path, code }) {
  const report = read(path)
  if (report === null) return line('playwright', 0, atLeast(0, code))
  const { expected, unexpected, flaky } = report.stats
  const failed = unexpected + flaky + report.errors.length
  return line('playwright', expected, atLeast(failed, code))
}

/** At least one failure if the exit code is not 0. @param {number} failed @param {number} code */
const atLeast = (failed, code) => Math.max(failed, code === 0 ? 0 : 1)

/** @param {string} runner @param {number} passed @param {number} failed */
const line = (runner, passed, failed) => `${runner}: ${passed} passed, ${failed} failed`

/** @param {string} path @returns {any} the report, or null if the runner has not written one */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
