// The example in TypeScript on the page for developers, run as it stands there against a real server.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { tempFolder } from '../testing/temp-folder.ts'
import { createWorld } from '../testing/world.ts'

test('the example in TypeScript of docs/api.md signs up, buys, is refused, and reads the stream', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? []
  const script = join(await tempFolder(), 'example.mts')
  await writeFile(script, example)
  const { app } = await createWorld()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { TENGRAND_URL: address },
  })
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^Bought 3 shares of AAPL at \$.* Cash: \d+\.?\d*$/),
    'Refused: insufficient_cash',
    'Quotes: 16',
  ])
})
