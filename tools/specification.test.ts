// Checks that every test named in the table of docs/specification.md exists.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

const page = read('docs/specification.md')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.endsWith('| held by |'))
  .map((line) => line.split(' | '))
const named = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: `([^`]+)`/g)].map(
  ([, file = '', name = '']) => ({ file, name }),
)

test('the sections that a user or a client can see all have rows', () => {
  const sections = page.split(/^## /m).slice(1)
  const counts = Object.fromEntries(
    sections.map((section) => [section[0], section.match(/^\| (?!.*\| held by \|$)/gm)?.length]),
  )
  expect(counts).toMatchObject({
    2: expect.any(Number),
    4: expect.any(Number),
    5: expect.any(Number),
    7: expect.any(Number),
    8: expect.any(Number),
    9: expect.any(Number),
  })
  expect(rows.length).toBeGreaterThan(150)
})

test('every row names a test, and nothing but tests', () => {
  const holder = /^`[\w./-]+\.(?:test|spec)\.tsx?`: `[^`]+`$/
  const loose = rows.filter(
    ([, held = '', ...more]) =>
      more.length > 0 ||
      !held
        .replace(/ \|$/, '')
        .split('<br>')
        .every((one) => holder.test(one)),
  )
  expect(loose).toEqual([])
})

test('every test that is named is there', () => {
  const files = new Set(named.map(({ file }) => file))
  const names = new Map(
    [...files].map((file) => [file, existsSync(root + file) ? namesIn(file) : []]),
  )
  const missing = named.filter(
    ({ file, name }) => !names.get(file)?.some((found) => found.includes(name)),
  )
  expect(named.length).toBeGreaterThanOrEqual(rows.length)
  expect(missing).toEqual([])
})

/** A test name is a string followed by a function, with optional test settings in between. */
const nameOfTest =
  /(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:\{[^}]*\},\s*|\w+,\s*)?(?:async )?(?:\(|function)/g

const namesIn = (file: string): string[] =>
  [...read(file).matchAll(nameOfTest)].map(([, , name = '']) => name)
