// `npm run test:prometheus`: checks the alerts with promtool, and scrapes a running server with a real Prometheus.
import { spawnSync } from 'node:child_process'

import { ensureInstalled } from './install.mjs'
import { fail, run, runVitest, watchForEnd } from './step.mjs'

const noPrometheus =
  'This needs prometheus and promtool on the PATH: on Debian apt-get install prometheus brings both.'

/** @param {string} program */
const isThere = (program) => spawnSync(program, ['--version']).status === 0

watchForEnd()
process.exitCode =
  (['prometheus', 'promtool'].every(isThere) ? 0 : fail(noPrometheus)) ||
  (await ensureInstalled({ dev: true })) ||
  (await run('promtool', ['check', 'rules', 'deploy/metrics/alerts.yml'])) ||
  (await run('promtool', ['check', 'config', 'deploy/metrics/prometheus.yml'])) ||
  (await run('promtool', ['test', 'rules', 'deploy/metrics/alerts.test.yml'])) ||
  (await runVitest(['--config', 'tools/prometheus/vitest.config.ts', ...process.argv.slice(2)]))
