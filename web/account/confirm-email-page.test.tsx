// Tests the page behind the link of a confirmation email, which confirms nothing until its button is pressed.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { address, ann, heading, openAt, provider, testApp } from '../testing/app.tsx'
import { refuses } from '../testing/provider.ts'

testApp()

const asked = () => provider.asked.filter((what) => what === 'POST /identity/confirm-email')
const press = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Confirm email address' }))

const wayTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
function expectWaysToAnotherMessage() {
  expect(wayTo('leaderboard')).toBe('/leaderboard')
  expect(wayTo('Password and Email')).toBe('/account')
}

test('the page alone confirms nothing, and takes the token out of the address', async () => {
  await openAt('/confirm-email#token=good')
  await heading('Confirm your email')
  expect(address()).toBe('/confirm-email')
  expect(asked()).toEqual([])
})

test('the button confirms it, also for somebody who is not signed in', async () => {
  provider.replies['/identity/confirm-email'] = () =>
    Response.json({ email: ann, isChanged: false })
  await openAt('/confirm-email#token=good')
  await press()
  await heading('Your email is confirmed')
  expect(screen.getByRole('status').textContent).toBe(
    'ann@example.com is confirmed. Make a trade to join the next ranking.',
  )
  expect(provider.bodies).toEqual([{ token: 'good' }])
  expect(screen.getByRole('link', { name: 'Go to Tengrand' })).toBeTruthy()
})

test('another email is shown at once to whoever is signed in', async () => {
  provider.remember(ann)
  const identity = await openAt('/confirm-email#token=good')
  provider.replies['/identity/confirm-email'] = () => {
    provider.signedIn = 'ann@north.example'
    return Response.json({ email: 'ann@north.example', isChanged: true })
  }
  await press()
  await heading('Your email is confirmed')
  expect(screen.getByRole('status').textContent).toContain(
    'From now on, sign in with ann@north.example',
  )
  expect(identity.getState()).toMatchObject({ email: 'ann@north.example' })
})

test('a link that is no longer good says so', async () => {
  provider.replies['/identity/confirm-email'] = refuses({ code: 'expired_link' })
  await openAt('/confirm-email#token=old')
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link has expired or was already used. Need a new one? Get it on the leaderboard, or under Password and Email if you changed your address.',
  )
  expect(document.activeElement).toBe(await heading('This link no longer works'))
  expect(screen.queryByRole('button', { name: /^(?!Simulated prices)/ })).toBeNull()
  expectWaysToAnotherMessage()
})

test('without a link there is nothing to press', async () => {
  await openAt('/confirm-email')
  await heading('Confirm your email')
  expect(screen.getByRole('alert').textContent).toContain('needs the link from your email')
  expectWaysToAnotherMessage()
  expect(screen.queryByRole('button', { name: /^(?!Simulated prices)/ })).toBeNull()
})
