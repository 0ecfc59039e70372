// Tests the sign-in screen: its texts, its requests, and its focus.
import { alertText, statusText } from '../testing/announced.ts'
import { problemOf } from '@tengrand/contract/refusals.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  address,
  ann,
  heading,
  openAt,
  openPage,
  provider,
  scrolledIntoView,
  testApp,
} from '../testing/app.tsx'
import { add } from '../testing/fill.ts'
import { embedded, isDown, postMessageTo, refuses } from '../testing/provider.ts'

testApp(async () => {
  await openPage('/', 'Welcome back')
  await screen.findByRole('button', { name: 'Sign In' })
})

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const type = (label: string, text: string) => userEvent.type(field(label), text)
const fill = (label: string, text: string) => add(field(label), text)
const posts = () => provider.asked.filter((asked) => asked.startsWith('POST'))
const toSignUp = () => press('Create an account')

/** Holds the responses of an address until the returned function is called. */
function hold(path: string) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  provider.replies[path] = () => promise
  return (status: number, body: object = {}) => resolve(Response.json(body, { status }))
}

async function signIn(password = 'wrong') {
  fill('Email', ann)
  fill('Password', password)
  await press('Sign In')
}

async function fillSignUp(confirmed: string): Promise<void> {
  await toSignUp()
  fill('Email', 'eve@example.com')
  fill('Password', 'long enough')
  fill('Confirm password', confirmed)
}

