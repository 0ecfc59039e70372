// `npm run demo`: the product on a data folder of its own, filled with a world to look at; an argument is another seed.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { join } from 'node:path'

import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { node, root, run, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled()) ||
  (await ensureBuilt()) ||
  (await onDemo(['server/demo.ts', ...process.argv.slice(2)])) ||
  (await onDemo(['server/main.ts']))

/** @param {readonly string[]} args */
function onDemo(args) {
  return run(node, args, {
    env: {
      DATA_DIR: process.env['DATA_DIR']?.trim() || 'data-demo',
      // Whatever is set for the product in earnest is none of the demo's business.
      DATABASE_URL: '',
      MARKET: '',
      MARKET_SECRET: '',
      IDENTITY: '',
      NODE_COMPILE_CACHE:
        process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compiled'),
    },
    // The channel tells the server when this process is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
