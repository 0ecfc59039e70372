// `npm run check`: everything that can be said about the code without running the product.
import { ensureInstalled } from './install.mjs'
import { runPackage } from './step.mjs'
import { runSteps } from './steps.mjs'

const rooms = ['core', 'contract', 'server', 'web', 'e2e', 'bench', 'tools']

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

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  const tidy = {
    name: 'tidy',
    run: () => runPackage('vitest/vitest.mjs', ['run', '--project', 'tools', 'tidy', 'lockfile']),
  }
  process.exitCode = await runSteps([...checks, tidy])
}
