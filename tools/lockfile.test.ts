// Checks that the lockfile stays small and has the packages of every platform, because npm silently drops missing
// optional ones.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Record<string, string>
}

const lockfile = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(lockfile) as { packages: Record<string, Locked> }

test('every optional dependency that a locked package names is locked itself', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(name, path))
      .map((name) => `${path || 'the root'} wants ${name}`),
  )
  expect(missing).toEqual([])
})

test('no address of a registry is recorded', () => {
  const addresses = Object.values(packages).flatMap(({ resolved = '' }) =>
    resolved.includes('://') ? [resolved] : [],
  )
  expect(addresses).toEqual([])
})

test('the packages that everybody installs are at most 450', () => {
  const installed = Object.keys(packages).filter((path) => path.includes('node_modules/'))
  expect(installed.length).toBeLessThanOrEqual(450)
})

test('every version that a package.json asks for is exact', () => {
  const folders = Object.entries(packages).filter(([path]) => !path.includes('node_modules'))
  const loose = folders.flatMap(([path]) =>
    looseVersions(new URL(`../${path}/package.json`, import.meta.url)),
  )
  expect(folders.length).toBeGreaterThan(5)
  expect(loose).toEqual([])
})

/** Whether npm finds a package: it looks next to the dependent package first, then in the folders above. */
function isLocked(name: string, path: string): boolean {
  const folders = path
    .split('/node_modules/')
    .map((_, index, all) => all.slice(0, all.length - index).join('/node_modules/'))
  return [...folders, ''].some(
    (folder) => `${folder ? `${folder}/` : ''}node_modules/${name}` in packages,
  )
}

function looseVersions(file: URL): string[] {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
  return ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} ${version}`)
}
