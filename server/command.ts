// Runs the commands other than the server (backup, restore, audit, admin, waitlist): database, signals and output.
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { inspect } from 'node:util'

import { readDatabaseConfig } from './config.ts'
import { joinDatabase } from './db/open.ts'
import { readerOf } from './env.ts'
import { errorCode, StartProblem } from './errors.ts'

/** A terminal signals all processes and npm forwards it: the same signal within this time counts once. */
const sameSignalMs = 1_000
/** After this time the process exits; its guard stops an embedded database that was started for the command. */
const stopWithinMs = 5_000
const stopped = 'Stopped before the end.'

export interface CommandDeps {
  readonly closing: AsyncDisposableStack
  readonly signal: AbortSignal
}

/** The work returns the exit code. */
export async function runCommand(work: (deps: CommandDeps) => Promise<number>): Promise<void> {
  const closing = new AsyncDisposableStack()
  const stopping = new AbortController()
  let first = { signal: '', at: 0 }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The exit code that shells use for a signal. A second signal exits at once.
    const code = 128 + constants.signals[signal]
    process.on(signal, () => {
      if (signal === first.signal && performance.now() - first.at < sameSignalMs) return
      if (stopping.signal.aborted) process.exit(code)
      first = { signal, at: performance.now() }
      stopping.abort(code)
      setTimeout(() => {
        printError(stopped)
        process.exit(code)
      }, stopWithinMs).unref()
    })
  }
  try {
    process.exitCode = await work({ closing, signal: stopping.signal })
  } catch (error) {
    writeProgress('')
    const { aborted, reason } = stopping.signal
    printError(aborted ? stopped : reasonOf(error))
    process.exitCode = aborted ? Number(reason) : 1
  } finally {
    await closing.disposeAsync()
  }
}

/** The settings of the database; refuses a data folder that does not exist. */
export function readUsedDatabase() {
  const config = readDatabaseConfig(readerOf(process.env))
  if (config.databaseUrl !== null || existsSync(config.dataDir)) return config
  throw new StartProblem(`There is no data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
}

/** Connects to the configured database, with or without a running server. */
export async function joinConfiguredDatabase(
  closing: AsyncDisposableStack,
  config = readUsedDatabase(),
) {
  return { config, db: await joinDatabase({ config, say: printError, closing }) }
}

/** The path of the only argument, relative to the folder in which npm was called; without one, exits with code 2. */
export function readFileArgument(command: string): string {
  const [file, ...rest] = process.argv.slice(2)
  if (file !== undefined && file !== '' && !file.startsWith('-') && rest.length === 0) {
    return resolve(process.env['INIT_CWD'] ?? '', file)
  }
  printError(`This takes the name of one file: npm run ${command} -- FILE.`)
  process.exit(2)
}

/** Overwrites one line of the terminal; writes nothing where stderr is no terminal. */
export function writeProgress(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`)
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The sentence of a problem that the operator can fix, or all details of an unexpected error. */
export function reasonOf(error: unknown): string {
  if (error instanceof StartProblem) return error.message
  const { cause } = error instanceof Error ? error : { cause: undefined }
  return errorCode(cause) === '25006'
    ? 'This database only reads: it is a replica.'
    : inspect(error)
}
