// Checks that `npm run test:long` runs every test that has a full size.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Vitest runs the files whose paths contain one of these. */
const named = [...read('tools/test-long.mjs').matchAll(/^ {2}'(server\/\S+)',$/gm)].map(
  ([, name = '']) => name,
)
const scalable = globSync('server/**/*.test.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /testing\/(effort|rounds)\.ts'/.test(read(file)))

test('every test that can be longer is in the list of the long tests', () => {
  expect(scalable.length).toBeGreaterThan(20)
  expect(scalable.filter((file) => !named.some((name) => file.includes(name)))).toEqual([])
})

test('every name in the list of the long tests is that of a test', () => {
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !scalable.some((file) => file.includes(name)))).toEqual([])
})
