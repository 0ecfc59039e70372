// `npm run build`: installs and builds like `npm start` but starts nothing, for services without write access here.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode = (await ensureInstalled()) || (await ensureBuilt())
