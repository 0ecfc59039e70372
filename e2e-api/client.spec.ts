// A client that openapi-typescript generates: it compiles under strict rules, and calls a running product.
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { here, readDescription, runNode, saveDescription, startProduct } from './product.ts'

const tsc = '../node_modules/typescript/bin/tsc'

async function generate(file: string): Promise<void> {
  const output = join(here, 'dist/schema.ts')
  const generated = await runNode('node_modules/openapi-typescript/bin/cli.js', [
    file,
    '--output',
    output,
  ])
  expect(generated).toMatchObject({ code: 0 })
}

test('a generated client compiles and makes its calls, and one of a wrong description does not compile', async () => {
  const address = await startProduct()
  const description = await readDescription(address)
  await generate(await saveDescription(description))
  expect(await runNode(tsc, ['-p', 'client'])).toEqual({ code: 0, output: '' })
  expect(await runNode('client/calls.ts', [address])).toEqual({ code: 0, output: '12 calls\n' })

  const { Portfolio } = description.components.schemas
  if (Portfolio === undefined) throw new Error('There is no Portfolio.')
  Portfolio.properties['cash_balance'] = { type: ['number', 'string'] }
  await generate(await saveDescription(description))
  const { code, output } = await runNode(tsc, ['-p', 'client'])
  expect(code).not.toBe(0)
  expect(output).toContain('calls.ts')
})
