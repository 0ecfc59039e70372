// Starts nodes of the product, which a drill may kill and start again.
import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { manySignUps, withoutBudgets } from '../bench/learners.ts'
import { serverEnv } from '../tools/step.mjs'
import { startProgram, waitFor, type Program, type ProgramOptions } from './programs.ts'

export interface NodeOptions {
  /** Its data and its log are in this folder. */
  readonly folder: string
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  /** Another checkout of the product. */
  readonly root?: string
  readonly endWith?: ProgramOptions['endWith']
}

export interface ProductNode extends Program {
  readonly address: string
}

/** The same on all nodes. Mail goes to the outbox folder, and limits by account do not count. */
export const commonSettings = {
  ...manySignUps,
  ...withoutBudgets,
  STREAMS_PER_ADDRESS: '5000',
  PRICE_CALLS_PER_MINUTE: '600000',
  IDENTITY_SECRET: 'a secret of a drill, which nobody has to keep',
}

/** Starts a node and waits until it is ready. */
export async function startNode(
  closing: AsyncDisposableStack,
  { folder, port, env, root = join(import.meta.dirname, '..'), endWith }: NodeOptions,
): Promise<ProductNode> {
  await mkdir(folder, { recursive: true })
  const { PATH, HOME } = process.env
  const program = await startProgram(closing, process.execPath, {
    args: [join(root, 'server/main.ts')],
    logFile: join(folder, 'node.log'),
    // Without the rest of the environment, which may name a developer's own database.
    env: {
      PATH,
      HOME,
      ...serverEnv,
      DATA_DIR: folder,
      PORT: String(port),
      ...commonSettings,
      ...env,
    },
    ...(endWith === undefined ? {} : { endWith }),
  })
  const address = `http://127.0.0.1:${port}`
  let code: number | null | undefined
  void program.ended.then((ended) => (code = ended))
  await waitFor(`the node at ${address}`, async () => {
    if (code !== undefined) return true
    return (await fetch(`${address}/readyz`)).ok
  })
  if (code !== undefined) throw new Error(`A node ended: ${await program.log()}`)
  return { ...program, address }
}

/** Below the ports that the kernel gives to outgoing connections, so that a program finds its port free again. */
const ports = { from: 12_000, below: 32_000 }
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.below)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.once('listening', () => server.close(() => resolve(true)))
  })
}
