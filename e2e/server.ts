// Starts the real server as a separate process, on a temporary data folder.
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

/** Creates a folder that is deleted with `closing`. */
export async function makeDataFolder(closing: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-e2e-'))
  closing.defer(() => rm(folder, { recursive: true }))
  return folder
}

/** Starts a server that ends with `closing`; returns its address. */
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

/** Fills the folder with demo data; returns the output of the command. */
export async function makeDemo(settings: Settings): Promise<string> {
  const demo = run(process.execPath, ['server/demo.ts'], { cwd, env: envOf(settings) })
  return (await demo).stdout
}

/** Only these variables are passed on, so that a test never uses a developer's own database. */
const envOf = (settings: Settings) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  PORT: '0',
  LOG_LEVEL: 'warn',
  // All servers load the same modules; with this cache only the first compiles them.
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
