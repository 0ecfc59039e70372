// zod must find its setting where jitless.ts laid it out, whatever version it is.
// @vitest-environment node
import { expect, test } from 'vitest'

import './jitless.ts'

test('zod makes no code at run time', async () => {
  const { config } = await import('zod/mini')
  expect(config().jitless).toBe(true)
})
