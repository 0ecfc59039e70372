// Tests the account button of the header: the email, and the logout.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { ann, heading, openPage, provider, testApp } from '../testing/app.tsx'
import { isDown, tokenOf } from '../testing/provider.ts'

testApp(() => provider.remember(ann))

const banner = () => within(screen.getByRole('banner'))

test('the account shows the email and a logout button', async () => {
  await openPage('/pro', 'Go Pro')
  expect(banner().getByText(ann).title).toBe(ann)
  expect(banner().getByRole('button', { name: 'Logout' })).toBeTruthy()
})

test('the account shows a logout button to a learner who has no email', async () => {
  const token = tokenOf({ email: null })
  provider.replies['/identity/token'] = () => Response.json({ token })
  await openPage('/pro', 'Go Pro')
  expect(banner().getByRole('button', { name: 'Logout' })).toBeTruthy()
})

test('the logout lets people go even where the server does not hear of it at once', async () => {
  await openPage('/pro', 'Go Pro')
  provider.replies['/identity/sign-out'] = isDown
  await userEvent.click(banner().getByRole('button', { name: 'Logout' }))
  await heading('Welcome back')
  expect(provider.signedIn).toBe(ann)
  delete provider.replies['/identity/sign-out']
  await waitFor(() => expect(provider.signedIn).toBeNull())
})
