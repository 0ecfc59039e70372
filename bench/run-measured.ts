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
const root = join(import.meta.dirname, '..')

export async function runMeasured(
  command: 'backup' | 'restore',
  env: Record<string, string>,
  args: readonly string[],
): Promise<Measured> {
  const from = performance.now()
  const child = spawn(process.execPath, [...argumentsOf(command), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let peakMb = 0
  const looking = setInterval(() => (peakMb = peakOf(child.pid ?? 0) ?? peakMb), lookEveryMs)
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  clearInterval(looking)
  if (code !== 0) throw new Error(`${command} has failed: ${said}`)
  return { seconds: (performance.now() - from) / 1000, peakMb, lines: said.trimEnd().split('\n') }
}

/** As `npm run` starts it: its memory depends on the options. */
function argumentsOf(command: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [, ...words] = scripts[command]?.split(' ') ?? []
  return words
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
