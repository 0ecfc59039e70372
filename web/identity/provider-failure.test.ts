// A configuration that is none: every way in is offered then, and the console hears why.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { closeBrowser, embedded, openBrowser } from '../testing/provider.ts'
import { openIdentity } from './open.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(closeBrowser)

test('a configuration that nobody understands is told to the console', async () => {
  const provider = openBrowser()
  provider.config = { kind: 'guesswork' }
  const identity = openIdentity()
  await vi.waitFor(() => expect(identity.getProvider()).toEqual(embedded))
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(
    'It is not known who signs people in',
    expect.objectContaining({ cause: expect.objectContaining({ code: 'misunderstood' }) }),
  )
})
