// What the documentation says of a call stays out of the pages.
// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { withoutSummaries } from './no-summaries.ts'

const contract = join(import.meta.dirname, '../../contract')

test('the build leaves no summary of the contract in, and everything else', () => {
  const files = readdirSync(contract).filter((name) => name.endsWith('.ts'))
  const calls = files.map((name) => readFileSync(join(contract, name), 'utf8')).join('\n')
  const left = withoutSummaries(calls)
  expect(calls.match(/ summary:/g)?.length).toBeGreaterThan(20)
  expect(left).not.toMatch(/ summary:\s+['"`]/)
  expect(left.match(/ path: '/g)).toEqual(calls.match(/ path: '/g))
  expect(left.match(/ access: '/g)).toEqual(calls.match(/ access: '/g))
})

test('the build fails where a summary is written in another syntax', () => {
  expect(() => withoutSummaries('summary: `Of ${many} words.`,\n')).toThrow('a way of its own')
})
