// `npm run build`: installs and builds what `npm start` would, and starts nothing, for services that may not write here.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode = (await ensureInstalled()) || (await ensureBuilt())
