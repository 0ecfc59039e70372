// Servers to measure, each in a process of its own: the product on a data folder, or a peer.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Running {
  readonly address: string
  readonly pid: number
  /** From the start of the process to the line that says it is ready. */
  readonly startMs: number
  stop(): Promise<void>
}

export const startProduct = (dataDir: string): Promise<Running> =>
  start('../server/main.ts', { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' })

export async function start(script: string, env: Record<string, string> = {}): Promise<Running> {
  const from = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    // Not the whole environment: a developer's own database is not what is measured.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(child)
  return {
    address,
    pid: child.pid ?? 0,
    startMs: performance.now() - from,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const address = /ready at (\S+)\n/.exec(output)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`${child.spawnfile} ended early: ${output}`)
}
