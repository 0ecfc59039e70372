// The checks that `npm run check` and `npm test` share.
import { runPackage } from './step.mjs'

/** The largest folder first, so that none of them runs alone at the end. */
const folders = [
  'server',
  'web',
  'bench',
  'drills',
  'core',
  'e2e',
  'e2e-firebase',
  'e2e-lighthouse',
  'e2e-firefox',
  'e2e-api',
  'tools',
  'contract',
]

/** @type {readonly import('./steps.mjs').Step[]} */
export const checks = [
  { name: 'format', run: () => runPackage('oxfmt/bin/oxfmt', ['--check']) },
  { name: 'lint', run: () => runPackage('oxlint/bin/oxlint') },
  { name: 'types and dead code', run: checkTypesAndDeadCode },
]

/** Runs two checks at a time, each single-threaded, because parallel threads of the checker repeat much of the work. */
async function checkTypesAndDeadCode() {
  const [server, ...others] = folders.map((folder) => () => checkTypes(folder))
  const waiting = [server, findDeadCode, ...others]
  const codes = [0]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      codes.push(await next())
    }
  }
  await Promise.all([work(), work()])
  return Math.max(...codes)
}

/** @param {string} folder */
const checkTypes = (folder) => runPackage('typescript/bin/tsc', ['-p', folder, '--singleThreaded'])

const findDeadCode = () => runPackage('knip/bin/knip.js')