describe('signing in', () => {
  test('asks for email and password, as password managers expect it', async () => {
    await waitFor(() => expect(document.title).toBe('Sign In · Tengrand'))
    const email = { type: 'email', autocomplete: 'username', required: true }
    expect(field('Email')).toMatchObject(email)
    const password = { type: 'password', autocomplete: 'current-password', required: true }
    expect(field('Password')).toMatchObject(password)
    expect(screen.queryByLabelText('Confirm password')).toBeNull()
    expect(button('Sign in with Google')).toBeTruthy()
  })

  test('leads to the dashboard', async () => {
    await type('Email', ann)
    await type('Password', 'correct horse{Enter}')
    await heading('Dashboard')
    expect(provider.bodies).toEqual([{ email: ann, password: 'correct horse' }])
    // The sign-in response has the token, so there is no request for one.
    expect(provider.asked.filter((asked) => asked.includes('/identity/'))).toEqual([
      'POST /identity/sign-in/email',
    ])
  })

  test('says why it failed, keeps what was typed, and goes on at the password', async () => {
    await signIn()
    expect(await alertText()).toBe('Failed to sign in: Wrong email or password.')
    expect(field('Email').value).toBe(ann)
    expect(field('Password').value).toBe('wrong')
    expect(document.activeElement).toBe(field('Password'))
    expect(field('Password').getAttribute('aria-invalid')).toBe('true')
    expect(field('Password').getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    expect(field('Email').getAttribute('aria-invalid')).toBe('false')
  })

  test('says it directly under its button, and in sight', async () => {
    await signIn()
    await alertText()
    expect(button('Sign In').nextElementSibling).toBe(screen.getByRole('alert'))
    expect(scrolledIntoView.mock.contexts).toContain(screen.getByRole('alert'))
  })

  test('goes on at the button after a failure that no field can mend', async () => {
    provider.replies['/identity/sign-in/email'] = isDown
    await signIn('correct horse')
    expect(await alertText()).toBe(
      'Failed to sign in: The server cannot be reached. Check your connection and try again.',
    )
    await waitFor(() => expect(document.activeElement).toBe(button('Sign In')))
    delete provider.replies['/identity/sign-in/email']
    await press('Sign In')
    await heading('Dashboard')
  })

  test('is busy until the answer is there, and takes the last error away meanwhile', async () => {
    await signIn()
    await alertText()
    const answer = hold('/identity/sign-in/email')
    await press('Sign In')
    const busy = button('Processing...')
    expect(busy).toHaveProperty('disabled', true)
    for (const name of ['Sign in with Google', 'Create an account', 'Forgot password?']) {
      expect(button(name)).toHaveProperty('disabled', true)
    }
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.submit(busy)
    answer(503)
    await alertText()
    expect(button('Sign In')).toHaveProperty('disabled', false)
    expect(button('Sign in with Google')).toHaveProperty('disabled', false)
    expect(posts()).toHaveLength(2)
  })

  test('shows the password, but not while it is being sent', async () => {
    fill('Email', ann)
    fill('Password', 'wrong')
    expect(button('Show password').getAttribute('aria-pressed')).toBe('false')
    await press('Show password')
    expect(button('Show password').getAttribute('aria-pressed')).toBe('true')
    expect(field('Password').type).toBe('text')
    const answer = hold('/identity/sign-in/email')
    await press('Sign In')
    expect(field('Password').type).toBe('password')
    answer(401, { code: 'invalid_credentials' })
    await alertText()
    expect(field('Password').type).toBe('text')
  })

  test('says that Caps Lock is on, while it matters', () => {
    const password = field('Password')
    const key = (on: boolean) =>
      fireEvent.keyDown(password, { key: 'a', modifierCapsLock: on, code: 'KeyA' })
    // The live region must exist before its text, otherwise screen readers skip it.
    const liveRegion = document.querySelector('[aria-live=polite]')
    expect(liveRegion?.textContent).toBe('')
    expect(liveRegion?.className).not.toContain('hidden')
    key(true)
    expect(screen.getByText('Caps Lock is on')).toBe(liveRegion)
    key(false)
    expect(screen.queryByText('Caps Lock is on')).toBeNull()
    key(true)
    fireEvent.blur(password)
    expect(screen.queryByText('Caps Lock is on')).toBeNull()
  })

  test('sends nothing where something is missing', async () => {
    await press('Sign In')
    fill('Email', 'no address')
    fill('Password', 'x')
    await press('Sign In')
    expect(posts()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('signing up', () => {
  test('asks for the password twice, and says how long it must be', async () => {
    await toSignUp()
    await heading('Create your account')
    await waitFor(() => expect(document.title).toBe('Sign Up · Tengrand'))
    expect(document.activeElement).toBe(field('Email'))
    expect(button('Sign Up')).toBeTruthy()
    expect(button('Sign up with Google')).toBeTruthy()
    expect(field('Password').autocomplete).toBe('new-password')
    expect(field('Confirm password').autocomplete).toBe('new-password')
    expect(screen.getByText('At least 8 characters').id).toBe(
      field('Password').getAttribute('aria-describedby'),
    )
    expect(screen.queryByRole('button', { name: 'Forgot password?' })).toBeNull()
  })

  test('leads to the dashboard', async () => {
    await fillSignUp('long enough')
    await press('Sign Up')
    await heading('Dashboard')
    expect(provider.asked).toContain('POST /identity/sign-up/email')
  })

  test('is not even tried where the passwords differ', async () => {
    await fillSignUp('long enouhg')
    await press('Sign Up')
    expect(await alertText()).toBe('Passwords do not match')
    expect(document.activeElement).toBe(field('Confirm password'))
    expect(field('Confirm password').getAttribute('aria-invalid')).toBe('true')
    expect(posts()).toEqual([])
    await userEvent.clear(field('Confirm password'))
    await type('Confirm password', 'long enough{Enter}')
    await heading('Dashboard')
  })

  test.each([
    {
      refusal: { code: 'email_in_use' },
      label: 'Email',
      sentence: 'You already have an account with this email. Sign in instead.',
    },
    {
      refusal: { code: 'weak_password' },
      label: 'Password',
      sentence: 'Choose a password of 8 to 128 characters.',
    },
    {
      refusal: { code: 'common_password', pattern: 'repeat' },
      label: 'Password',
      sentence: 'Repeats are easy to guess. Choose another password.',
    },
  ] as const)('says why it failed: $refusal.code', async ({ refusal, label, sentence }) => {
    provider.replies['/identity/sign-up/email'] = refuses(refusal)
    await fillSignUp('long enough')
    await press('Sign Up')
    expect(await alertText()).toBe(`Failed to create account: ${sentence}`)
    expect(document.activeElement).toBe(field(label))
  })

  test('shows both passwords by one button', async () => {
    await fillSignUp('long enough')
    await press('Show password')
    expect([field('Password').type, field('Confirm password').type]).toEqual(['text', 'text'])
  })
})

test('changing between the two clears the fields and the error', async () => {
  await signIn()
  await alertText()
  await toSignUp()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field('Email').value).toBe('')
  expect(field('Password').value).toBe('')
  fill('Password', 'a')
  fill('Confirm password', 'b')
  await press('Sign in instead')
  await heading('Welcome back')
  expect(field('Password').value).toBe('')
  expect(document.activeElement).toBe(field('Email'))
})

describe('somebody who has never been here', () => {
  beforeEach(async () => {
    localStorage.clear()
    await openPage('/', 'Welcome to Tengrand')
  })

  test('is told in one sentence what this is, above the form', () => {
    const sentence = screen.getByText(
      'Practice trading well-known stocks with $10,000 of virtual money. Nothing to pay, nothing to lose.',
    )
    const { DOCUMENT_POSITION_FOLLOWING } = Node
    expect(sentence.compareDocumentPosition(field('Email'))).toBe(DOCUMENT_POSITION_FOLLOWING)
  })

  test('begins with the form to sign in, and finds a button to create an account under it', async () => {
    expect(button('Sign In')).toBeTruthy()
    expect(button('Create an account').className).toMatch(/^inline-flex min-h-11 .*border-control/)
    await toSignUp()
    await heading('Create your account')
    await press('Sign in instead')
    await heading('Welcome to Tengrand')
  })

  test('is welcomed back the next time', async () => {
    await signIn('correct horse')
    await heading('Dashboard')
    await press('Logout')
    expect(await heading('Welcome back')).toBeTruthy()
  })
})

describe('Google that is not set up', () => {
  const sentence = "Google sign-in isn't set up on this server."

  beforeEach(async () => {
    provider.config = { ...embedded, google: false }
    await openAt('/')
    await screen.findByRole('button', { name: 'Sign In' })
  })

  test('says so to the focus and to a pointer', async () => {
    const google = button('Sign in with Google')
    const user = userEvent.setup()
    await user.hover(google)
    const tip = await screen.findByRole('tooltip')
    expect(tip.textContent).toBe(sentence)
    expect(google.getAttribute('aria-describedby')).toBe(tip.id)
    await user.unhover(google)
    expect(screen.queryByRole('tooltip')).toBeNull()
    act(() => google.focus())
    expect(screen.getByRole('tooltip').textContent).toBe(sentence)
  })

  test('answers a click with that sentence', async () => {
    await press('Sign in with Google')
    expect(await alertText()).toBe(`Failed to sign in with Google: ${sentence}`)
  })
})

describe('Google', () => {
  const popup = { closed: false, close: () => {}, location: { replace: () => {} } }

  test('says what went wrong', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    await press('Sign in with Google')
    expect(await alertText()).toBe(
      'Failed to sign in with Google: Your browser blocked the window. Allow pop-ups for this page.',
    )
    await waitFor(() => expect(document.activeElement).toBe(button('Sign in with Google')))
  })

  test('is busy while its window is open, and signs in', async () => {
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
    await toSignUp()
    await press('Sign up with Google')
    expect(button('Signing in...')).toHaveProperty('disabled', true)
    expect(button('Sign Up')).toHaveProperty('disabled', true)
    await waitFor(() => expect(provider.bodies).toHaveLength(1))
    provider.remember(ann)
    const { nonce } = Object(provider.bodies[0])
    postMessageTo('tengrand-google', { nonce, error: null })
    await heading('Dashboard')
  })
})

describe('a forgotten password', () => {
  const answer =
    "If you have an account with this email, we've sent you a link. It can take a minute. Check your spam folder too."

  test('begins with what was already typed, and always has the same answer', async () => {
    fill('Email', ann)
    await press('Forgot password?')
    await heading('Forgot your password?')
    expect(field('Email').value).toBe(ann)
    expect(document.activeElement).toBe(field('Email'))
    await press('Send link')
    const sent = await heading('Check your email')
    expect(screen.getByRole('status').textContent).toBe(answer)
    expect(document.activeElement).toBe(sent)
    expect(sent.getAttribute('aria-describedby')).toBe(screen.getByRole('status').id)
    expect(screen.getAllByText(/spam/)).toHaveLength(1)
    expect(provider.bodies).toEqual([{ email: ann }])
    await press('Back to sign in')
    await heading('Welcome back')
    expect(screen.queryByRole('status')).toBeNull()
    expect(field('Email').value).toBe(ann)
  })

  test('that comes back keeps what was typed meanwhile', async () => {
    await press('Forgot password?')
    fill('Email', ann)
    await press('Back to sign in')
    await heading('Welcome back')
    expect(field('Email').value).toBe(ann)
  })

  test('does not call anybody away who went back before the message was sent', async () => {
    const answerWith = hold('/identity/request-password-reset')
    await press('Forgot password?')
    fill('Email', ann)
    await press('Send link')
    await press('Back to sign in')
    await heading('Welcome back')
    answerWith(200)
    await type('Password', 'correct horse')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back')
  })

  test('says so when the message cannot be asked for', async () => {
    const answerWith = hold('/identity/request-password-reset')
    await press('Forgot password?')
    fill('Email', ann)
    await press('Send link')
    expect(button('Processing...')).toHaveProperty('disabled', true)
    answerWith(429, problemOf({ code: 'too_many_requests', retryAfterSeconds: 900 }))
    expect(await alertText()).toBe('That was a lot of requests. Please try again in 15 minutes.')
    delete provider.replies['/identity/request-password-reset']
    await press('Send link')
    expect(await statusText()).toBe(answer)
  })
})

test('a notice is gone when it has been read', async () => {
  await openAt('/login', { notice: 'password-changed', from: '/pro' })
  expect(await statusText()).toBe('Your password was changed. Please sign in.')
  const { id } = screen.getByRole('status')
  expect((await heading('Welcome back')).getAttribute('aria-describedby')).toBe(id)
  expect(window.history.state).toMatchObject({ state: { from: '/pro' }, key: 'opened' })
  expect(JSON.stringify(window.history.state)).not.toContain('notice')
  await toSignUp()
  expect(screen.queryByRole('status')).toBeNull()
  expect(address()).toBe('/login')
})
