// Runs writing-app.ts as a child process that tests can kill, and inspects the processes of PostgreSQL.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import type { ConnectionParts } from '../db/handle.ts'
import { until } from '../db/embedded-postgres/until.ts'
import { errorCode } from '../errors.ts'
import { compiled } from './script.ts'

export const run = promisify(execFile)

export interface AppProcess {
  readonly pid: number
  readonly lines: readonly string[]
  /** The rest of the first line that begins with these words; rejects if the app ends before. */
  told(words: string): Promise<string>
  connection(): Promise<ConnectionParts>
  problem(): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Signals the whole process group of the app, like Ctrl-C. */
  killGroup(signal: NodeJS.Signals): void
  readonly ended: Promise<void>
}

export interface AppOptions {
  readonly task?: 'idle' | 'write' | 'tool'
  /** A copy of the checkout to run from. */
  readonly checkout?: { readonly node: string; readonly folder: string }
  readonly user?: { readonly uid: number; readonly gid: number }
  /** Shell words before the command, for example a limit. */
  readonly before?: string
}

export function startApp(dataDir: string, options: AppOptions = {}): AppProcess {
  const node = options.checkout?.node ?? process.execPath
  const script = options.checkout
    ? join(options.checkout.folder, 'server/testing/writing-app.ts')
    : join(import.meta.dirname, 'writing-app.ts')
  const shell = `${options.before ?? ':'} && exec "$0" "$@"`
  const child = spawn('/bin/sh', ['-c', shell, node, script, dataDir, options.task ?? 'idle'], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...compiled },
    ...options.user,
  })
  return listenTo(child)
}

function listenTo(child: ChildProcess): AppProcess {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const output: string[] = ['']
  let hasEnded = false
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...rest] = text.split('\n')
    output.push(`${output.pop() ?? ''}${first}`, ...rest)
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.on('close', () => {
    hasEnded = true
    end()
  })
  const told = async (words: string) => {
    const find = () => output.slice(0, -1).find((line) => `${line} `.startsWith(`${words} `))
    const line = await until(async () => find() ?? (hasEnded ? '' : undefined), 50_000, 5)
    if (!line) throw new Error(`The app said no "${words}":\n${output.join('\n')}\n${errors}`)
    return line.slice(words.length + 1)
  }
  return {
    pid: child.pid ?? 0,
    lines: output,
    told,
    connection: async () => JSON.parse(await told('ready')) as ConnectionParts,
    problem: async () => JSON.parse(await told('problem')) as string,
    kill: (signal) => void child.kill(signal),
    killGroup: (signal) => void process.kill(-(child.pid ?? 0), signal),
    ended,
  }
}

/** Runs a query on a new connection; returns the first row. */
export async function ask<Row>(connection: ConnectionParts, sql: string): Promise<Row | undefined> {
  const client = new pg.Client(connection)
  // A server crash rejects the query instead of ending the test process.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows[0] as Row | undefined
}

/** The pids of the server on this folder and of its child processes. */
export async function serverProcesses(pgdata: string): Promise<number[]> {
  const all = await commands()
  const server = all.find(({ line }) => line.includes(`/postgres -D ${pgdata} -c `))
  return all.flatMap(({ pid, parent }) =>
    server !== undefined && (pid === server.pid || parent === server.pid) ? [pid] : [],
  )
}

export async function postmasterPid(pgdata: string): Promise<number> {
  return Number.parseInt(await readFile(join(pgdata, 'postmaster.pid'), 'utf8'), 10)
}

/** The pids of all processes with these words in their command line. */
export async function processesWith(words: string): Promise<number[]> {
  return (await commands()).flatMap(({ pid, line }) => (line.includes(words) ? [pid] : []))
}

/** Kills the processes in this order. Ended processes are ignored, because some of PostgreSQL's are short-lived. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
  }
}

/** The pid of the guard: the shell that stops the server when the app dies. */
export async function guardOf(postmaster: number): Promise<number> {
  const words = ['kill -INT', ` ${postmaster} `]
  const found = (await commands()).find(({ line }) => words.every((word) => line.includes(word)))
  if (found === undefined) throw new Error(`Nothing guards process ${postmaster}.`)
  return found.pid
}

/** All processes of all users. In a container even root may not read more about another user's processes. */
async function commands(): Promise<{ pid: number; parent: number; line: string }[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axww', '-o', 'pid=,ppid=,command='])
    return stdout.split('\n').map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, line }
    })
  }
  // Synchronous reads, because /proc is in memory and its hundreds of files are read often.
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    const line = readProcess(pid, 'cmdline')
    // Kernel threads have no command line.
    if (line === '') return []
    const parent = Number(/.*\) \S (\d+)/s.exec(readProcess(pid, 'stat'))?.[1] ?? 0)
    return [{ pid: Number(pid), parent, line: line.replaceAll('\0', ' ') }]
  })
}

/** Returns '' if the process has ended. */
function readProcess(pid: string, name: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}
