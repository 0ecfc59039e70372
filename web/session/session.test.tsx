// Tests the calls of a session: which responses end it, and that a token is used for its own account only.
import { api } from '@tengrand/contract/api.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { call } from '../api/client.ts'
import { annIn, bobIn, type Identity } from '../testing/adapters.ts'
import type { IdentityState } from './identity.ts'
import { createSessionStore } from './session-store.ts'
import { tokenSourceFor as tokensOf } from './session.tsx'
import { address, ann, bob, heading, openAt, provider, testApp } from '../testing/app.tsx'
import {
  embedded,
  isDown,
  refuses,
  postMessageTo,
  uidOf,
  watchDepartures,
} from '../testing/provider.ts'
import { history, price, says } from '../testing/stock.tsx'

testApp()

const account = {
  email: ann,
  display_name: 'Calm Otter 12',
  user_id: 'public-1',
  created_at: '2026-11-13T15:00:00Z',
}
const askAccount = () => act(() => call(api.account, {}).catch((error: unknown) => error))
const asked = (path: string) => provider.asked.filter((one) => one === `GET ${path}`).length

describe('a call of somebody signed in', () => {
  beforeEach(async () => {
    provider.remember(ann)
    await openAt('/portfolio')
    await heading('Portfolio')
  })

  test('is answered', async () => {
    provider.replies['/api/account'] = () => Response.json(account)
    expect(await askAccount()).toEqual(account)
    expect(asked('/identity/token')).toBe(1)
  })

  test('is made again with a fresh token when the first one is refused', async () => {
    provider.replies['/api/account'] = () =>
      provider.tokensGiven > 1
        ? Response.json(account)
        : Response.json({ code: 'unauthorized', detail: '' }, { status: 401 })
    expect(await askAccount()).toEqual(account)
    expect(asked('/api/account')).toBe(2)
    expect(address()).toBe('/portfolio')
  })

  test('ends the session and leads to /login when the fresh token is refused too', async () => {
    provider.replies['/api/account'] = refuses({ code: 'unauthorized' })
    expect(await askAccount()).toMatchObject({ status: 401 })
    await heading('Welcome back')
    expect(address()).toBe('/login')
    expect(screen.getByRole('status').textContent).toBe(
      'You have been signed out. Please sign in again.',
    )
    expect(asked('/api/account')).toBe(2)
    // The session of the server must end too, otherwise the next visit would start with it again.
    await waitFor(() => expect(provider.signedIn).toBeNull())
  })

  test.each([
    {
      code: 'sign_up_closed',
      sentence: "You can't create an account here. Sign in if you already have one.",
    },
    {
      code: 'domain_not_allowed',
      sentence: 'You need a different email address to sign in here.',
    },
  ] as const)('ends the session of somebody who is turned away: $code', async (why) => {
    provider.config = { ...embedded, signUp: 'closed' }
    provider.signOutUrl = 'https://issuer.example/end'
    const departures = watchDepartures()
    provider.replies['/api/account'] = refuses({ code: why.code })
    expect(await askAccount()).toMatchObject({ status: 403, code: why.code })
    const name = await heading('Welcome back')
    expect(address()).toBe('/login')
    expect(screen.getByRole('alert').textContent).toBe(why.sentence)
    expect(name.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    expect(screen.getAllByText(why.sentence)).toHaveLength(1)
    expect(asked('/api/account')).toBe(1)
    await waitFor(() => expect(provider.signedIn).toBeNull())
    expect(departures).toEqual([])
  })

  test('is refused with another reason, and goes on', async () => {
    provider.replies['/api/account'] = refuses({ code: 'foreign_origin' })
    expect(await askAccount()).toMatchObject({ status: 403 })
    expect(address()).toBe('/portfolio')
    expect(provider.signedIn).toBe(ann)
  })

  test('ends the session when the server knows of none', async () => {
    provider.replies['/api/account'] = refuses({ code: 'unauthorized' })
    provider.signedIn = null
    await askAccount()
    await heading('Welcome back')
    expect(address()).toBe('/login')
    expect(screen.getByRole('status')).toBeTruthy()
  })

  test.each([
    { what: 'the API is not available', api: refuses({ code: 'unavailable' }) },
    { what: 'the API cannot be reached', api: isDown },
    {
      what: 'a token is refused and a fresh one not to be had',
      api: refuses({ code: 'unauthorized' }),
      token: refuses({ code: 'unavailable' }),
    },
  ])('signs nobody out when $what', async ({ api: reply, token }) => {
    provider.replies['/api/account'] = reply
    if (token) provider.replies['/identity/token'] = token
    expect(await askAccount()).toBeInstanceOf(Error)
    expect(address()).toBe('/portfolio')
    expect(screen.getByText(ann)).toBeTruthy()
  })
})

test('nothing of one person is shown to the next', async () => {
  provider.replies['/api/current-price/NVDA'] = says(price)
  provider.replies['/api/price-history/NVDA/7d'] = says(history)
  provider.remember(ann)
  await openAt('/stock/nvda')
  await screen.findByRole('slider')
  expect(asked('/api/price-history/NVDA/7d')).toBe(1)
  provider.remember(bob)
  postMessageTo('tengrand-session', 'in')
  await screen.findByText(bob)
  await waitFor(() => expect(asked('/api/price-history/NVDA/7d')).toBe(2))
})

describe('the bearer of a person', () => {
  function makeIdentity(first: IdentityState) {
    const { getState, setState: become } = createSessionStore()
    become(first)
    const token = Promise.withResolvers<string | undefined>()
    const signOut = vi.fn<Identity['signOut']>(async (ended) =>
      become({ kind: 'signed-out', ended }),
    )
    const identity = { getState, getToken: () => token.promise, signOut }
    const tokenSourceFor = (uid: string) => tokensOf(identity, uid)
    return { getState, become, token, signOut, tokenSourceFor }
  }

  test('has no token once somebody else is here, not even one that was asked for before', async () => {
    const { tokenSourceFor, become, token } = makeIdentity(annIn)
    const bearer = tokenSourceFor(uidOf(ann))
    const before = bearer.getToken({ forceRefresh: false })
    become(bobIn)
    token.resolve('a token')
    expect(await before).toBeUndefined()
    expect(await bearer.getToken({ forceRefresh: true })).toBeUndefined()
    expect(await tokenSourceFor(uidOf(bob)).getToken({ forceRefresh: true })).toBe('a token')
  })

  test('cannot sign somebody else out', () => {
    const { tokenSourceFor, getState, become, signOut } = makeIdentity(annIn)
    const bearer = tokenSourceFor(uidOf(ann))
    become(bobIn)
    bearer.onRefused('lost')
    expect(signOut).not.toHaveBeenCalled()
    expect(getState()).toBe(bobIn)
  })

  const lost: IdentityState = { kind: 'signed-out', lost: true }

  test.each([
    { first: { kind: 'signed-out' }, next: [], ended: undefined },
    { first: { kind: 'loading' }, next: [{ kind: 'signed-out' }], ended: undefined },
    { first: annIn, next: [{ kind: 'signed-out' }], ended: 'left' },
    { first: annIn, next: [lost], ended: 'lost' },
    { first: annIn, next: [lost, { kind: 'signed-out' }], ended: 'lost' },
    { first: annIn, next: [lost, bobIn, { kind: 'signed-out' }], ended: 'left' },
  ] satisfies { first: IdentityState; next: IdentityState[]; ended: string | undefined }[])(
    'knows that a session that went from $first to $next ended: $ended',
    ({ first, next, ended }) => {
      const { getState, become } = makeIdentity(first)
      next.forEach(become)
      expect(getState()).toEqual({ kind: 'signed-out', ended })
    },
  )

  test('tells a refusal by the server from a logout, each time anew', () => {
    const { tokenSourceFor, getState, become } = makeIdentity(annIn)
    tokenSourceFor(uidOf(ann)).onRefused('lost')
    expect(getState()).toEqual({ kind: 'signed-out', ended: 'lost' })
    become(annIn)
    tokenSourceFor(uidOf(ann)).onRefused('domain_not_allowed')
    expect(getState()).toEqual({ kind: 'signed-out', ended: 'domain_not_allowed' })
    become(annIn)
    become({ kind: 'signed-out' })
    expect(getState()).toEqual({ kind: 'signed-out', ended: 'left' })
  })
})
