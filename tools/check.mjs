// `npm run check`: format, lint, types, dead code and structure, without running the product.
import { checks } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { runPackage, watchForEnd } from './step.mjs'
import { runSteps } from './steps.mjs'

const tidyTests = ['run', '--project', 'tools', 'tidy', 'lockfile']
const tidy = {
  name: 'tidy',
  run: () => runPackage('vitest/vitest.mjs', tidyTests, { NODE_ENV: 'test' }),
}

watchForEnd()
process.exitCode = (await ensureInstalled({ dev: true })) || (await runSteps([...checks, tidy]))
