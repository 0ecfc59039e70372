// Starts the product in a process of its own, on a data folder of its own, from this checkout or from another.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Db } from '../server/db/handle.ts'

export type Say = (line: string) => void

export interface Version {
  readonly name: string
  readonly root: string
}

/** This checkout, plus any other checkout whose folder is among the arguments, such as the previous version. */
export const versionsOf = (args: readonly string[]): Version[] => [
  { name: 'this version', root: resolve(import.meta.dirname, '..') },
  ...args
    .filter((folder) => existsSync(join(folder, 'server/main.ts')))
    .map((folder) => ({ name: `the version in ${folder}`, root: resolve(folder) })),
]

/** The first number among the arguments. */
export const numberIn = (args: readonly string[], otherwise: number): number =>
  Number(args.find((arg) => /^\d+$/.test(arg)) ?? otherwise)

export interface Running {
  readonly address: string
  readonly pid: number
  readonly dataDir: string
  /** The log of the process up to now. */
  readonly log: () => Promise<string>
}

interface StartOptions {
  readonly root?: string
  readonly env?: Readonly<Record<string, string>>
  /** Runs on the data folder before the server starts. */
  readonly prepare?: (env: NodeJS.ProcessEnv) => void
}

/** Logs to a file, as in production, because a pipe would cost this process time. */
export async function startProduct(
  closing: AsyncDisposableStack,
  { root = join(import.meta.dirname, '..'), env = {}, prepare }: StartOptions = {},
): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  // Without the rest of the environment, which may name a developer's own database.
  const { PATH, HOME } = process.env
  const whole = { PATH, HOME, PORT: '0', DATA_DIR: dataDir, ...env }
  prepare?.(whole)
  return startServer(closing, { script: join(root, 'server/main.ts'), env: whole, dataDir })
}

/** Starts any server that prints 'ready at' with its address. */
export async function startServer(
  closing: AsyncDisposableStack,
  options: {
    readonly script: string
    readonly args?: readonly string[]
    readonly env: NodeJS.ProcessEnv
    readonly dataDir: string
  },
): Promise<Running> {
  const { script, args = [], env, dataDir } = options
  const path = join(dataDir, `${basename(script, '.ts')}.log`)
  const file = await open(path, 'a')
  const child = spawn(process.execPath, [script, ...args], {
    env,
    stdio: ['ignore', file.fd, 'inherit'],
  })
  await file.close()
  closing.defer(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const log = () => readFile(path, 'utf8')
  for (;;) {
    const address = /ready at (\S+)\n/.exec(await log())?.[1]
    if (address !== undefined) return { address, pid: child.pid ?? 0, dataDir, log }
    if (child.exitCode !== null) throw new Error(`The server ended early: ${await log()}`)
    await sleep(20)
  }
}

/** A connection to the database of a running product, without the product's time limits. */
export async function openDatabaseOf({ dataDir }: Running, closing: AsyncDisposableStack) {
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  closing.defer(() => postgres.stop())
  const db: Db = openDb(postgres.connection, { unlimited: true })
  closing.defer(() => db.close())
  return { db, connection: postgres.connection }
}
