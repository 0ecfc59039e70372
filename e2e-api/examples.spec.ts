// The examples of docs/api.md: Python runs against a product, TypeScript compiles under strict rules.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { here, run, runNode, startProduct } from './product.ts'

/** Writes the first code block of a language to a file; returns its path. */
async function extract(language: string, name: string): Promise<string> {
  const page = await readFile(join(here, '../docs/api.md'), 'utf8')
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1]
  if (block === undefined) throw new Error(`docs/api.md has no example in ${language}.`)
  const file = join(here, 'dist/examples', name)
  await mkdir(join(here, 'dist/examples'), { recursive: true })
  await writeFile(file, block)
  return file
}

test('the example in Python signs up, buys, is refused, and reads the stream', async () => {
  const TENGRAND_URL = await startProduct()
  const { code, output } = await run('python3', [await extract('python', 'example.py')], {
    TENGRAND_URL,
  })
  expect({ code, lines: output.trim().split('\n') }).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^Bought 3 shares of AAPL at \$.* Cash: \d+\.?\d*$/),
      'Refused: insufficient_cash',
      'Quotes: 16',
    ],
  })
})

test('the example in TypeScript compiles under strict rules', async () => {
  const file = await extract('ts', 'example.ts')
  const rules = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes']
  const modules = ['--module', 'nodenext', '--target', 'es2024', '--noEmit', '--ignoreConfig']
  const lib = ['--lib', 'es2024,dom,dom.iterable,dom.asynciterable', '--types', 'node']
  expect(
    await runNode('../node_modules/typescript/bin/tsc', [...rules, ...modules, ...lib, file]),
  ).toEqual({ code: 0, output: '' })
})
