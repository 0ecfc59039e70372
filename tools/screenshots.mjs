// `npm run screenshots`: takes screenshots of every screen on new demo data; an optional argument is the folder.
import { takePictures } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { watchForEnd } from './step.mjs'

watchForEnd()
process.exitCode =
  (await ensureInstalled({ dev: true })) ||
  (await ensureBuilt()) ||
  (await takePictures(process.argv[2]))
