// Runs a command of the server as a process of its own and watches its memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface Measured {
  readonly seconds: number
  /** The most that was resident at once. */
  readonly peakMb: number
  readonly lines: readonly string[]
}

const lookEveryMs = 20

export async function runMeasured(
  script: 'backup.ts' | 'restore.ts',
  env: Record<string, string>,
  args: readonly string[],
): Promise<Measured> {
  const from = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server', script), ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let peakMb = 0
  const looking = setInterval(() => (peakMb = peakOf(child.pid ?? 0) ?? peakMb), lookEveryMs)
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  clearInterval(looking)
  if (code !== 0) throw new Error(`${script} has failed: ${said}`)
  return { seconds: (performance.now() - from) / 1000, peakMb, lines: said.trimEnd().split('\n') }
}

/** The system keeps the highest itself; undefined when the process is gone. */
function peakOf(pid: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}
