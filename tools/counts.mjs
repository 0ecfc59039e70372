// How many tests passed and failed, read off the report that a runner wrote.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** @typedef {{ status: string, fullName: string }} Test */
/** @typedef {{ name: string, status: string, assertionResults: readonly Test[] }} TestFile */

/** @param {string} path @param {number} code the exit code of the run */
export function countVitest(path, code) {
  const report = read(path)
  if (report === null) return line('vitest', 0, 0, code)
  // A file that cannot be loaded, or whose preparation fails, is a failure without a failed test.
  const broken = report.testResults.filter(
    (/** @type {TestFile} */ file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  const count = line('vitest', report.numPassedTests, report.numFailedTests + broken.length, code)
  return [count, ...failuresOf(report.testResults)].join('\n')
}

/**
 * Named below the counts, because an overview often keeps only the end of what was printed.
 * @param {readonly TestFile[]} files
 */
function failuresOf(files) {
  return files.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const titles = failed.length > 0 ? failed.map(({ fullName }) => `: ${fullName}`) : ['']
    return status === 'failed' ? titles.map((title) => `  ${basename(name)}${title}`) : []
  })
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
