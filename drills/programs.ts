// Starts the programs of a drill, which end with it: also when it is interrupted, and even when it is killed.
import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartProblem } from '../server/errors.ts'

export interface Program {
  readonly pid: number
  readonly ended: Promise<number | null>
  readonly log: () => Promise<string>
  readonly kill: (signal: NodeJS.Signals) => void
  /** Asks the program to end, and waits for it. */
  readonly stop: () => Promise<void>
}

export interface ProgramOptions {
  readonly args: readonly string[]
  /** The file for both outputs; a second start appends to it. */
  readonly logFile: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  /** The signal at the end of the drill; KILL for what has nothing to keep. */
  readonly endWith?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'
}

const stopWithinMs = 30_000

/** Names what to install where a program or a file is missing. */
export function requirePrograms(programs: Readonly<Record<string, string>>): void {
  const missing = Object.entries(programs).filter(
    ([program]) =>
      spawnSync('sh', ['-c', `command -v ${program} || test -e ${program}`]).status !== 0,
  )
  if (missing.length === 0) return
  const names = missing.map(([program]) => program).join(', ')
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
  throw new StartProblem(
    `This needs ${names}: on Debian, install it as root with apt-get install --no-install-recommends ${packages}.`,
  )
}

export function requireRoot(): void {
  if (process.getuid?.() !== 0) throw new StartProblem('This must run as root.')
}

export interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** A user of the system, as which programs run that refuse root. */
export function userNamed(name: string): User {
  const number = (option: string): number =>
    Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout)
  return { name, uid: number('-u'), gid: number('-g') }
}

/** A folder that other users may enter, deleted at the end where it is not to be kept. */
export async function makeFolder(
  closing: AsyncDisposableStack,
  { keep = false }: { readonly keep?: boolean } = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-drill-'))
  await chmod(folder, 0o755)
  if (!keep) closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export async function startProgram(
  closing: AsyncDisposableStack,
  command: string,
  { args, logFile, env, uid, gid, endWith = 'SIGTERM' }: ProgramOptions,
): Promise<Program> {
  // A drill that was interrupted may still be about to start something.
  if (closing.disposed) throw new Error('The drill is over.')
  const file = await open(logFile, 'a')
  // The kernel kills the program when this process dies, which `kill -9` does not let it do itself.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', command, ...args], {
    stdio: ['ignore', file.fd, file.fd],
    ...(env === undefined ? {} : { env }),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  })
  await file.close()
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (code) => resolve(code)).once('error', reject)
  })
  const stop = async (): Promise<void> => {
    child.kill(endWith)
    // A frozen program receives the signal when it goes on.
    child.kill('SIGCONT')
    const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await ended
    clearTimeout(late)
  }
  closing.defer(stop)
  return {
    pid: child.pid ?? 0,
    ended,
    log: () => readFile(logFile, 'utf8'),
    kill: (signal) => void child.kill(signal),
    stop,
  }
}

interface Patience {
  readonly seconds?: number
  readonly everyMs?: number
  /** Ends the waiting with an error. */
  readonly signal?: AbortSignal
}

/** Calls until the answer is neither undefined nor false. Throws with this name after the time. */
export async function waitFor<T>(
  name: string,
  ask: () => Promise<T | undefined | false>,
  { seconds = 60, everyMs = 100, signal }: Patience = {},
): Promise<T> {
  const until = performance.now() + seconds * 1_000
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > until) throw new Error(`${name}: not within ${seconds} s.`)
    await sleep(everyMs, undefined, { ...(signal && { signal }) })
  }
}
