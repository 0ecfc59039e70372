// `npm run test:failover`, `test:pgbouncer` and the other drills, which need programs of Debian beside the product: the
// first argument is the drill's file, the others go to it.
import { ensureInstalled } from './install.mjs'
import { node, run, watchForEnd } from './step.mjs'

const [name = '', ...args] = process.argv.slice(2)

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) || (await run(node, [`drills/${name}.drill.ts`, ...args]))
