// Checks the documents: files and variables that they name exist, and lines fit a screen.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const folders = [...new Set(files.map((file) => dirname(file)))]
const pages = files.filter((file) => file.endsWith('.md'))

/** Whether a name fits a path; a page may omit leading folders. */
const isThere = (name: string, among: readonly string[]): boolean =>
  among.some((path) => path === name || path.endsWith(`/${name}`))

const unknownIn = (page: string, pattern: RegExp, isKnown: (name: string) => boolean): string[] =>
  [...read(page).matchAll(pattern)]
    .map(([, name = '']) => name)
    .filter((name) => !isKnown(name))
    .map((name) => `${page} names ${name}`)

describe('what a page names', () => {
  const sourceFile = /`([a-zA-Z][\w.-]*(?:\/[\w.-]+)*\.(?:tsx?|mjs|md|css|sql))`/g

  test('is looked for: there are pages, and they name files', () => {
    expect(pages.length).toBeGreaterThan(10)
    expect(read('ARCHITECTURE.md').match(sourceFile)?.length).toBeGreaterThan(20)
  })

  test('is there, where it is a file of the source', () => {
    // The placeholder name of a future migration.
    const isKnown = (name: string) => name === 'NNNN-what.sql' || isThere(name, files)
    expect(pages.flatMap((page) => unknownIn(page, sourceFile, isKnown))).toEqual([])
    const inPicture = /(?<![\w`/.-])([a-z][\w-]*(?:\/[\w.-]+)*\.tsx?)\b/g
    expect(unknownIn('ARCHITECTURE.md', inPicture, isKnown)).toEqual([])
  })

  test('is there, where it is a folder', () => {
    const folder = /`([a-z][\w.-]*(?:\/[\w.-]+)*)\/`/g
    const isKnown = (name: string) => isThere(name, folders)
    expect(pages.flatMap((page) => unknownIn(page, folder, isKnown))).toEqual([])
  })

  test('is there, where a link leads to it', () => {
    const link = /(?:\]\(|src=")([^)"#:]+)[)"]/g
    const broken = pages.flatMap((page) =>
      unknownIn(page, link, (name) => existsSync(join(root, posix.join(dirname(page), name)))),
    )
    expect(broken).toEqual([])
  })
})

describe('docs/configuration.md', () => {
  const settings = read('docs/configuration.md')
  const rows = settings.split('\n').filter((line) => line.startsWith('| `'))
  const documented = rows.flatMap((row) => {
    const [, names = ''] = row.split(' | ', 1)[0]?.split('| ') ?? []
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
  })

  test('has every variable that is read, and no other', () => {
    const readers = files.filter((file) =>
      /^server\/((\w+\/)?config|identity\/admission|http\/limits)\.ts$/.test(file),
    )
    const variable = /\((?:\s*read,)?\s*'([A-Z][A-Z_]+)'/g
    const named = readers.flatMap((file) =>
      [...read(file).matchAll(variable)].map(([, name = '']) => name),
    )
    // VITE_API_BASE is read by the build of the web app.
    expect(new Set(documented)).toEqual(new Set([...named, 'VITE_API_BASE']))
    expect(documented.length).toBe(new Set(documented).size)
  })
})

describe('a page', () => {
  /** The limit of text lines; tables and code can be wider. */
  const widthMax = 122

  test('has lines of text that end at about 120 characters', () => {
    const long = pages.flatMap((page) =>
      read(page)
        .replaceAll(/^```[\s\S]*?^```/gm, '')
        .split('\n')
        .filter((line) => !line.startsWith('|') && Array.from(line).length > widthMax)
        .map((line) => `${page}: ${line}`),
    )
    expect(long).toEqual([])
  })

  test('that is the map of the project stays one page', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(120)
  })
})

test('a migration works with the version before it, or the operators are told to stop all nodes', () => {
  const folder = 'server/db/migrations/'
  const migrations = files.filter((file) => file.startsWith(folder) && file > `${folder}0025`)
  const told = read('docs/operations.md')
  const unsaid = migrations.filter(
    (file) =>
      !/^-- Works since \d{4}-[\w-]+\.sql\.$/m.test(read(file)) &&
      !told.includes(file.slice(folder.length)),
  )
  expect(migrations).not.toEqual([])
  expect(unsaid).toEqual([])
})
