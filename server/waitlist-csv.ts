// `npm run waitlist`: prints who waits for Pro as a table for spreadsheets, those who came first at the top.
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inspect } from 'node:util'

import { readDatabaseConfig } from './config.ts'
import type { Tx } from './db/handle.ts'
import { hasTable } from './db/migrate.ts'
import { joinDatabase } from './db/open.ts'
import { readerOf } from './env.ts'
import { errorCode, StartProblem } from './errors.ts'
import { rowOf } from './portfolio/csv.ts'
import { readWaitlist } from './waitlist/store.ts'

const closing = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void closing.disposeAsync().finally(() => process.exit(1)))
}

try {
  await print()
} catch (error) {
  if (!isUnread(error)) {
    complain(error instanceof StartProblem ? error.message : inspect(error))
    process.exitCode = 1
  }
} finally {
  await closing.disposeAsync()
}

async function print(): Promise<void> {
  const config = readDatabaseConfig(readerOf(process.env))
  if (config.databaseUrl === null && !existsSync(config.dataDir)) {
    throw new StartProblem(`There is no data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  const db = await joinDatabase({ config, say: complain, closing })
  if (!(await hasTable(db, 'waitlist'))) {
    throw new StartProblem(
      'This database has no waitlist yet. Start this version of Tengrand once.',
    )
  }
  await pipeline(Readable.from(rowsOf(db)), process.stdout, { end: false })
}

async function* rowsOf(db: Tx): AsyncGenerator<string> {
  yield rowOf(['Email', 'Joined'])
  for await (const page of readWaitlist(db)) {
    yield page.map(({ email, joinedAt }) => rowOf([email, joinedAt.toISOString()])).join('')
  }
}

/** The program that reads the pipe, such as `head`, may have read enough. */
function isUnread(error: unknown): boolean {
  return errorCode(error) === 'EPIPE'
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
