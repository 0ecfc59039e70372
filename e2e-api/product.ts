// Helpers of the specs: start a product, save its API description as a file, and run other programs.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

export const here = import.meta.dirname
const root = join(here, '..')
const { PATH, HOME } = process.env

/** Ends the process with the test and waits for its exit, because its data folder is deleted afterwards. */
export function endWithTest(child: ChildProcess): void {
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
}

/** The address of a server with an empty database. */
export async function startProduct(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-api-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    // Only these variables are passed on, so that a developer's own settings do not affect the test.
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    // The server ends when the IPC channel closes, even if the test is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  endWithTest(child)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  const line = /^Tengrand is ready at (\S+)$/m
  await expect.poll(() => output).toMatch(line)
  return (line.exec(output)?.[1] ?? '').replace('localhost', '127.0.0.1')
}

/** The parts of the description that the specs change. */
export interface Description {
  info: { license?: object }
  components: { schemas: Record<string, { properties: Record<string, object> }> }
}

export async function readDescription(address: string): Promise<Description> {
  return (await (await fetch(`${address}/api/openapi.json`)).json()) as Description
}

/** Writes the description to a file for the tools; returns its path. */
export async function saveDescription(description: Description): Promise<string> {
  const file = join(here, 'dist/openapi.json')
  await mkdir(join(here, 'dist'), { recursive: true })
  await writeFile(file, JSON.stringify(description, null, 2))
  return file
}

export interface Run {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end; the output includes stdout and stderr. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: here, env: { PATH, HOME, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code) || 1, output: `${out}${err}` }),
    )
  })
}

/** Runs a script of a package with this version of Node. */
export const runNode = (script: string, args: readonly string[], env?: Record<string, string>) =>
  run(process.execPath, [join(here, script), ...args], env)
