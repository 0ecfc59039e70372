// `npm run admin`: what the people who run a server do to single accounts, also while it runs.
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { inspect, parseArgs } from 'node:util'

import { isAction, perform, type Wish } from './admin/actions.ts'
import { readDatabaseConfig } from './config.ts'
import type { Db } from './db/handle.ts'
import { joinDatabase } from './db/open.ts'
import { readerOf, type Reader } from './env.ts'
import { readAdmission } from './identity/admission.ts'
import { readSecret } from './identity/config.ts'
import { findSecret } from './secret.ts'
import { StartProblem } from './errors.ts'

const usage = `npm run admin -- COMMAND WHO --reason TEXT

  find WHO           what is known of an account
  data WHO           everything that is kept of the person, as JSON
  rename WHO NAME    gives it another name
  lock WHO           signs it out everywhere and lets nobody in
  unlock WHO         lets its owner in again
  sign-out WHO       ends all its sessions
  unrank WHO         leaves it out of rankings
  rank WHO           ranks it again
  delete WHO         deletes it for good; --yes does not ask first

WHO is a public id, a name or an email. find needs no reason. Set the variables that the server has.`

const closing = new AsyncDisposableStack()

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  complain(error instanceof StartProblem ? error.message : inspect(error))
  process.exitCode = 1
} finally {
  await closing.disposeAsync()
}

async function run(args: readonly string[]): Promise<number> {
  const asked = wishOf(args)
  if (asked === null) {
    print(usage)
    return args.length === 0 ? 0 : 2
  }
  const { isSure, ...wish } = asked
  if (wish.action === 'delete' && !isSure && !(await confirm(wish.who))) {
    throw new StartProblem('Nothing was deleted. Use --yes where nobody can be asked.')
  }
  const read = readerOf(process.env)
  const config = readDatabaseConfig(read)
  if (config.databaseUrl === null && !existsSync(config.dataDir)) {
    throw new StartProblem(`There is no data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  const keyFor = await keyOf(read, config.dataDir)
  const db = await joinDatabase({ config, say: complain, closing })
  const at = await readTime(db)
  print(
    await perform(
      { db, keyFor, verifyEmail: readAdmission(read).verifyEmail, now: () => at },
      wish,
    ),
  )
  return 0
}

interface Asked extends Wish {
  readonly isSure: boolean
}

/** Null where it is none. */
function wishOf(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' }, yes: { type: 'boolean' } },
    })
    const [action = '', who = '', name = null, ...rest] = positionals
    const reason = values.reason?.trim() ?? ''
    if (!isAction(action) || who === '' || rest.length > 0) return null
    if ((action === 'rename') !== (name !== null)) return null
    if (reason === '' && action !== 'find') return null
    return { action, who, name, reason, isSure: values.yes === true }
  } catch {
    return null
  }
}

async function confirm(who: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`Delete the account of ${who} for good? Type yes: `)
  asking.close()
  return answer.trim() === 'yes'
}

/** With another key than the server's, whoever was deleted could begin anew. */
async function keyOf(read: Reader, dataDir: string) {
  const keyFor = await findSecret({ chosen: readSecret(read, false), dataDir })
  if (keyFor !== null) return keyFor
  throw new StartProblem(
    `There is no secret in ${dataDir}. Set IDENTITY_SECRET or DATA_DIR as the server has it.`,
  )
}

/** The database's, as everywhere; and whether it is new enough. */
async function readTime(db: Db): Promise<number> {
  const [row] = await db.query<{ at: number; isReady: boolean }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as at,
       to_regclass('admin_action') is not null as "isReady"`,
  )
  if (row?.isReady === true) return row.at
  throw new StartProblem('This database is of an older Tengrand. Start this version once.')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
