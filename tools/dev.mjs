// `npm run dev`: the server restarts and the page reloads as files change.
import { ensureInstalled } from './install.mjs'
import { end, node, run, runPackage, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode = (await ensureInstalled({ dev: true })) || (await serve())

/** Ends both processes when one of them ends. */
async function serve() {
  const code = await Promise.race([
    run(node, ['--watch', '--watch-preserve-output', 'server/main.ts']),
    runPackage('vite/bin/vite.js', ['web']),
  ])
  end('SIGTERM')
  return code
}
