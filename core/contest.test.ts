// The starting cash is written in one file, and nowhere in the web app again.
/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { openStartingCash, openStartingWords } from './contest.ts'
import { formatMoney } from './money.ts'

const web = join(import.meta.dirname, '../web')

test('the starting cash in prose is the one that portfolios begin with', () => {
  expect(`${openStartingWords}.00`).toBe(formatMoney(openStartingCash))
  // index.html is the only file that cannot import the constant.
  expect(readFileSync(join(web, 'index.html'), 'utf8')).toContain(`with ${openStartingWords} in`)
})

test('no file of the web app writes the starting cash itself', () => {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: web,
    exclude: (name) => /node_modules|dist|testing|\.test\./.test(name),
  })
  expect(files.length).toBeGreaterThan(100)
  const own = /10,000(?!,)|\b10_000_00\b|\b1_000_000\b/
  expect(files.filter((file) => own.test(readFileSync(join(web, file), 'utf8')))).toEqual([])
})
