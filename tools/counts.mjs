// How many tests passed and failed, read off the report that a runner wrote.
import { readFileSync } from 'node:fs'

/** @typedef {{ status: string, assertionResults: readonly { status: string }[] }} TestFile */

/** @param {string} path @param {number} code the exit code of the run */
export function countVitest(path, code) {
  const report = read(path)
  if (report === null) return line('vitest', 0, 0, code)
  // A file that cannot be loaded, or whose preparation fails, is a failure without a failed test.
  const broken = report.testResults.filter(
    (/** @type {TestFile} */ file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  return line('vitest', report.numPassedTests, report.numFailedTests + broken.length, code)
}

/** @param {string} path @param {number} code the exit code of the run */
export function countPlaywright(path, code) {
  const report = read(path)
  if (report === null) return line('playwright', 0, 0, code)
  const { expected, unexpected, flaky } = report.stats
  return line('playwright', expected, unexpected + flaky + report.errors.length, code)
}

/**
 * A run that failed for a reason of its own never says that nothing failed.
 * @param {string} runner @param {number} passed @param {number} failed @param {number} code
 */
const line = (runner, passed, failed, code) =>
  `${runner}: ${passed} passed, ${Math.max(failed, code === 0 ? 0 : 1)} failed`

/** @param {string} path @returns {any} the report, or null where the runner did not get to writing one */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
