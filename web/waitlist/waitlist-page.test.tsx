// Tests of the waitlist page: the prefilled email, the thanks after it is sent, and the messages when it is refused.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import {
  become,
  isDown,
  Learner,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { embedded } from '../testing/provider.ts'
import WaitlistPage from './waitlist-page.tsx'

const config = { identity: embedded, proWaitlistUrl: '/waitlist' }

testAsLearner(() => {
  replies['/config.json'] = says(config)
  replies['/api/waitlist'] = says({ email: 'ann@example.com' })
})

const CurrentPath = () => <p data-testid="path">{useLocation().pathname}</p>

const open = () =>
  render(
    <Learner at="/waitlist">
      <WaitlistPage />
      <CurrentPath />
    </Learner>,
  )
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const join = () => userEvent.click(screen.getByRole('button', { name: 'Join the waitlist' }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the form of the waitlist', () => {
  test('has the email of the account filled in, and says what it is for', () => {
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Join the Pro waitlist' })).toBeTruthy()
    expect(document.title).toBe('Join the Pro waitlist · Tengrand')
    expect(email()).toMatchObject({ value: 'ann@example.com', type: 'email', required: true })
    expect(screen.getByText("We'll only use your email for news about Pro.")).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is empty for a learner whose provider tells no email', () => {
    become({ kind: 'signed-in', uid: 'uid-eve', email: null })
    open()
    expect(email().value).toBe('')
  })

  test('sends the email, thanks for it, and reads on at the thanks', async () => {
    open()
    await userEvent.clear(email())
    await userEvent.type(email(), 'other@example.com')
    await join()
    const thanks = await heading("You're on the list!")
    expect(document.activeElement).toBe(thanks)
    expect(document.title).toBe('You are on the list · Tengrand')
    expect(
      screen.getByText("Thank you. We'll email you when Pro opens. You can close this tab."),
    ).toBeTruthy()
    const back = screen.getByRole('link', { name: 'Go to the dashboard' })
    expect(back.getAttribute('href')).toBe('/dashboard')
    const sent = requests.find(({ method }) => method === 'POST')
    expect(sent?.address).toBe('/api/waitlist')
    expect(sent?.headers.get('authorization')).toBe('Bearer token of uid-ann')
    expect(sent?.body).toEqual({ email: 'other@example.com' })
  })

  test('is sent once, however often the button is pressed meanwhile', async () => {
    const late = Promise.withResolvers<Response>()
    replies['/api/waitlist'] = () => late.promise
    open()
    await join()
    await userEvent.click(await screen.findByRole('button', { name: 'Joining...' }))
    late.resolve(Response.json({ email: 'ann@example.com' }))
    await heading("You're on the list!")
    expect(timesAsked('POST /api/waitlist')).toBe(1)
  })

  test.each([
    ['an email that is none', refuses({ code: 'invalid_email' }), 'Enter a valid email address.'],
    [
      'one of too many',
      refuses({ code: 'too_many_requests', retryAfterSeconds: 600 }),
      'That was a lot of requests. Please try again in 10 minutes.',
    ],
    [
      'a server out of reach',
      isDown,
      'The server cannot be reached. Check your connection and try again.',
    ],
  ])('says why it was not taken, with what was typed still in it: %s', async (_, reply, words) => {
    replies['/api/waitlist'] = reply
    open()
    await join()
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(email().value).toBe('ann@example.com')
    expect(document.activeElement).toBe(email())
    expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')).toBe(
      screen.getByRole('alert'),
    )
    replies['/api/waitlist'] = says({ email: 'ann@example.com' })
    await join()
    await heading("You're on the list!")
  })

  test.each([
    ['the email is at fault', refuses({ code: 'invalid_email' }), 'true'],
    ['the server is out of reach', isDown, 'false'],
  ])(
    'marks the field only where %s, and says nothing more once it is changed',
    async (_, reply, isInvalid) => {
      replies['/api/waitlist'] = reply
      open()
      await join()
      await screen.findByRole('alert')
      expect(email().getAttribute('aria-invalid')).toBe(isInvalid)
      await userEvent.type(email(), 'x')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(email().getAttribute('aria-invalid')).toBe('false')
    },
  )

  test('gives way to the page of Pro where somebody else keeps the list', async () => {
    replies['/config.json'] = says({ ...config, proWaitlistUrl: 'https://forms.example/pro' })
    open()
    await vi.waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/pro'))
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})
