// Servers to measure, each in a process of its own: the product on a data folder, or a peer.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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
  const child = launch(script, env, 'pipe')
  return runningOf(child, await addressOf(child), from)
}

/** The product as it runs in earnest, with a line in a log file for every call. */
export async function startLogging(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Running> {
  const from = performance.now()
  const path = join(dataDir, 'bench.log')
  const log = await open(path, 'a')
  const child = launch('../server/main.ts', { PORT: '0', DATA_DIR: dataDir, ...env }, log.fd)
  await log.close()
  for (;;) {
    const text = await readFile(path, 'utf8')
    const address = addressIn(text)
    if (address !== undefined) return runningOf(child, address, from)
    if (child.exitCode !== null) throw new Error(`The product ended early: ${text}`)
    await sleep(20)
  }
}

const launch = (script: string, env: Record<string, string>, output: 'pipe' | number) =>
  spawn(process.execPath, [join(import.meta.dirname, script)], {
    // Not the whole environment: a developer's own database is not what is measured.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', output, 'inherit'],
  })

const runningOf = (child: ChildProcess, address: string, from: number): Running => ({
  address,
  pid: child.pid ?? 0,
  startMs: performance.now() - from,
  async stop() {
    child.kill('SIGTERM')
    await once(child, 'exit')
  },
})

const addressIn = (output: string): string | undefined => /ready at (\S+)\n/.exec(output)?.[1]

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const address = addressIn(output)
    if (address !== undefined) return address
  }
  throw new Error(`${child.spawnfile} ended early: ${output}`)
}
