// `npm start`: from a fresh clone to a running product, with progress output.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { join } from 'node:path'

import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { node, root, run, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode = (await ensureInstalled()) || (await ensureBuilt()) || (await serve())

function serve() {
  // A compile cache saves a third of the start time.
  const compiled = join(root, 'node_modules/.cache/compiled')
  return run(node, ['server/main.ts'], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compiled },
    // The server ends when the IPC channel closes, however this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
