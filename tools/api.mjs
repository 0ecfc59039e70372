// `npm run test:api`: checks the API description with a linter, a client generator and a proxy; arguments go to Vitest.
import { spawnSync } from 'node:child_process'

import { ensureInstalled, ensurePackageInstalled } from './install.mjs'
import { fail, runVitest, watchForEnd } from './step.mjs'

const noPython = 'This needs python3 on the PATH, because docs/api.md has an example in Python.'

watchForEnd()
process.exitCode =
  (spawnSync('python3', ['--version']).status === 0 ? 0 : fail(noPython)) ||
  (await ensureInstalled({ dev: true })) ||
  (await ensurePackageInstalled('e2e-api', 'tools for OpenAPI (about 130 MB)')) ||
  (await runVitest(['--config', 'e2e-api/vitest.config.ts', ...process.argv.slice(2)]))
