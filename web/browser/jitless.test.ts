// Tests that the installed version of zod reads the setting that jitless.ts writes.
// @vitest-environment node
import { expect, test } from 'vitest'

import './jitless.ts'

test('zod makes no code at run time', async () => {
  const { config } = await import('zod/mini')
  expect(config().jitless).toBe(true)
})
