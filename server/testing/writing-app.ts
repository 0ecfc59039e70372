// A small app for tests that kill it: opens the embedded database and reports each step on its output.
import pg from 'pg'

import { joinEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres/start.ts'
import { StartProblem } from '../errors.ts'

const [dataDir = '', task = 'idle'] = process.argv.slice(2)
const report = (line: string) => process.stdout.write(`${line}\n`)

const open = task === 'tool' ? joinEmbeddedPostgres : startEmbeddedPostgres
const postgres = await open({ dataDir, say: (line) => report(`say ${line}`) }).catch(
  (error: unknown) => {
    if (!(error instanceof StartProblem)) throw error
    report(`problem ${JSON.stringify(error.message)}`)
    process.exit(1)
  },
)
const ending = new AbortController()
// The app survives Ctrl-C, so that a test can check whether the signal reaches the database.
process.on('SIGINT', () => report('interrupted'))
process.once('SIGTERM', () => ending.abort())
// The IPC channel closes when the tests end or are killed; the guard then stops the database.
process.once('disconnect', () => process.exit())

report(`ready ${JSON.stringify(postgres.connection)}`)
await (task === 'write' ? writeRows() : untilEnding())
await postgres.stop()
report('stopped')
process.disconnect()

/** Reports each row after its commit, so that every reported row must survive a crash. */
async function writeRows(): Promise<void> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  await client.query('create table if not exists crash_test (id bigserial primary key)')
  while (!ending.signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await client.query<{ id: string }>(
      'insert into crash_test default values returning id',
    )
    report(`row ${rows[0]?.id}`)
  }
  await client.end()
}

async function untilEnding(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  ending.signal.addEventListener('abort', () => resolve())
  await promise
}
