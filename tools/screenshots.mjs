// `npm run screenshots`: pictures of every screen on a demo world of their own; an argument is the folder for them.
import { takePictures } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await takePictures(process.argv[2]))
