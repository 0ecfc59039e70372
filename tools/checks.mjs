// The checks that `npm run check` and `npm test` share.
import { runPackage } from './step.mjs'

const rooms = [
  'core',
  'contract',
  'server',
  'web',
  'e2e',
  'e2e-firebase',
  'e2e-lighthouse',
  'bench',
  'tools',
]

/** @type {readonly import('./steps.mjs').Step[]} */
export const checks = [
  { name: 'format', run: () => runPackage('oxfmt/bin/oxfmt', ['--check']) },
  { name: 'lint', run: () => runPackage('oxlint/bin/oxlint') },
  { name: 'types', run: checkTypes },
  { name: 'dead code', run: () => runPackage('knip/bin/knip.js') },
]

async function checkTypes() {
  const codes = []
  for (const room of rooms) codes.push(await runPackage('typescript/bin/tsc', ['-p', room]))
  return Math.max(...codes)
}
