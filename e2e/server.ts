// The real server as a process of its own, on a data folder that goes with it.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cwd = join(import.meta.dirname, '..')

export interface Settings {
  readonly DATA_DIR: string
  readonly [name: string]: string
}

/** Gone when `closing` is. */
export async function makeDataFolder(closing: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-e2e-'))
  closing.defer(() => rm(folder, { recursive: true }))
  return folder
}

/** Ends with `closing`; returns its address. */
export async function startServer(
  settings: Settings,
  closing: AsyncDisposableStack,
): Promise<string> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd,
    env: envOf(settings),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  closing.defer(async () => {
    server.kill('SIGTERM')
    await ended
  })
  return readyAddress(server)
}

/** Fills the folder with the demo world; returns what that says. */
export async function makeDemo(settings: Settings): Promise<string> {
  const demo = run(process.execPath, ['server/demo.ts'], { cwd, env: envOf(settings) })
  return (await demo).stdout
}

/** Not the whole environment: a developer's own database is none of the test's business. */
const envOf = (settings: Settings) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  PORT: '0',
  LOG_LEVEL: 'warn',
  // All of them start the same modules, and only the first has to compile them.
  NODE_COMPILE_CACHE: join(cwd, '.cache/compiled'),
  ...settings,
})

async function readyAddress(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk)
    const address = /ready at (http:\S+)/.exec(output)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`The server did not start: ${output}`)
}
