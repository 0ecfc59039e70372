// Tests which form the sign-in screen shows, depending on the sign-in methods and the admission rules of the server.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { ann, heading, openAt, provider, testApp } from '../testing/app.tsx'
import { add } from '../testing/fill.ts'
import { embedded, firebase, isDown, oidc, refuses } from '../testing/provider.ts'

testApp()

const findButton = (name: string) => screen.findByRole('button', { name })
const queryButton = (name: string) => screen.queryByRole('button', { name })
const closed = "You can't create an account here. Sign in if you already have one."

/** Opens the page while the configuration is pending; the returned function sends it. */
async function openEarly() {
  const late = Promise.withResolvers<Response>()
  provider.replies['/config.json'] = () => late.promise
  await openAt('/')
  return (identity: object) =>
    late.resolve(Response.json({ identity, proWaitlistUrl: '/waitlist' }))
}

describe('before it is known', () => {
  test('the page is there, and keeps a place in which nobody can type or press', async () => {
    const answer = await openEarly()
    await heading('Welcome back')
    expect(screen.getByRole('heading', { name: 'Virtual Trading' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(?!Simulated prices)/ })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    const email = screen.getByLabelText('Email')
    answer(embedded)
    await findButton('Sign In')
    expect(screen.getByRole('textbox', { name: 'Email' })).toBe(email)
  })

  test('no form is shown that is not the one', async () => {
    const answer = await openEarly()
    await heading('Welcome back')
    expect(screen.queryByRole('button', { name: /^(?!Simulated prices)/ })).toBeNull()
    answer(oidc)
    await findButton('Sign in with North High School')
    expect(queryButton('Sign In')).toBeNull()
  })
})

describe('where it cannot be known', () => {
  test.each([
    { what: 'the server cannot be reached', reply: isDown },
    { what: 'the answer is none', reply: () => Response.json({ identity: 'what?' }) },
  ])('every sign-in method is offered: $what', async ({ reply }) => {
    provider.replies['/config.json'] = reply
    await openAt('/')
    await findButton('Sign In')
    for (const name of ['Sign in with Google', 'Create an account', 'Forgot password?']) {
      expect(queryButton(name)).toBeTruthy()
    }
  })

  test('the right one takes its place when the server answers after all', async () => {
    await import('../api/config.ts')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = await openEarly()
    await act(() => vi.advanceTimersByTimeAsync(8000))
    vi.useRealTimers()
    await userEvent.click(await findButton('Create an account'))
    await heading('Create your account')
    answer({ ...embedded, signUp: 'closed' })
    await screen.findByText(closed)
    await heading('Welcome back')
    expect(screen.queryByLabelText('Confirm password')).toBeNull()
  })
})

describe('where nobody new may join', () => {
  test.each([
    { who: 'embedded', identity: { ...embedded, signUp: 'closed' } },
    { who: 'firebase', identity: { ...firebase, signUp: 'closed' } },
  ])('no account can be made, and it says so: $who', async ({ identity }) => {
    provider.config = identity
    await openAt('/')
    await findButton('Sign in with Google')
    expect(screen.getByText(closed)).toBeTruthy()
    expect(queryButton('Create an account')).toBeNull()
    expect(screen.queryByText('New here?')).toBeNull()
    expect(queryButton('Forgot password?')).toBeTruthy()
  })

  test('whoever has an account signs in', async () => {
    provider.config = { ...embedded, signUp: 'closed' }
    await openAt('/')
    await findButton('Sign In')
    add(screen.getByLabelText('Email'), ann)
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    expect(await heading('Dashboard')).toBeTruthy()
  })
})

describe('where only some email addresses will do', () => {
  test.each([
    { domains: [], hint: null },
    { domains: ['school.example'], hint: 'Use your email address at school.example' },
    {
      domains: ['a.example', 'b.example'],
      hint: 'Use your email address at a.example or b.example',
    },
    {
      domains: ['a.example', 'b.example', 'c.example'],
      hint: 'Use your email address at a.example, b.example or c.example',
    },
    {
      domains: ['a.example', 'b.example', 'c.example', 'd.example'],
      hint: 'Use your email address at one of: a.example, b.example, c.example, d.example',
    },
  ])('whoever joins is told: $domains', async ({ domains, hint }) => {
    provider.config = { ...embedded, allowedDomains: domains }
    await openAt('/')
    await findButton('Sign In')
    expect(screen.queryByText(/^Use your email/)).toBeNull()
    await userEvent.click(await findButton('Create an account'))
    await heading('Create your account')
    const shown = screen.queryByText(/^Use your email/)
    expect(shown?.textContent ?? null).toBe(hint)
    expect(screen.getByLabelText('Email').getAttribute('aria-describedby')).toBe(shown?.id ?? null)
  })

  test('another one is refused at its field', async () => {
    provider.config = { ...embedded, allowedDomains: ['school.example'] }
    provider.replies['/identity/sign-up/email'] = refuses({ code: 'domain_not_allowed' })
    await openAt('/')
    await userEvent.click(await findButton('Create an account'))
    add(screen.getByLabelText('Email'), 'eve@example.com')
    add(screen.getByLabelText('Password'), 'long enough')
    add(screen.getByLabelText('Confirm password'), 'long enough')
    await userEvent.type(screen.getByLabelText('Confirm password'), '{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to create account: You need a different email address to sign in here.',
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  })
})
