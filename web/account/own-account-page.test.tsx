// Tests the page that changes the password and the email.
import { alertText } from '../testing/announced.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { add } from '../testing/fill.ts'
import {
  refuses,
  renderAt,
  replies,
  requests,
  says,
  signInThrough,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { embedded, oidc } from '../testing/provider.ts'
import OwnAccountPage from './own-account-page.tsx'

const own = { email: 'ann@example.com', hasPassword: true, pendingEmail: null as string | null }

testAsLearner(() => {
  Element.prototype.scrollIntoView = () => {}
  signInThrough(embedded)
  replies['/identity/account'] = says(own)
})

const open = () => renderAt('/account', <OwnAccountPage />)
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const sent = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body)

const expectFocusAt = (words: HTMLElement) =>
  expect(document.activeElement).toBe(words.parentElement)

async function changePassword(typed: { next?: string; confirmed?: string } = {}) {
  const { next = 'another horse', confirmed = next } = typed
  const form = await card('Change password')
  add(form.getByLabelText('Current password'), 'correct horse')
  add(form.getByLabelText('New password'), next)
  add(form.getByLabelText('Confirm password'), confirmed)
  await userEvent.click(form.getByRole('button', { name: 'Change password' }))
  return form
}

async function changeEmail(email = 'ann@north.example') {
  const form = await card('Change email')
  add(form.getByLabelText('New email'), email)
  add(form.getByLabelText('Current password'), 'correct horse')
  await userEvent.click(form.getByRole('button', { name: 'Send email' }))
  return form
}

describe('the password', () => {
  test('is changed with the current one, and the form is empty again', async () => {
    replies['/identity/change-password'] = says({ status: true })
    open()
    const form = await changePassword()
    expect((await form.findByRole('status')).textContent).toBe(
      "Your password was changed. You're signed out on other devices.",
    )
    expect(sent()).toEqual([{ password: 'correct horse', newPassword: 'another horse' }])
    expect(form.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
  })

  test('that was changed leaves the focus at the words that say so, each time', async () => {
    replies['/identity/change-password'] = says({ status: true })
    open()
    for (const next of ['another horse', 'a third horse']) {
      const form = await changePassword({ next })
      await waitFor(() => expectFocusAt(form.getByRole('status')))
    }
    expect(sent()).toHaveLength(2)
  })

  test('that is the same as before is told at the new one', async () => {
    const problem = { code: 'same_password', detail: 'This is already your password.' }
    replies['/identity/change-password'] = () => Response.json(problem, { status: 400 })
    open()
    const form = await changePassword()
    expect((await form.findByRole('alert')).textContent).toBe('This is already your password.')
    expect(document.activeElement).toBe(form.getByLabelText('New password'))
  })

  test('that somebody has can be shown apart from the new one', async () => {
    open()
    const form = await card('Change password')
    const current = form.getByLabelText<HTMLInputElement>('Current password')
    await userEvent.click(current)
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(current.type).toBe('text')
    expect(form.getByLabelText<HTMLInputElement>('New password').type).toBe('password')
  })

  test.each([
    ['wrong_password', 'Current password', 'Wrong password.'],
    ['weak_password', 'New password', 'Choose a password of 8 to 128 characters.'],
    ['common_password', 'New password', 'This password is too easy to guess. Choose another one.'],
    ['email_as_password', 'New password', "Don't use your email address in your password."],
  ] as const)('refused as %s is told at the field %s', async (code, label, sentence) => {
    replies['/identity/change-password'] = refuses({ code })
    open()
    const form = await changePassword()
    expect((await form.findByRole('alert')).textContent).toBe(sentence)
    const field = form.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toBe(form.getByRole('alert').id)
    expect(document.activeElement).toBe(field)
  })

  test('is not sent where the two are not the same', async () => {
    open()
    const form = await changePassword({ confirmed: 'another house' })
    expect((await form.findByRole('alert')).textContent).toBe('Passwords do not match')
    expect(timesAsked('POST /identity/change-password')).toBe(0)
  })
})

describe('the email', () => {
  test('waits to be confirmed at the new one, and the page says so', async () => {
    replies['/identity/change-email'] = () => {
      replies['/identity/account'] = says({ ...own, pendingEmail: 'ann@north.example' })
      return Response.json({ pendingEmail: 'ann@north.example' })
    }
    open()
    const form = await changeEmail()
    expect(await form.findByText('Confirm at ann@north.example.')).toBeTruthy()
    expect(form.getByText('ann@example.com')).toBeTruthy()
    expect(sent()).toEqual([{ email: 'ann@north.example', password: 'correct horse' }])
    expectFocusAt(form.getByRole('status'))
  })

  test.each([
    ['same_email', 'New email', 'This is already your email address.'],
    ['domain_not_allowed', 'New email', 'You need a different email address to sign in here.'],
    ['wrong_password', 'Current password', 'Wrong password.'],
  ] as const)('refused as %s is told at the field %s', async (code, label, sentence) => {
    replies['/identity/change-email'] = refuses({ code })
    open()
    const form = await changeEmail()
    expect((await form.findByRole('alert')).textContent).toBe(sentence)
    expect(document.activeElement).toBe(form.getByLabelText(label))
  })
})

describe('nothing can be changed here', () => {
  const nothing = /^You have no password here\./

  test('by somebody who comes in through Google', async () => {
    replies['/identity/account'] = says({ ...own, hasPassword: false })
    open()
    expect((await screen.findByText(nothing)).textContent).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('where an issuer signs people in, and the server is not even asked', async () => {
    signInThrough(oidc)
    open()
    expect(await screen.findByText(nothing)).toBeTruthy()
    expect(timesAsked('GET /identity/account')).toBe(0)
  })
})

test('a page that cannot ask says why, and asks again', async () => {
  replies['/identity/account'] = refuses({ code: 'internal_error' })
  open()
  expect(await alertText()).toBe('Something went wrong on our side. Please try again.')
  replies['/identity/account'] = says(own)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await card('Change password')).toBeTruthy()
})
