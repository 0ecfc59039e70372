// Tests the sign-in at another identity issuer: the redirects there and back, and the sign-out.
import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  annIn,
  bobIn,
  expectState,
  openBrowserForEach,
  openCookieSession,
  openTab,
  provider,
  tokenCalls,
} from '../testing/adapters.ts'
import { ann, bob, comeBack, isDown, refuses, watchDepartures } from '../testing/provider.ts'

let departures: string[]

openBrowserForEach()
beforeEach(() => {
  departures = watchDepartures()
})

describe('signing in at another issuer', () => {
  test('leaves the page for where the server says', async () => {
    const identity = openCookieSession()
    await identity.signInAtIssuer(false)
    expect(departures).toEqual(['https://issuer.example/ask'])
    expect(provider.asked).toEqual(['POST /identity/sign-in/oidc'])
    expect(identity.getState()).toEqual({ kind: 'signed-out' })
  })

  test('has it ask anew who somebody is after a sign-out, and not any more when they are back', async () => {
    const identity = await openTab(ann)
    await identity.signOut()
    provider.bodies.length = 0
    await openCookieSession().signInAtIssuer(false)
    await openTab(bob)
    await openCookieSession().signInAtIssuer(false)
    expect(provider.bodies).toEqual([{ askAgain: true }, { askAgain: false }])
  })

  test.each([
    { reply: refuses({ code: 'sign_in_unavailable' }), code: 'sign_in_unavailable' },
    { reply: isDown, code: 'network' },
    { reply: () => Response.json({}), code: 'unknown' },
  ])('stays where the server says $code', async ({ reply, code }) => {
    provider.replies['/identity/sign-in/oidc'] = reply
    await expect(openCookieSession().signInAtIssuer(false)).rejects.toMatchObject({ code })
    expect(departures).toEqual([])
  })

  test('tells the server of a sign-out first that would end the new session', async () => {
    vi.useFakeTimers()
    localStorage.setItem('tengrand-leaving', '1')
    provider.remember(ann)
    provider.replies['/identity/sign-out'] = isDown
    const identity = openCookieSession()
    await expect(identity.signInAtIssuer(false)).rejects.toMatchObject({ code: 'network' })
    delete provider.replies['/identity/sign-out']
    await identity.signInAtIssuer(false)
    expect(provider.asked.at(-2)).toBe('POST /identity/sign-out')
    expect(departures).toHaveLength(1)
    provider.remember(bob)
    const next = openCookieSession()
    await expectState(next, bobIn)
  })

  test('is known in every tab when the issuer has sent somebody back', async () => {
    const there = openCookieSession()
    await openCookieSession().signInAtIssuer(false)
    provider.remember(ann)
    const here = openCookieSession()
    await expectState(here, annIn)
    await expectState(there, annIn)
    const asked = tokenCalls()
    await expectState(await openTab(ann), annIn)
    expect(tokenCalls()).toBe(asked + 1)
  })
})

describe('signing out of another issuer', () => {
  const url = 'https://issuer.example/end'

  beforeEach(() => {
    provider.signOutUrl = url
  })

  test('follows where the person asked for it, when every tab is signed out', async () => {
    const [here, there] = [await openTab(ann), await openTab(ann)]
    const answered = Promise.withResolvers<Response>()
    provider.replies['/identity/sign-out'] = () => answered.promise
    const leaving = here.signOut()
    await expectState(there, { kind: 'signed-out' })
    expect(departures).toEqual([])
    answered.resolve(Response.json({ success: true, url }))
    await leaving
    expect(departures).toEqual([url])
  })

  test('follows where the server had to be told twice', async () => {
    const identity = await openTab(ann)
    provider.replies['/identity/sign-out'] = isDown
    const leaving = identity.signOut()
    await vi.waitFor(() => expect(provider.asked.at(-1)).toBe('POST /identity/sign-out'))
    delete provider.replies['/identity/sign-out']
    await leaving
    expect(departures).toEqual([url])
  })

  test('does not follow a session that the server refused', async () => {
    const identity = await openTab(ann)
    await identity.signOut('lost')
    expect(provider.signedIn).toBeNull()
    expect(departures).toEqual([])
  })

  test('does not follow at a later visit, which only tells the server', async () => {
    localStorage.setItem('tengrand-leaving', '1')
    provider.remember(ann)
    openCookieSession()
    await vi.waitFor(() => expect(provider.signedIn).toBeNull())
    await vi.waitFor(() => expect(localStorage.getItem('tengrand-leaving')).toBeNull())
    expect(departures).toEqual([])
  })

  test('does not follow where there is nothing to sign out of', async () => {
    provider.signOutUrl = null
    await (await openTab(ann)).signOut()
    expect(departures).toEqual([])
  })
})

describe('a page that was put aside', () => {
  test('finds out that somebody has signed in', async () => {
    const identity = openCookieSession()
    provider.remember(ann)
    comeBack()
    await expectState(identity, annIn)
  })

  test('finds out that somebody has left', async () => {
    const identity = await openTab(ann)
    provider.signedIn = null
    comeBack()
    await expectState(identity, { kind: 'signed-out' })
  })
})
