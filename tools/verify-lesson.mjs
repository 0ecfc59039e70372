// `npm run verify-lesson -- FILE`: computes a lesson again from its proof, also in a fresh clone.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { ensureInstalled } from './install.mjs'
import { node, run, watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode = (await ensureInstalled()) || (await verify())

function verify() {
  return run(node, ['server/verify-lesson.ts', ...process.argv.slice(2)], {
    // The name of the file is relative to the folder of the caller, which npm names here.
    env: { INIT_CWD: process.env['INIT_CWD'] ?? process.cwd() },
  })
}
