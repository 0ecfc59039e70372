// Tests the links from one guide to the next, and addresses with the hash of a section.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import {
  ann,
  expectPage,
  heading,
  openAt,
  openPage,
  provider,
  scrolledIntoView,
  testApp,
} from '../testing/app.tsx'

testApp(() => provider.remember(ann))

test('a learner reads all guides one after the other', async () => {
  await openPage('/getting-started', 'Getting Started')
  await userEvent.click(screen.getByRole('link', { name: 'Investment Basics' }))
  await heading('Investment Basics')
  const next = () =>
    userEvent.click(
      within(screen.getByRole('navigation', { name: 'More guides' })).getByRole('link', {
        name: /^Next/,
      }),
    )
  await next()
  const strategies = await heading('Trading Strategies')
  await waitFor(() => expect(document.activeElement).toBe(strategies))
  await next()
  await heading('Using Tengrand')
  await next()
  await expectPage('Dashboard', '/dashboard')
})

test('an address that names a section leads to it', async () => {
  await openAt('/getting-started/basics#risk')
  const section = await screen.findByRole('heading', { level: 2, name: 'What risk means' })
  await waitFor(() => expect(document.activeElement).toBe(section))
  expect(scrolledIntoView.mock.contexts).toEqual([section])
})

test('an address that names no section of the guide begins at its top', async () => {
  await openPage('/getting-started/basics#no-such-section', 'Investment Basics')
  expect(scrolledIntoView).not.toHaveBeenCalled()
})
