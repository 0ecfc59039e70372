// `npm start`: from a fresh clone to a running product, saying what it is doing.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { join } from 'node:path'

import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { node, root, run, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode = (await ensureInstalled()) || (await ensureBuilt()) || (await serve())

function serve() {
  // What has been compiled once need not be again: that is a third of the time of a start.
  const compiled = join(root, 'node_modules/.cache/compiled')
  return run(node, ['server/main.ts'], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compiled },
    // The channel tells the server when this process is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
