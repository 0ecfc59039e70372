// Tests the Google sign-in in a popup window: the window, its report, and every outcome.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'

import {
  openBrowserForEach,
  openCookieSession,
  provider,
  type Identity,
} from '../testing/adapters.ts'
import { ann, isDown, refuses, postMessageTo, uidOf } from '../testing/provider.ts'
import { askGoogle } from './google-popup.ts'

let popup: { closed: boolean; close: () => void; location: { replace: (url: string) => void } }
let opened: MockInstance<typeof window.open>

openBrowserForEach()
beforeEach(() => {
  vi.useFakeTimers()
  popup = {
    closed: false,
    close: vi.fn<() => void>(() => {
      popup.closed = true
    }),
    location: { replace: vi.fn<(url: string) => void>() },
  }
  opened = vi.spyOn(window, 'open').mockImplementation(() => popup as Window)
})

/** Starts a sign-in, and waits until the window navigates to Google. */
async function begin() {
  const identity = openCookieSession()
  const result = identity.signInWithGoogle(askGoogle).then(
    () => 'in',
    (error: { code: string }) => error.code,
  )
  await vi.waitFor(() => expect(popup.location.replace).toHaveBeenCalled())
  return { identity, result, nonce: nonceSent() }
}
const nonceSent = (): string => String(Object(provider.bodies.at(-1)).nonce)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const deliverMessages = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}
const setImmediate = globalThis.setImmediate

/** Runs the script of our own page in the window, to which Google redirects. */
function land(search: string): void {
  const script = readFileSync(join(import.meta.dirname, '../public/auth/popup.js'), 'utf8')
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The page is plain files, which is how it runs here too.
  const run = new Function('location', 'window', script)
  run({ search }, popup)
}
const report = (message: unknown) => postMessageTo('tengrand-google', message)
const isIn = (identity: Identity) =>
  vi.waitFor(() => expect(identity.getState()).toMatchObject({ uid: uidOf(ann) }))

describe('Google', () => {
  test('is asked in a window that opens within the click, and signs in', async () => {
    const identity = openCookieSession()
    const signing = identity.signInWithGoogle(askGoogle)
    expect(opened).toHaveBeenCalledExactlyOnceWith(
      'about:blank',
      'tengrand-google',
      expect.stringMatching(/^popup,width=480,height=640,/),
    )
    await vi.waitFor(() =>
      expect(popup.location.replace).toHaveBeenCalledWith('https://google.example/ask'),
    )
    expect(provider.bodies).toEqual([{ nonce: expect.stringMatching(/^[\w-]{16,64}$/) }])
    provider.remember(ann)
    land(`?nonce=${nonceSent()}`)
    await signing
    expect(identity.getState()).toMatchObject({ kind: 'signed-in', uid: uidOf(ann) })
    expect(popup.close).toHaveBeenCalled()
  })

  test('that the window cannot be sent to leaves nothing behind', async () => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    popup.location.replace = () => {
      throw new DOMException('no', 'SyntaxError')
    }
    await expect(openCookieSession().signInWithGoogle(askGoogle)).rejects.toThrow('no')
    await pass(10)
    await deliverMessages()
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('has another number each time', async () => {
    const { nonce } = await begin()
    expect((await begin()).nonce).not.toBe(nonce)
  })

  test('says so where the browser blocks the window, and asks nothing', async () => {
    opened.mockReturnValue(null)
    await expect(openCookieSession().signInWithGoogle(askGoogle)).rejects.toMatchObject({
      code: 'popup_blocked',
    })
    expect(provider.asked).toEqual([])
  })

  test.each([
    { reply: refuses({ code: 'google_not_set_up' }), code: 'google_not_set_up' },
    { reply: refuses({ code: 'sign_in_unavailable' }), code: 'sign_in_unavailable' },
    { reply: isDown, code: 'network' },
    { reply: () => Response.json({}), code: 'unknown' },
  ])('closes the window where the server says $code', async ({ reply, code }) => {
    provider.replies['/identity/sign-in/google'] = reply
    const asked = openCookieSession().signInWithGoogle(askGoogle)
    await expect(asked).rejects.toMatchObject({ code })
    expect(popup.close).toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    { error: 'account_exists', code: 'account_exists' },
    { error: 'email_unverified', code: 'email_unverified' },
    { error: 'sign_in_cancelled', code: 'sign_in_cancelled' },
    { error: 'sign_in_unavailable', code: 'sign_in_unavailable' },
    { error: 'sign_up_closed', code: 'sign_up_closed' },
    { error: 'domain_not_allowed', code: 'domain_not_allowed' },
    { error: 'something else', code: 'sign_in_failed' },
    { error: 'constructor', code: 'sign_in_failed' },
    { error: '', code: 'sign_in_failed' },
  ])('that ends in $error says $code', async ({ error, code }) => {
    const { identity, result, nonce } = await begin()
    land(`?nonce=${nonce}&error=${error}`)
    expect(await result).toBe(code)
    expect(popup.close).toHaveBeenCalled()
    expect(identity.getState().kind).toBe('signed-out')
  })

  test('hears nobody who does not know the number', async () => {
    const { identity, result, nonce } = await begin()
    provider.remember(ann)
    for (const message of [{ nonce: 'guess', error: null }, { error: null }, null, 'in']) {
      report(message)
    }
    await deliverMessages()
    expect(identity.getState().kind).toBe('signed-out')
    land(`?nonce=${nonce}`)
    expect(await result).toBe('in')
  })

  test('says so when the window is closed, after a moment for a report on its way', async () => {
    const { result } = await begin()
    popup.closed = true
    await pass(2)
    const ended = vi.fn<() => void>()
    void result.then(ended)
    await deliverMessages()
    expect(ended).not.toHaveBeenCalled()
    await pass(1)
    expect(await result).toBe('popup_closed')
  })

  test('hears a report that comes while the window seems closed', async () => {
    const { result, nonce } = await begin()
    provider.remember(ann)
    popup.closed = true
    await pass(1)
    land(`?nonce=${nonce}`)
    expect(await result).toBe('in')
  })

  test('still signs in when a report comes after the window seemed closed for long', async () => {
    const { identity, result, nonce } = await begin()
    popup.closed = true
    await pass(10)
    expect(await result).toBe('popup_closed')
    provider.remember(ann)
    land(`?nonce=${nonce}`)
    await isIn(identity)
  })

  test('is waited for 5 minutes and no longer', async () => {
    const { identity, result, nonce } = await begin()
    await pass(299)
    expect(popup.close).not.toHaveBeenCalled()
    await pass(1)
    expect(await result).toBe('popup_closed')
    expect(popup.close).toHaveBeenCalled()
    provider.remember(ann)
    report({ nonce, error: null })
    await deliverMessages()
    expect(identity.getState().kind).toBe('signed-out')
  })
})

test('the page at the end closes its window, but not before its message is out', () => {
  land('?nonce=abc')
  expect(popup.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(popup.close).toHaveBeenCalledOnce()
})
