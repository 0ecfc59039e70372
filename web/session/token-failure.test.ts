// A token that cannot be had: there is none then, and only the console hears of it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openCookieSession } from '../testing/adapters.ts'
import { closeBrowser, isDown, openBrowser } from '../testing/provider.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(closeBrowser)

test('a token that cannot be had is logged to the console, and none is given', async () => {
  const provider = openBrowser()
  provider.remember('ann@example.com')
  const identity = openCookieSession()
  await vi.waitFor(() => expect(identity.getState().kind).toBe('signed-in'))
  provider.replies['/identity/token'] = isDown
  expect(await identity.getToken({ forceRefresh: true })).toBeUndefined()
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('There is no fresh token', expect.any(Error))
  expect(identity.getState().kind).toBe('signed-in')
})
