// How a command runs beside the server: one sentence where something is wrong, and an end on signals.
import { constants } from 'node:os'
import { inspect } from 'node:util'

import { StartProblem } from './errors.ts'

/** What hangs is left behind then; the guard of an embedded database that was started for this stops it. */
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // As a shell counts those that a signal has ended. Whoever asks twice does not want to wait.
    const code = 128 + constants.signals[signal]
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(code)
      stopping.abort(code)
      setTimeout(() => {
        complain(stopped)
        process.exit(code)
      }, stopWithinMs).unref()
    })
  }
  try {
    process.exitCode = await work({ closing, signal: stopping.signal })
  } catch (error) {
    writeProgress('')
    const { aborted, reason } = stopping.signal
    if (aborted) complain(stopped)
    else complain(error instanceof StartProblem ? error.message : inspect(error))
    process.exitCode = aborted ? Number(reason) : 1
  } finally {
    await closing.disposeAsync()
  }
}

/** The one argument, or a sentence and an exit code of its own. */
export function onlyFile(args: readonly string[], command: string): string {
  const [file, ...rest] = args
  if (file !== undefined && file !== '' && !file.startsWith('-') && rest.length === 0) return file
  complain(`This takes the name of one file: npm run ${command} -- FILE.`)
  process.exit(2)
}

/** On a terminal only, in one line that is written over. */
export function writeProgress(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`)
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
