// Nodes in containers, with the restrictions of compose.yaml, and the proxy of compose.yaml before them.
import { join } from 'node:path'

import { imageName } from './container-image.ts'
import type { Room } from './container-room.ts'
import { commonSettings, freePort } from './nodes.ts'
import { startProgram, waitFor } from './programs.ts'

export const proxyPrograms = { haproxy: 'haproxy' }

const proxySettings = join(import.meta.dirname, '../deploy/container/haproxy.cfg')

export interface Container {
  readonly name: string
  readonly address: string
  /** From the call of podman until the node can work. */
  readonly readySeconds: number
  /** Returns the seconds until the container has ended, and removes it. */
  readonly stop: () => Promise<number>
}

export interface Proxy {
  readonly address: string
  readonly log: () => Promise<string>
}

export interface ContainerOptions {
  readonly name: string
  readonly port: number
  readonly databaseUrl: string
}

/** As in compose.yaml, except for the network of this machine. */
const restrictions = [
  '--network=host',
  '--read-only',
  // Docker has no temporary folders in a read-only container either.
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--volume=data:/var/lib/tengrand',
]

const readyWithinSeconds = 30

export async function startContainer(
  room: Room,
  { name, port, databaseUrl }: ContainerOptions,
): Promise<Container> {
  const address = `http://127.0.0.1:${port}`
  const settings = {
    ...commonSettings,
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    // The image is for production, which wants an address with a certificate.
    PUBLIC_URL: 'https://tengrand.example',
    TRUST_PROXY: '1',
  }
  const flags = Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`)
  const own = [`--name=${name}`, `--cgroup-parent=${room.cgroupParent}`]
  const isReady = async () => (await fetch(`${address}/readyz`)).ok
  const from = performance.now()
  await room.run('podman', 'run', '--detach', ...own, ...restrictions, ...flags, imageName)
  try {
    await waitFor(name, isReady, { seconds: readyWithinSeconds, everyMs: 20 })
  } catch {
    const log = await room.run('podman', 'logs', name)
    throw new Error(`${name} was not ready within ${readyWithinSeconds} s:\n${log}`)
  }
  const readySeconds = secondsSince(from)
  return { name, address, readySeconds, stop: () => stopContainer(room, name) }
}

async function stopContainer(room: Room, name: string): Promise<number> {
  const from = performance.now()
  await room.run('podman', 'stop', '--time=30', name)
  const seconds = secondsSince(from)
  await room.run('podman', 'rm', name)
  return seconds
}

/** Returns the address at which people reach the nodes. */
export async function startProxy(
  closing: AsyncDisposableStack,
  { folder }: Room,
  [first, second]: readonly [string, string],
): Promise<Proxy> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const program = await startProgram(closing, 'haproxy', {
    args: ['-db', '-f', proxySettings],
    logFile: join(folder, 'haproxy.log'),
    env: {
      PATH: process.env['PATH'],
      LISTEN: `127.0.0.1:${port}`,
      NODE_1: new URL(first).host,
      NODE_2: new URL(second).host,
    },
  })
  await waitFor('the proxy', async () => (await fetch(`${address}/readyz`)).ok)
  return { address, log: program.log }
}

const secondsSince = (from: number): number => (performance.now() - from) / 1_000
