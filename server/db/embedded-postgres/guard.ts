// Starts a shell process that stops the PostgreSQL server when the app dies without stopping it.
import { spawn } from 'node:child_process'

import type { Home } from './home.ts'
import { asOwner } from './owner.ts'
import { pidFile } from './postmaster.ts'

/** Its stdin closes when the app ends, for whatever reason. The pid file proves that the pid is still the server's. */
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
  // Windows has no such shell; there the next start stops an orphaned server.
  if (process.platform === 'win32') return { disarm: () => {} }
  const child = spawn('/bin/sh', ['-c', script, String(pid), pidFile(home.pgdata), socketDir], {
    ...asOwner(home.owner),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // The app also starts without a guard, as on Windows.
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  return { disarm: () => void child.kill('SIGKILL') }
}
