// Tests the page behind the link of a reset email.
import { alertText, statusText } from '../testing/announced.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import {
  address,
  ann,
  expectPage,
  heading,
  openPage,
  provider,
  reload,
  testApp,
} from '../testing/app.tsx'
import { add } from '../testing/fill.ts'
import { hasHint, refuses } from '../testing/provider.ts'

testApp()

const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const posts = () => provider.asked.filter((asked) => asked.startsWith('POST'))

async function choose(password: string, confirmed = password): Promise<void> {
  add(field('New password'), password)
  add(field('Confirm password'), confirmed)
  await press('Change password')
}

test('a link of Firebase is as good, and does not stay in the address bar either', async () => {
  await openPage('/reset-password?mode=resetPassword&oobCode=good&lang=en', 'Choose a new password')
  await waitFor(() => expect(address()).toBe('/reset-password'))
  await choose('new password')
  await heading('Welcome back')
  expect(provider.bodies).toEqual([{ token: 'good', newPassword: 'new password' }])
})

describe('a good link', () => {
  beforeEach(async () => {
    await openPage('/reset-password#token=good', 'Choose a new password')
  })

  test('does not stay in the address bar', async () => {
    await waitFor(() => expect(address()).toBe('/reset-password'))
    await waitFor(() => expect(document.title).toBe('Choose a New Password · Tengrand'))
  })

  test('is still good after a reload', async () => {
    await waitFor(() => expect(address()).toBe('/reset-password'))
    await reload()
    await heading('Choose a new password')
    await choose('new password')
    await heading('Welcome back')
    expect(provider.bodies).toEqual([{ token: 'good', newPassword: 'new password' }])
    expect(JSON.stringify(window.history.state)).not.toContain('good')
  })

  test('changes the password, and leads to /login', async () => {
    await choose('new password')
    await expectPage('Welcome back', '/login')
    expect(screen.getByRole('status').textContent).toBe(
      'Your password was changed. Please sign in.',
    )
    expect(provider.bodies).toEqual([{ token: 'good', newPassword: 'new password' }])
    expect(posts()).toEqual(['POST /identity/reset-password'])
  })

  test('is not used where the passwords differ', async () => {
    await choose('new password', 'new passwort')
    expect(screen.getByRole('alert').textContent).toBe('Passwords do not match')
    expect(document.activeElement).toBe(field('Confirm password'))
    expect(posts()).toEqual([])
  })

  test('can be used again after a password that is too short', async () => {
    provider.replies['/identity/reset-password'] = refuses({ code: 'weak_password' })
    expect(screen.getByText('At least 8 characters')).toBeTruthy()
    await choose('short')
    expect(await alertText()).toBe('Choose a password of 8 to 128 characters.')
    expect(document.activeElement).toBe(field('New password'))
    delete provider.replies['/identity/reset-password']
    await userEvent.clear(field('New password'))
    await userEvent.clear(field('Confirm password'))
    await choose('long enough')
    await heading('Welcome back')
  })

  test('gives way to another link that is opened in the same tab', async () => {
    await waitFor(() => expect(address()).toBe('/reset-password'))
    act(() => {
      window.location.hash = 'token=other'
    })
    await waitFor(() => expect(address()).toBe('/reset-password'))
    await choose('new password')
    await heading('Ask for a new link')
    expect(provider.bodies).toEqual([{ token: 'other', newPassword: 'new password' }])
  })
})

describe('a link that is no good', () => {
  test.each(['', '#', '#token=', '#other=1'])('is one with %j behind it', async (hash) => {
    await openPage(`/reset-password${hash}`, 'Ask for a new link')
    expect(screen.getByRole('alert').textContent).toBe(
      'This page needs the link from your email. Ask for a new one here.',
    )
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  test('is one that has expired, and another can be asked for', async () => {
    await openPage('/reset-password#token=old', 'Choose a new password')
    await choose('new password')
    const again = await heading('Ask for a new link')
    expect(document.activeElement).toBe(again)
    expect(again.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    expect(screen.getByRole('alert').textContent).toBe(
      'This link has expired or was already used. Ask for a new one.',
    )
    add(field('Email'), ann)
    await press('Send link')
    expect(document.activeElement).toBe(await heading('Check your email'))
    expect(await statusText()).toBe(
      "If you have an account with this email, we've sent you a link. It can take a minute. Check your spam folder too.",
    )
    expect(provider.bodies.at(-1)).toEqual({ email: ann })
    await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }))
    await expectPage('Welcome back', '/login')
  })
})

test('whoever is signed in meanwhile is signed out', async () => {
  provider.remember(ann)
  await openPage('/reset-password#token=good', 'Choose a new password')
  await choose('new password')
  await expectPage('Welcome back', '/login')
  expect(screen.getByRole('status').textContent).toBe('Your password was changed. Please sign in.')
  expect(hasHint()).toBe(false)
  expect(posts()).toEqual(['POST /identity/reset-password', 'POST /identity/sign-out'])
})
