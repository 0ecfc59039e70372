// The whole product as a child process, which a test can kill and restart at any time.
import { once } from 'node:events'

import { onTestFinished } from 'vitest'

import type { Connection } from '../db/handle.ts'
import { startScript } from './script.ts'
import type { AtEnd } from './world.ts'

export interface ServerProcess {
  /** The address of the server; null while it is not ready. */
  readonly address: () => string | null
  /** Kills the server with SIGKILL. */
  readonly kill: () => Promise<void>
  /** Kills and restarts the server; resolves when it is ready. */
  readonly killAndRestart: () => Promise<void>
}

/** The maximum number of starts in a row: a kill can hit a starting server, which is then started again. */
const startsMax = 20

export async function startServer(
  env: Readonly<Record<string, string>>,
  atEnd: AtEnd = onTestFinished,
): Promise<ServerProcess> {
  let running: Launched | null = null
  const over = new AbortController()
  const start = async (): Promise<void> => {
    for (let starts = 0; starts < startsMax && !over.signal.aborted; starts += 1) {
      running = launch(env)
      if (await running.isReady) return
    }
    if (!over.signal.aborted) throw new Error(`The server does not start: ${running?.output()}`)
  }
  const kill = async (): Promise<void> => {
    running?.kill()
    await running?.ended
  }
  atEnd(async () => {
    over.abort()
    await kill()
  })
  await start()
  return {
    address: () => running?.address() ?? null,
    kill,
    killAndRestart: async () => {
      await kill()
      await start()
    },
  }
}

type Launched = ReturnType<typeof launch>

function launch(env: Readonly<Record<string, string>>) {
  const child = startScript('main.ts', {
    PORT: '0',
    LOG_LEVEL: 'silent',
    // No rate limits, because a few accounts make many trades here.
    TRADES_PER_SECOND: '0',
    READS_PER_SECOND: '0',
    ...env,
  })
  const { promise: isReady, resolve } = Promise.withResolvers<boolean>()
  let seen = ''
  let address: string | null = null
  const hear = (chunk: string) => {
    seen += chunk
    address = /^Tengrand is ready at (\S+)$/m.exec(seen)?.[1] ?? null
    if (address !== null) resolve(true)
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  child.once('close', () => {
    address = null
    resolve(false)
  })
  const ended = once(child, 'close')
  return {
    address: () => address,
    output: () => seen,
    isReady,
    ended,
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The connection as a DATABASE_URL. A socket folder goes into the query of the URL, as PostgreSQL expects. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
