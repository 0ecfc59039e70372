// The prices equal the stored file byte for byte, in any order and from any process.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../../testing/effort.ts'
import { goldenLine, goldenMarkets, goldenRows } from './testing/golden.ts'

const golden = readFileSync(new URL('simulated.golden.csv', import.meta.url), 'utf8')
const lines = golden.trimEnd().split('\n')

test('another process prints the stored file', () => {
  const program = fileURLToPath(new URL('testing/golden.ts', import.meta.url))
  expect(execFileSync(process.execPath, [program], { encoding: 'utf8' })).toBe(golden)
  expect(lines.length).toBeGreaterThanOrEqual(1000)
})

test('the order of the questions does not matter', () => {
  const rows = goldenRows().map((row, index) => ({ row, line: lines[index] }))
  const shuffled = fc.shuffledSubarray(rows, { minLength: rows.length })
  fc.assert(
    fc.property(shuffled, (asked) => {
      const markets = goldenMarkets()
      expect(asked.map(({ row }) => goldenLine(markets, row))).toEqual(
        asked.map(({ line }) => line),
      )
    }),
    { numRuns: isLong ? 2 : 1 },
  )
})
