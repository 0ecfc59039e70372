// What the documentation says of a call stays out of the pages.
// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { withoutServersPart, withoutSummaries } from './no-summaries.ts'

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
  expect(() => withoutSummaries("summary: 'Of ' + many,\n")).toThrow('a way of its own')
})

test('the build leaves out no schema of the contract that something uses', () => {
  const files = readdirSync(contract).filter((name) => name.endsWith('.ts'))
  const missed = files.flatMap((file) => {
    const code = withoutSummaries(readFileSync(join(contract, file), 'utf8'))
    const left = withoutServersPart(code)
    const names = [...code.matchAll(/^const (\w+) = /gm)].map(([, name = '']) => name)
    const gone = names.filter((name) => !left.includes(`const ${name} = `))
    return gone.filter((name) => new RegExp(`[^/\\w]${name}\\b`).test(left))
  })
  expect(missed).toEqual([])
})

test('the build leaves out what only the server does with a call, and keeps every answer', () => {
  const calls = readFileSync(join(contract, 'portfolio.ts'), 'utf8')
  const left = withoutServersPart(withoutSummaries(calls))
  expect(calls).toMatch(/^ {4}query: z\.object\(\{\n/m)
  expect(left).not.toMatch(/\b(params|query|body|budget|faults):/)
  expect(left).not.toMatch(/const (order|ofPortfolio|portfolioId) =/)
  expect(left).toMatch(/const transaction =/)
  const kept = /^ {4}(method|path|access|answers?):/gm
  expect(left.match(kept)).toEqual(calls.match(kept))
})
