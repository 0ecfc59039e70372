// Tests how a guest keeps the result of a lesson in an account, and how one comes back with the organiser's code.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import {
  address,
  ann,
  expectPage,
  heading,
  openAt,
  provider,
  reload,
  testApp,
} from '../testing/app.tsx'
import { add } from '../testing/fill.ts'
import { lessonBoard, lessonIn } from '../testing/lesson-play.ts'
import { embedded, refuses } from '../testing/provider.ts'

const over = lessonIn('over')

testApp(() => {
  localStorage.setItem('tengrand-guest', JSON.stringify({ league: 'l-1', name: 'Zoé K' }))
  provider.replies['/api/leagues/l-1'] = () => Response.json(over)
  provider.replies['/api/leagues/l-1/board'] = () => Response.json({ ...lessonBoard, final: true })
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const keeps = () => provider.asked.filter((asked) => asked === 'POST /api/guest/keep')

async function signIn(): Promise<void> {
  add(await screen.findByLabelText('Email'), ann)
  add(screen.getByLabelText('Password'), provider.passwords[ann] ?? '')
  await press('Sign In')
}

describe('keeping a result', () => {
  test('is offered after the end, leads through the sign-in, and moves it', async () => {
    provider.rememberGuest('l-1')
    provider.replies['/api/guest/keep'] = () => Response.json(over)
    await openAt('/leagues/l-1/play')
    await screen.findByRole('heading', { level: 2, name: 'Keep my result' })
    expect(screen.getByText(/it stays, with the display name of the account\.$/)).toBeTruthy()
    expect(
      screen.getByText(
        'Are you under the age of consent where you live? Ask your school or a parent first.',
      ),
    ).toBeTruthy()
    await press('Sign up or sign in')
    await heading('Welcome back')
    await reload()
    await signIn()
    await expectPage('Economics 10', '/leagues/l-1')
    expect(provider.bodies).toContainEqual({ league: 'l-1' })
    expect(keeps()).toHaveLength(1)
    expect(localStorage.getItem('tengrand-guest')).toBeNull()
    expect(screen.queryByText('Keep my result')).toBeNull()
  })

  test('is not offered to those who have an account', async () => {
    provider.remember(ann)
    await openAt('/leagues/l-1/play')
    await heading('Economics 10')
    await screen.findByRole('link', { name: 'See the final board' })
    expect(screen.queryByText('Keep my result')).toBeNull()
  })

  test('is a sign-in alone where there are no new accounts', async () => {
    provider.config = { ...embedded, signUp: 'closed' }
    provider.rememberGuest('l-1')
    await openAt('/join/keep/l-1')
    expect(await screen.findByText(/^You can't create an account here\./)).toBeTruthy()
    await press('Sign in')
    await heading('Welcome back')
    expect(screen.queryByRole('button', { name: 'Create an account' })).toBeNull()
  })

  test.each([
    ['already_member', /^Your account is in this lesson already/],
    ['not_over_yet', /^This comes when the lesson is over/],
  ] as const)('says why it was refused: %s', async (code, words) => {
    provider.remember(ann)
    provider.replies['/api/guest/keep'] = refuses({ code })
    await openAt('/join/keep/l-1')
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(address()).toBe('/join/keep/l-1')
  })

  test('says that the browser has no guest there', async () => {
    provider.remember(ann)
    provider.replies['/api/guest/keep'] = refuses({ code: 'no_guest' })
    provider.replies['/api/leagues/l-1'] = refuses({ code: 'unknown_league' })
    await openAt('/join/keep/l-1')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This browser has no guest/)
    expect(screen.getByRole('link', { name: 'Your leagues' })).toBeTruthy()
  })

  test('whose answer was lost is found to be done', async () => {
    provider.remember(ann)
    provider.replies['/api/guest/keep'] = refuses({ code: 'no_guest' })
    await openAt('/join/keep/l-1')
    await expectPage('Economics 10', '/leagues/l-1')
  })
})

describe("the organiser's code", () => {
  const returns = () => {
    provider.replies['/api/guest/return'] = () => {
      provider.rememberGuest('l-1')
      return Response.json({ token: 'token', league: 'l-1', portfolio: 'p', name: 'Zoé K' })
    }
  }

  test('lets the guest back in, and leaves the address', async () => {
    returns()
    const seen: string[] = []
    const replaced = vi.spyOn(window.history, 'replaceState')
    await openAt('/join/back#PASS-1')
    await expectPage('Economics 10', '/leagues/l-1/play')
    for (const [, , to] of replaced.mock.calls) seen.push(String(to))
    expect(seen[0]).toMatch(/\/join\/back$/)
    expect(provider.bodies).toContainEqual({ pass: 'PASS-1' })
    expect(provider.asked.filter((asked) => asked.includes('PASS'))).toEqual([])
  })

  test('that was used already says so', async () => {
    provider.replies['/api/guest/return'] = refuses({ code: 'expired_pass' })
    await openAt('/join/back#PASS-1')
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /has expired or was already used/,
    )
    expect(address()).toBe('/join/back')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('asks those who would be signed out', async () => {
    returns()
    provider.remember(ann)
    await openAt('/join/back#PASS-1')
    const go = await screen.findByRole('button', { name: 'Go on as the guest' })
    expect(provider.asked).not.toContain('POST /api/guest/return')
    await userEvent.click(go)
    await expectPage('Economics 10', '/leagues/l-1/play')
  })

  test('is needed for the page', async () => {
    await openAt('/join/back')
    expect((await screen.findByRole('alert')).textContent).toMatch(/needs the QR code/)
  })
})
