// `npm run check`: format, lint, types, dead code and structure, without running the product.
import { checks } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { runVitest, watchForEnd } from './step.mjs'
import { runSteps } from './steps.mjs'

const tidy = { name: 'tidy', run: () => runVitest(['--project', 'tools', 'tidy', 'lockfile']) }

watchForEnd()
process.exitCode = (await ensureInstalled({ dev: true })) || (await runSteps([...checks, tidy]))
