// Tests the screen for the sign-in at another issuer: its button, the redirects there and back, and the errors.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { address, ann, heading, openAt, provider, reload, testApp } from '../testing/app.tsx'
import { comeBack, embedded, oidc, refuses, watchDepartures } from '../testing/provider.ts'

let departures: string[]

testApp(() => {
  provider.config = oidc
  departures = watchDepartures()
})

const label = 'Sign in with North High School'
const failed = 'Failed to sign in with North High School: '
const findButton = () => screen.findByRole('button', { name: label })
const press = async () => userEvent.click(await findButton())
/** Presses the button, and expects the `count`th redirect to the issuer. */
const expectDeparture = async (count = 1) => {
  await press()
  await waitFor(() => expect(departures).toHaveLength(count))
}
const alertOf = async () => (await screen.findByRole('alert')).textContent

describe('the way to the issuer', () => {
  test('is one button, and a sentence says whose account it is', async () => {
    await openAt('/')
    await heading('Welcome back')
    await findButton()
    expect(screen.getAllByRole('button', { name: /^(?!Simulated prices)/ })).toHaveLength(1)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(
      screen.getByText('You sign in to Tengrand with your account at North High School.'),
    ).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('leaves the page, and is busy until it has left', async () => {
    await openAt('/')
    await press()
    const busy = await screen.findByRole('button', { name: 'Signing in...' })
    expect(busy).toHaveProperty('disabled', true)
    await waitFor(() => expect(departures).toEqual(['https://issuer.example/ask']))
    expect(screen.getByRole('button', { name: 'Signing in...' })).toBe(busy)
    expect(provider.asked).toEqual(['GET /config.json', 'POST /identity/sign-in/oidc'])
    expect(provider.bodies).toEqual([{ askAgain: false }])
  })

  test('has the issuer ask anew, where somebody was turned away with the account that it remembers', async () => {
    await openAt('/login?error=sign_up_closed')
    await expectDeparture()
    expect(provider.bodies).toEqual([{ askAgain: true }])
  })

  test('says that nobody new can come in, where that is so', async () => {
    provider.config = { ...oidc, signUp: 'closed' }
    await openAt('/')
    await findButton()
    expect(screen.getByText(/You can't create an account here/)).toBeTruthy()
  })

  test('is the only one: there is no password to choose a new one for', async () => {
    await openAt('/reset-password')
    await findButton()
    expect(address()).toBe('/login')
  })

  test('can be taken again by whoever comes back to the page as it was', async () => {
    await openAt('/')
    await expectDeparture()
    act(comeBack)
    expect(await findButton()).toHaveProperty('disabled', false)
    await expectDeparture(2)
  })

  test('says why it cannot be taken', async () => {
    provider.replies['/identity/sign-in/oidc'] = refuses({ code: 'sign_in_unavailable' })
    await openAt('/')
    await press()
    expect(await alertOf()).toBe(
      `${failed}That sign-in isn't answering right now. Please try again in a moment.`,
    )
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Sign in/ })),
    )
    delete provider.replies['/identity/sign-in/oidc']
    await press()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the way back', () => {
  /** Simulates the server's callback: sets the cookies and opens /login. */
  const openCallback = async () => {
    provider.remember(ann)
    await openAt('/login')
  }

  test('leads to the dashboard', async () => {
    await openAt('/')
    await press()
    await openCallback()
    await heading('Dashboard')
    expect(address()).toBe('/dashboard')
  })

  test('leads to the page that was asked for, once', async () => {
    await openAt('/stock/msft?from=mail#chart')
    await expectDeparture()
    await openCallback()
    await heading('MSFT')
    expect(address()).toBe('/stock/msft?from=mail#chart')
    await openCallback()
    await heading('Dashboard')
  })

  test('still leads there after an attempt that failed', async () => {
    await openAt('/leaderboard')
    await expectDeparture()
    await openAt('/login?error=sign_in_cancelled')
    await alertOf()
    await expectDeparture(2)
    await openCallback()
    await heading('Leaderboard')
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'does not lead to %s, whoever wrote that down',
    async (from) => {
      sessionStorage.setItem('tengrand-from', from)
      await openCallback()
      await heading('Dashboard')
      expect(address()).toBe('/dashboard')
    },
  )

  test('is forgotten by whoever goes elsewhere instead', async () => {
    await openAt('/leaderboard')
    await expectDeparture()
    provider.remember(ann)
    await openAt('/portfolio')
    await heading('Portfolio')
    await openCallback()
    await heading('Dashboard')
  })
})

describe('an attempt that failed', () => {
  test.each([
    { code: 'sign_in_cancelled', sentence: 'The sign-in was cancelled.' },
    {
      code: 'sign_in_failed',
      sentence: "We couldn't sign you in. Please try again.",
    },
    {
      code: 'sign_up_closed',
      sentence: "You can't create an account here. Sign in if you already have one.",
    },
    {
      code: 'domain_not_allowed',
      sentence: 'You need a different email address to sign in here.',
    },
    { code: 'nonsense', sentence: "We couldn't sign you in. Please try again." },
    { code: 'constructor', sentence: "We couldn't sign you in. Please try again." },
    { code: '', sentence: "We couldn't sign you in. Please try again." },
  ])('is explained: $code', async ({ code, sentence }) => {
    await openAt(`/login?error=${code}`)
    expect(await alertOf()).toBe(failed + sentence)
    expect(address()).toBe('/login')
  })

  test.each(['/', '/login', '//'])('is explained once at %s', async (path) => {
    await openAt(`${window.location.origin}${path}?error=sign_in_failed`)
    await alertOf()
    await waitFor(() => expect(address()).toBe(path))
    await reload()
    await findButton()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is forgotten with the next one', async () => {
    await openAt('/login?error=sign_in_failed')
    await alertOf()
    await press()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('means nothing where people sign in here', async () => {
    provider.config = embedded
    await openAt('/login?error=sign_in_failed')
    await screen.findByRole('button', { name: 'Sign In' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(address()).toBe('/login')
  })
})

test('a server that only programs sign in to says so, with nothing to press', async () => {
  provider.config = { ...oidc, name: null }
  await openAt('/login?error=sign_in_failed')
  await screen.findByText(/^You can't sign in here/)
  expect(screen.queryByRole('button', { name: /sign/i })).toBeNull()
  expect(document.querySelector('form')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a sign-out goes on to the issuer', async () => {
  provider.remember(ann)
  provider.signOutUrl = 'https://issuer.example/end'
  await openAt('/portfolio')
  await heading('Portfolio')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await heading('Welcome back')
  expect(address()).toBe('/login')
  await waitFor(() => expect(departures).toEqual(['https://issuer.example/end']))
})
