// `npm run admin`: what operators do to single accounts and leagues, also while the server runs.
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

import { isAction, perform, type Action, type AdminRequest } from './admin/actions.ts'
import { isLeagueAction, performOnLeague, type LeagueAction } from './admin/league-actions.ts'
import {
  joinConfiguredDatabase,
  print,
  readUsedDatabase,
  runCommand,
  type CommandDeps,
} from './command.ts'
import { readDatabaseTime } from './clock.ts'
import type { Db } from './db/handle.ts'
import { hasTable } from './db/migrate.ts'
import { readerOf, type Reader } from './env.ts'
import { readAdmission } from './identity/admission.ts'
import { readSecret } from './identity/config.ts'
import { readMarketConfig } from './market/config.ts'
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

  find-league LEAGUE         what is known of a league
  rename-league LEAGUE NAME  gives it another name
  end-league LEAGUE          ends it now; at a provider's prices with the session
  give-league LEAGUE WHO     makes another member its owner

WHO is a public id, a name or an email. LEAGUE is an id, a code, a part of the name, or WHO owns it.
find and find-league need no reason. Set the variables that the server has.`

const named = new Set<Request['action']>(['rename', 'rename-league', 'give-league'])
const withoutReason = new Set<Request['action']>(['find', 'find-league'])

await runCommand(run)

async function run({ closing, signal }: CommandDeps): Promise<number> {
  const args = process.argv.slice(2)
  const asked = parseRequest(args)
  if (asked === null) {
    print(usage)
    return args.length === 0 ? 0 : 2
  }
  const { isConfirmed, ...request } = asked
  if (request.action === 'delete' && !isConfirmed && !(await confirm(request.who, signal))) {
    throw new StartProblem('Nothing was deleted. Use --yes where nobody can be asked.')
  }
  const read = readerOf(process.env)
  const config = readUsedDatabase()
  // The key is read first, because the next step creates a database in a folder without one.
  const keyFor = await keyOf(read, config.dataDir)
  const { db } = await joinConfiguredDatabase(closing, config)
  const { verifyEmail } = readAdmission(read)
  const now = await openTime(db)
  // A signal must stop the command before the action; the action itself is one transaction.
  signal.throwIfAborted()
  const { action } = request
  const endsWithSession = () => readMarketConfig(read, false).source !== 'simulated'
  const deps = { db, keyFor, verifyEmail, now, endsWithSession }
  print(
    isAction(action)
      ? await perform(deps, { ...request, action })
      : await performOnLeague(deps, { ...request, action }),
  )
  return 0
}

interface Request extends AdminRequest<Action | LeagueAction> {
  readonly isConfirmed: boolean
}

/** Null where the arguments are no valid command. */
function parseRequest(args: readonly string[]): Request | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' }, yes: { type: 'boolean' } },
    })
    const [action = '', who = '', name = null, ...rest] = positionals
    const reason = values.reason?.trim() ?? ''
    if (!isAction(action) && !isLeagueAction(action)) return null
    if (who.trim() === '' || rest.length > 0) return null
    if (named.has(action) !== (name !== null)) return null
    if (reason === '' && !withoutReason.has(action)) return null
    return { action, who, name, reason, isConfirmed: values.yes === true }
  } catch {
    return null
  }
}

async function confirm(who: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const question = `Delete the account of ${who} for good? Type yes: `
  const answer = await asking.question(question, { signal }).finally(() => asking.close())
  return answer.trim() === 'yes'
}

/** Must be the server's key: with another one, the hash of a deleted person would not be found again. */
async function keyOf(read: Reader, dataDir: string) {
  const keyFor = await findSecret({ chosen: readSecret(read, false), dataDir })
  if (keyFor !== null) return keyFor
  throw new StartProblem(
    `There is no secret in ${dataDir}. Set IDENTITY_SECRET or DATA_DIR as the server has it.`,
  )
}

/** The time of the database's clock from here on. Refuses a database without the newest tables. */
async function openTime(db: Db): Promise<() => number> {
  if (!(await hasTable(db, 'membership')))
    throw new StartProblem('This database is of an older Tengrand. Start this version once.')
  const asked = performance.now()
  const at = await readDatabaseTime(db)
  return () => at + performance.now() - asked
}
