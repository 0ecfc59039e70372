// Tests the download of the learner's data, and the dialog that deletes the account.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { setTokenSource } from '../api/token-source.ts'
import {
  Learner,
  refuses,
  replies,
  requests,
  says,
  signInThrough,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { embedded } from '../testing/provider.ts'
import { hasVisited, rememberVisit } from '../session/login-state.ts'
import { DeleteAccount, DownloadData } from './own-data.tsx'

const own = { email: 'ann@example.com', hasPassword: true, pendingEmail: null }

testAsLearner(() => {
  signInThrough(embedded)
  replies['/identity/account'] = says(own)
})

const openDialog = async (): Promise<void> => {
  render(<DeleteAccount />, { wrapper: Learner })
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account…' }))
}

describe('the own data', () => {
  test('that cannot be downloaded says why', async () => {
    replies['/api/account/data'] = refuses({ code: 'unavailable' })
    render(<DownloadData />, { wrapper: Learner })
    await userEvent.click(screen.getByRole('button', { name: 'Download my data' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to download your data')
  })

  test('is deleted only with the password, and a wrong one is told in the dialog', async () => {
    replies['/api/account'] = refuses({ code: 'wrong_password' })
    await openDialog()
    await userEvent.type(await screen.findByLabelText('Password'), 'not it')
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
    expect(await screen.findByText('Wrong password.')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Delete your account?' })).toBeTruthy()
    expect(requests.at(-1)?.body).toEqual({ password: 'not it' })
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  test('asks for a password that can be shown, and says why', async () => {
    await openDialog()
    const password = await screen.findByLabelText<HTMLInputElement>('Password')
    expect(password.type).toBe('password')
    expect(
      document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe("We ask for it to make sure it's you.")
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.type).toBe('text')
  })

  test('is deleted without one by a learner who signs in with Google, and a refusal is told', async () => {
    replies['/identity/account'] = says({ ...own, hasPassword: false })
    replies['/api/account'] = refuses({ code: 'unavailable' })
    await openDialog()
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Tengrand is not available')
    expect(requests.at(-1)?.body).toEqual({})
  })

  test('is deleted with the password also where it could not be found out whether there is one', async () => {
    replies['/identity/account'] = refuses({ code: 'unavailable' })
    await openDialog()
    expect(await screen.findByLabelText('Password')).toHaveProperty('required', false)
  })

  test('that is gone ends the session, which says why', async () => {
    replies['/api/account'] = says({ deleted: true })
    await openDialog()
    const onRefused = vi.fn<(why: string) => void>()
    rememberVisit()
    setTokenSource({ getToken: async () => 'token', onRefused })
    await userEvent.type(await screen.findByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(onRefused).toHaveBeenCalledWith('account_deleted'))
    // The next sign-in screen greets a first visit.
    expect(hasVisited()).toBe(false)
  })

  test('stays where somebody thinks better of it', async () => {
    await openDialog()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep my account' }))
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(timesAsked('DELETE /api/account')).toBe(0)
  })
})
