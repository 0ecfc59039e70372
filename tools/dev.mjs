// `npm run dev`: the server restarts and the page reloads as files change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { ensureInstalled } from './install.mjs'
import { env, node, onEnd, root } from './step.mjs'

await ensureInstalled()

const programs = [
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', 'web'],
].map((args) => spawn(node, args, { cwd: root, env, stdio: 'inherit' }))

const end = () => programs.forEach((program) => program.kill('SIGTERM'))

onEnd(end)
for (const program of programs) program.on('exit', end)
await Promise.all(programs.map((program) => once(program, 'exit')))
process.exit()
