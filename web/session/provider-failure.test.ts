// A configuration that is none: every sign-in method is offered then, and the console says why.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { closeBrowser, embedded, openBrowser } from '../testing/provider.ts'
import { openIdentity } from './open.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(closeBrowser)

test('a configuration that cannot be parsed is logged to the console', async () => {
  const provider = openBrowser()
  provider.config = { kind: 'guesswork' }
  const identity = openIdentity()
  await vi.waitFor(() => expect(identity.getProvider()).toEqual(embedded))
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(
    'It is not known who signs people in',
    expect.objectContaining({ cause: expect.objectContaining({ code: 'misunderstood' }) }),
  )
})
