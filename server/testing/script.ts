// Starts one of the server's commands as a child process.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const server = join(import.meta.dirname, '..')

/** A compile cache: all processes load the same modules, and only the first compiles them. */
export const compiled = { NODE_COMPILE_CACHE: join(server, '../.cache/compiled') }

export type Script = ChildProcessByStdio<null, Readable, Readable>

/** Passes on only PATH, so that a developer's own settings do not affect the test. */
export function startScript(
  name:
    | 'main.ts'
    | 'admin.ts'
    | 'audit.ts'
    | 'backup.ts'
    | 'restore.ts'
    | 'demo.ts'
    | 'waitlist-csv.ts',
  env: Readonly<Record<string, string>>,
  { args = [], before = [] }: { args?: readonly string[]; before?: readonly string[] } = {},
): Script {
  const child = spawn(process.execPath, [...before, join(server, name), ...args], {
    env: { PATH: process.env['PATH'], ...compiled, ...env },
    // The server ends when the IPC channel closes, even if the tests are killed before they clean up.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return child as Script
}

/** Waits for the end of the process; returns the exit code and the output. */
export async function outcomeOf(child: Script) {
  const outputs = [text(child.stdout), text(child.stderr)] as const
  const [[code], output, complaint] = await Promise.all([once(child, 'exit'), ...outputs])
  return { code: code as number | null, output, complaint }
}
