// `npm run test:long`: the tests that are as good as they are long, at their full size; some minutes. Arguments go to vitest.
import { ensureInstalled } from './install.mjs'
import { runPackage, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await runPackage(
    'vitest/vitest.mjs',
    [
      'run',
      '--project',
      'server',
      'server/trading/',
      'server/leaderboard/',
      'server/db/embedded-postgres/crash',
      'server/market/simulated/fairness',
      ...process.argv.slice(2),
    ],
    { NODE_ENV: 'test', TEST_LONG: '1' },
  ))
