// `npm run test:long`: runs the scalable tests at full size, which takes up to an hour. Arguments go to Vitest.
import { runBrowserTests } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runVitest, watchForEnd } from './step.mjs'

const long = { TEST_LONG: '1' }

const files = [
  'server/ledger/',
  'server/journal/',
  'server/leagues/',
  'server/lessons/',
  'server/orders/',
  'server/contest/',
  'server/account/delete-race',
  'server/identity/embedded/lockout',
  'server/backup/under-load',
  'server/portfolio/start-over-race',
  'server/identity/embedded/password-rules',
  'server/db/embedded-postgres/crash',
  'server/market/routes',
  'server/market/simulated/',
  'server/market/stored/market',
  'server/demo/world',
  'server/http/shutdown',
  'server/insights/luck-bias',
  'server/insights/luck-load',
  'server/main',
  'server/school',
]

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await runVitest(['--project', 'server', ...files, ...process.argv.slice(2)], long)) ||
  (await ensureBuilt()) ||
  (await runBrowserTests(['long-history'], { env: long }))
