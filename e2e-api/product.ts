// Helpers of the specs: start a product, save its API description as a file, and run other programs.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { makeDataFolder, startServer } from '../e2e/server.ts'
import { closeWithTest } from '../server/testing/end-with-test.ts'

export const here = import.meta.dirname
const { PATH, HOME } = process.env

/** The address of a server with an empty database. */
export async function startProduct(): Promise<string> {
  const closing = closeWithTest()
  const address = await startServer({ DATA_DIR: await makeDataFolder(closing) }, closing)
  return address.replace('localhost', '127.0.0.1')
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
