// Machines of nodes: each has a node of the product and an HAProxy, which leads it to the database.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openDb } from '../server/db/handle.ts'
import { freePort, startNode, type ProductNode } from './nodes.ts'
import { machineNames, proxyFile, type AllPorts } from './patroni-files.ts'
import { databasePassword } from './patroni.ts'
import { startProgram, userNamed, waitFor, type Program } from './programs.ts'

export interface NodeMachine {
  readonly name: string
  readonly address: string
  /** Returns when the node is ready. */
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly isReady: () => Promise<boolean>
}

interface Place {
  readonly folder: string
  readonly ports: AllPorts
}

export interface Proxy {
  /** Of the database behind it. */
  readonly url: string
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
}

export async function startProxy(
  closing: AsyncDisposableStack,
  { folder, ports }: Place,
): Promise<Proxy> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, await proxyFile(ports, port))
  const { uid, gid } = userNamed('haproxy')
  const url = `postgres://tengrand:${databasePassword}@127.0.0.1:${port}/tengrand`
  let program: Program | null = null
  const start = async (): Promise<void> => {
    program = await startProgram(closing, 'haproxy', {
      args: ['-db', '-f', file],
      logFile: join(folder, 'haproxy.log'),
      uid,
      gid,
      endWith: 'SIGKILL',
    })
    await waitFor('HAProxy leads to one machine', () => leadsToOne(url))
  }
  await start()
  return {
    url,
    start,
    kill: async () => {
      program?.kill('SIGKILL')
      await program?.ended
    },
  }
}

/** It takes connections to all machines in turn until it has asked them which one leads. */
async function leadsToOne(url: string): Promise<boolean> {
  for (let connection = 0; connection < machineNames.length; connection += 1) {
    const db = openDb({ connectionString: url }, { connectionsMax: 1 })
    try {
      const [row] = await db.query<{ reads: boolean }>('select pg_is_in_recovery() as reads')
      if (row?.reads !== false) return false
    } finally {
      await db.close()
    }
  }
  return true
}

export async function startNodeMachine(
  closing: AsyncDisposableStack,
  { name, folder, ports }: Place & { readonly name: string },
): Promise<NodeMachine> {
  const proxy = await startProxy(closing, { folder, ports })
  const port = await freePort()
  const startOne = (): Promise<ProductNode> =>
    startNode(closing, {
      folder,
      port,
      env: { DATABASE_URL: proxy.url },
      endWith: 'SIGKILL',
    })
  let node = await startOne()
  return {
    name,
    address: node.address,
    start: async () => {
      await proxy.start()
      node = await startOne()
    },
    kill: async () => {
      node.kill('SIGKILL')
      await Promise.all([node.ended, proxy.kill()])
    },
    isReady: async () => (await fetch(`${node.address}/readyz`)).ok,
  }
}
