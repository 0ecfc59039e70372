// Starts the Firebase Auth emulator before all tests and stops it afterwards: on loopback, without stored data.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const project = 'demo-tengrand'

const program = join(import.meta.dirname, 'node_modules/firebase-tools/lib/bin/firebase.js')
const startSecondsMax = 180

export default async function startEmulator(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-firebase-'))
  const [auth, hub, logging] = await freePorts(3)
  await writeFile(
    join(folder, 'firebase.json'),
    JSON.stringify({
      emulators: {
        auth: { host: '127.0.0.1', port: auth },
        hub: { host: '127.0.0.1', port: hub },
        logging: { host: '127.0.0.1', port: logging },
        ui: { enabled: false },
      },
    }),
  )
  const emulator = spawnEmulator(folder)
  await untilReady(emulator)
  // Playwright workers inherit this environment.
  process.env['FIREBASE_AUTH_EMULATOR_URL'] = `http://127.0.0.1:${auth}`
  return async () => {
    emulator.kill('SIGTERM')
    if (emulator.exitCode === null) await once(emulator, 'exit')
    await rm(folder, { recursive: true })
  }
}

function spawnEmulator(folder: string): ChildProcess {
  // The emulator ends when the IPC channel closes; otherwise it would outlive a killed test runner.
  const endWithParent = `process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))`
  const watcher = `data:text/javascript,${encodeURIComponent(endWithParent)}`
  const options = ['--only', 'auth', '--project', project, '--config', 'firebase.json']
  return spawn(process.execPath, ['--import', watcher, program, 'emulators:start', ...options], {
    cwd: folder,
    // A separate home folder hides the developer's Google account and turns telemetry off.
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      TMPDIR: folder,
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

async function untilReady(emulator: ChildProcess): Promise<void> {
  const tooLong = setTimeout(() => emulator.kill('SIGKILL'), startSecondsMax * 1000)
  let output = ''
  const ready = Promise.withResolvers<void>()
  // All output is read, because the emulator would block on a full pipe.
  emulator.stdout?.on('data', (chunk) => {
    if (output.length < 100_000) output += String(chunk)
    if (output.includes('All emulators ready')) ready.resolve()
  })
  emulator.on('exit', () => ready.reject(new Error(`The emulator did not start: ${output}`)))
  await ready.promise
  clearTimeout(tooLong)
}

/** Finds free ports; all are open at the same time, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
