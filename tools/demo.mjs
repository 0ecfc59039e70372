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
      ...withoutTheRest(),
      DATA_DIR: process.env['DATA_DIR']?.trim() || 'data-demo',
      NODE_COMPILE_CACHE:
        process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compiled'),
    },
    // The channel tells the server when this process is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

/**
 * Whatever is set for the product in earnest is none of the demo's business: it gets what every program of the system
 * needs, and where to listen and what to log.
 * @returns {Record<string, undefined>} each other variable, as one that is not set
 */
function withoutTheRest() {
  const taken =
    /^(?:PATH|HOME|USER|LANG|LC_\w+|TZ|TERM|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|PORT|HOST|LOG_LEVEL)$/i
  const others = Object.keys(process.env).filter((name) => !taken.test(name))
  return Object.fromEntries(others.map((name) => [name, undefined]))
}
