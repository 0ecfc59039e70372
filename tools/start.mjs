// `npm start`: from a fresh clone to a running product, with progress output.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { node, run, serverEnv, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode = (await ensureInstalled()) || (await ensureBuilt()) || (await serve())

function serve() {
  return run(node, ['server/main.ts'], {
    env: serverEnv,
    // The server ends when the IPC channel closes, however this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
