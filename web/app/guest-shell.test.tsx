// Tests the app for a guest of a lesson: its pages alone, no call that a guest may not make, and the end of the session.
import { api } from '@tengrand/contract/api.ts'
import { guestCalls } from '@tengrand/contract/guest-calls.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { matchPath } from '../browser/router.tsx'
import { address, expectPage, openAt, provider, reload, testApp } from '../testing/app.tsx'
import { lessonIn } from '../testing/lesson-play.ts'
import { refuses } from '../testing/provider.ts'
import { routes } from './routes.ts'

const own = '/leagues/l-1/play'

testApp(() => {
  localStorage.setItem('tengrand-guest', JSON.stringify({ league: 'l-1', name: 'Zoé K' }))
  provider.rememberGuest('l-1')
  provider.replies['/api/leagues/l-1'] = () => Response.json(lessonIn('over'))
})

const expectPlay = () => expectPage('Economics 10', own)
const expectOut = async () => {
  expect(await screen.findByText(/^You're not in the lesson any more\./)).toBeTruthy()
  expect(address()).toBe('/join')
}

/** The names of the calls that were made. */
const callsMade = () =>
  provider.asked.flatMap((asked) => {
    const [method, path = ''] = asked.split(' ')
    const [pathname = ''] = path.split('?')
    const location = { pathname, search: '', hash: '', state: null, key: '' }
    return Object.entries(api)
      .filter(([, { method: by, path: at }]) => by === method && matchPath(at, location))
      .map(([name]) => name as keyof typeof api)
      .slice(0, 1)
  })

const elsewhere = routes
  .filter(({ access, path }) => access !== 'anyone' && !path.startsWith('/leagues/:league'))
  .map(({ path }) => path.replace(/:\w+/, 'AAPL'))

describe('a guest', () => {
  test.each([
    ...elsewhere,
    '/no/such/page',
    '/leagues/l-2',
    '/leagues/l-2/play',
    '/leagues/l-1/screen',
    '/leagues/l-1/dashboard',
    '/leagues/l-1/stock/A',
  ])('is led from %s to the lesson', async (path) => {
    await openAt(path)
    await expectPage('Economics 10', path.endsWith('/stock/A') ? `${own}#A` : own)
  })

  test.each(['play', 'portfolio', 'transactions', 'insights', ''])(
    'has the page of the lesson "%s", without the header, and calls nothing that is refused',
    async (page) => {
      await openAt(`/leagues/l-1/${page}`.replace(/\/$/, ''))
      await screen.findByRole('heading', { level: 1 })
      await screen.findByRole('button', { name: 'Sign out' })
      expect(screen.queryByRole('banner')).toBeNull()
      expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
      expect(screen.queryByRole('combobox', { name: 'Search for a stock' })).toBeNull()
      expect(callsMade()).toContain('oneLeague')
      expect(callsMade().filter((name) => !guestCalls[name])).toEqual([])
    },
  )

  test('finds the lesson where the browser does not remember it', async () => {
    localStorage.removeItem('tengrand-guest')
    await openAt('/')
    await expectPlay()
  })

  test('signs out, and is not led back by the address', async () => {
    await openAt(own)
    await expectPlay()
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await expectPage('Join with a code', '/join')
    expect(provider.asked).toContain('POST /identity/sign-out')
    expect(screen.queryByText(/not in the lesson any more/)).toBeNull()
  })
})

describe('the end of the session', () => {
  test('is told while the page is open', async () => {
    const identity = await openAt(own)
    await expectPlay()
    provider.guestIn = null
    await act(() => identity.getToken({ forceRefresh: true }))
    await expectOut()
    expect(localStorage.getItem('tengrand-guest')).toBeNull()
  })

  test('is told after a reload, as a week later', async () => {
    provider.guestIn = null
    await openAt(own)
    await expectOut()
    await reload()
    await expectPage('Join with a code', '/join')
    expect(screen.queryByText(/not in the lesson any more/)).toBeNull()
  })

  test('is told to a guest who is in no lesson any more', async () => {
    provider.replies['/identity/get-session'] = () => Response.json({ user: null })
    await openAt('/dashboard')
    await expectOut()
    await waitFor(() => expect(provider.asked).toContain('POST /identity/sign-out'))
  })
})

test('a lesson that cannot be loaded can be tried again', async () => {
  localStorage.removeItem('tengrand-guest')
  provider.replies['/identity/get-session'] = refuses({ code: 'internal_error' })
  await openAt('/dashboard')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Failed to load the lesson/)
  delete provider.replies['/identity/get-session']
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await expectPlay()
})
