// A watcher beside the server: when the process that started the server dies without stopping it, the watcher stops it.
import { spawn } from 'node:child_process'

import type { Home } from './home.ts'
import { asOwner } from './owner.ts'
import { pidFile } from './postmaster.ts'

/** Its input ends with the app, whatever ends the app. The file shows that the number is still the server's. */
const script = `
read -r _
read -r pid < "$1" && [ "$pid" = "$0" ] && kill -INT "$0"
waited=0
while [ $waited -lt 60 ] && kill -0 "$0"; do sleep 1; waited=$((waited + 1)); done
rmdir "$2"
`

export interface Guard {
  disarm(): void
}

export function armGuard(home: Home, pid: number, socketDir: string): Guard {
  // Windows has no such shell; there an orphan lives until the next start, which stops it.
  if (process.platform === 'win32') return { disarm: () => {} }
  const child = spawn('/bin/sh', ['-c', script, String(pid), pidFile(home.pgdata), socketDir], {
    ...asOwner(home.owner),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // A guard that cannot start is no reason not to start: then it is as on Windows.
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  return { disarm: () => void child.kill('SIGKILL') }
}
