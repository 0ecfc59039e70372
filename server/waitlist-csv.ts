// `npm run waitlist`: prints the waitlist for Pro as CSV, oldest entry first.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { joinConfiguredDatabase, runCommand } from './command.ts'
import type { Tx } from './db/handle.ts'
import { hasTable } from './db/migrate.ts'
import { errorCode, StartProblem } from './errors.ts'
import { rowOf } from './portfolio/csv.ts'
import { readWaitlist } from './waitlist/store.ts'

await runCommand(async ({ closing, signal }) => {
  const { db } = await joinConfiguredDatabase(closing)
  if (!(await hasTable(db, 'waitlist'))) {
    throw new StartProblem(
      'This database has no waitlist yet. Start this version of Tengrand once.',
    )
  }
  try {
    await pipeline(Readable.from(rowsOf(db)), process.stdout, { end: false, signal })
  } catch (error) {
    // The program that reads the pipe, such as `head`, may have read enough.
    if (errorCode(error) !== 'EPIPE') throw error
  }
  return 0
})

async function* rowsOf(db: Tx): AsyncGenerator<string> {
  yield rowOf(['Email', 'Joined'])
  for await (const page of readWaitlist(db)) {
    yield page.map(({ email, joinedAt }) => rowOf([email, joinedAt.toISOString()])).join('')
  }
}
