// `npm run demo`: the product on its own data folder, filled with demo data; an optional argument is the seed.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { node, run, serverEnv, watchForEnd } from './step.mjs'

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
      ...serverEnv,
    },
    // The server ends when the IPC channel closes, however this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

/**
 * Removes the settings of a production server: the demo only gets the system's variables, and those for the address
 * and the log.
 * @returns {Record<string, undefined>} every other variable, set to undefined
 */
function withoutTheRest() {
  const taken =
    /^(?:PATH|HOME|USER|LANG|LC_\w+|TZ|TERM|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|PORT|HOST|LOG_LEVEL)$/i
  const others = Object.keys(process.env).filter((name) => !taken.test(name))
  return Object.fromEntries(others.map((name) => [name, undefined]))
}
