// Tests of navigation in the whole app: redirects with and without a session, page titles, history and focus.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  address,
  ann,
  bob,
  expectPage,
  heading,
  openAt,
  openPage,
  provider,
  reload,
  testApp,
} from '../testing/app.tsx'
import { add } from '../testing/fill.ts'
import { postMessageTo } from '../testing/provider.ts'

testApp()

const link = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })
const logOut = () => userEvent.click(screen.getByRole('button', { name: 'Logout' }))

async function signIn(email = ann): Promise<void> {
  add(await screen.findByLabelText('Email'), email)
  add(screen.getByLabelText('Password'), provider.passwords[email] ?? '')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign In' }))
}

const pages = [
  { path: '/dashboard', name: 'Dashboard' },
  { path: '/portfolio', name: 'Portfolio' },
  { path: '/portfolio/orders', name: 'Orders' },
  { path: '/portfolio/runs', name: 'Runs' },
  { path: '/insights', name: 'Insights' },
  { path: '/transactions', name: 'Transaction History' },
  { path: '/stock/aapl', name: 'AAPL' },
  { path: '/leaderboard', name: 'Leaderboard' },
  { path: '/getting-started', name: 'Getting Started' },
  { path: '/getting-started/basics', name: 'Investment Basics' },
  { path: '/getting-started/strategies', name: 'Trading Strategies' },
  { path: '/getting-started/platform', name: 'Using Tengrand' },
  { path: '/pro', name: 'Go Pro' },
  { path: '/waitlist', name: 'Join the Pro waitlist' },
]

describe('nobody signed in', () => {
  test.each(['/', '/login'])('meets the sign-in screen at %s', async (path) => {
    await openAt(path)
    await expectPage('Welcome back', path)
    expect(screen.queryByRole('navigation')).toBeNull()
    await waitFor(() => expect(provider.asked).toEqual(['GET /config.json']))
    const names = ['Real-time Data', 'Virtual Trading', 'Portfolio Analytics', 'Secure & Private']
    for (const name of names) expect(screen.getByRole('heading', { name })).toBeTruthy()
  })

  test.each([...pages, { path: '/no/such/page' }, { path: '//evil.example/portfolio' }])(
    'is sent from $path to the front page',
    async ({ path }) => {
      // With its origin, because a browser takes two leading slashes for the start of another server's address.
      await openAt(window.location.origin + path)
      await expectPage('Welcome back', '/')
      expect(screen.queryByRole('navigation')).toBeNull()
    },
  )

  test('may choose a new password', async () => {
    await openAt('/reset-password#token=good')
    await expectPage('Choose a new password', '/reset-password')
  })

  test('comes back to the page that was asked for, with everything in its address', async () => {
    await openAt('/stock/msft?from=mail#chart')
    await signIn()
    await expectPage('MSFT', '/stock/msft?from=mail#chart')
  })

  test('comes back to the form of the waitlist, with the email filled in', async () => {
    await openAt('/waitlist')
    await signIn()
    await expectPage('Join the Pro waitlist', '/waitlist')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ann)
  })

  test('comes back to it even after a reload', async () => {
    await openPage('/leaderboard', 'Welcome back')
    await reload()
    await signIn()
    await expectPage('Leaderboard', '/leaderboard')
  })

  test.each(['/', '/login', '/no/such/page'])('goes on from %s to the dashboard', async (path) => {
    await openAt(path)
    await signIn()
    await expectPage('Dashboard', '/dashboard')
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 7])(
    'is not led to %s, whoever wrote that into the history',
    async (from) => {
      await openAt('/login', { from })
      await signIn()
      await expectPage('Dashboard', '/dashboard')
    },
  )
})

describe('somebody signed in', () => {
  beforeEach(() => provider.remember(ann))

  test.each([
    ...pages,
    { path: '/', name: 'Dashboard', leadsTo: '/dashboard' },
    { path: '/login', name: 'Dashboard', leadsTo: '/dashboard' },
    { path: '/no/such/page', name: 'Dashboard', leadsTo: '/dashboard' },
    { path: '/stock/%20', name: 'Dashboard', leadsTo: '/dashboard' },
    { path: '/waitlist/thanks', name: 'Dashboard', leadsTo: '/dashboard' },
  ])('finds $name at $path', async ({ path, name, ...rest }) => {
    await openAt(path)
    await expectPage(name, 'leadsTo' in rest ? rest.leadsTo : path)
    await waitFor(() => expect(document.title).toBe(`${name} · Tengrand`))
    expect(screen.getByRole('main')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
    expect(within(screen.getByRole('banner')).getByText(ann)).toBeTruthy()
  })

  test('may choose a new password too', async () => {
    await openPage('/reset-password#token=good', 'Choose a new password')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('sees nothing until that is known', async () => {
    const late = Promise.withResolvers<Response>()
    provider.replies['/identity/token'] = () => late.promise
    const opening = openAt('/portfolio')
    expect(document.body.textContent).toBe('')
    expect(address()).toBe('/portfolio')
    delete provider.replies['/identity/token']
    late.reject(new TypeError('fetch failed'))
    await opening
    await heading('Portfolio')
  })

  test('leaves for /login, and goes to the dashboard the next time', async () => {
    await openPage('/transactions', 'Transaction History')
    await logOut()
    await expectPage('Welcome back', '/login')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByRole('status')).toBeNull()
    await signIn()
    await expectPage('Dashboard', '/dashboard')
  })

  test('cannot go back to what was there before the logout', async () => {
    await openPage('/portfolio', 'Portfolio')
    await userEvent.click(link('Transactions'))
    await heading('Transaction History')
    await logOut()
    await heading('Welcome back')
    const back = new Promise((done) => window.addEventListener('popstate', done, { once: true }))
    window.history.back()
    await act(() => back)
    await expectPage('Welcome back', '/login')
  })

  test('is signed out here when they sign out in another tab', async () => {
    await openPage('/portfolio', 'Portfolio')
    postMessageTo('tengrand-session', 'out')
    await expectPage('Welcome back', '/login')
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('is told so when the session is over, and comes back to the same page', async () => {
    const identity = await openPage('/stock/nvda', 'NVDA')
    provider.signedIn = null
    await act(() => identity.getToken({ forceRefresh: true }))
    await expectPage('Welcome back', '/login')
    expect(screen.getByRole('status').textContent).toBe(
      'You have been signed out. Please sign in again.',
    )
    await signIn()
    await expectPage('NVDA', '/stock/nvda')
  })

  test('is replaced by somebody else who signs in in another tab', async () => {
    await openPage('/leaderboard', 'Leaderboard')
    provider.remember(bob)
    postMessageTo('tengrand-session', 'in')
    expect(await screen.findByText(bob)).toBeTruthy()
    expect(screen.queryByText(ann)).toBeNull()
    expect(address()).toBe('/leaderboard')
  })

  test('leaves the focus alone on the page that is opened first', async () => {
    await openPage('/dashboard', 'Dashboard')
    expect(document.activeElement).toBe(document.body)
  })

  test('reads on at the heading, from the top of the page, when a link is followed', async () => {
    await openPage('/dashboard', 'Dashboard')
    await userEvent.click(link('Portfolio'))
    const portfolio = await heading('Portfolio')
    await waitFor(() => expect(document.activeElement).toBe(portfolio))
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
  })

  test('reads on at the heading of the first page too, after going back to it', async () => {
    await openPage('/dashboard', 'Dashboard')
    await userEvent.click(link('Portfolio'))
    await heading('Portfolio')
    window.history.back()
    const dashboard = await heading('Dashboard')
    await waitFor(() => expect(document.activeElement).toBe(dashboard))
  })

  test('finds the way back to the dashboard', async () => {
    await openPage('/leaderboard', 'Leaderboard')
    await userEvent.click(link('Dashboard'))
    await heading('Dashboard')
    expect(screen.getByRole('heading', { name: /^Portfolio value/ })).toBeTruthy()
  })

  test('goes to the dashboard in one step, and the frame stays', async () => {
    await openPage('/leaderboard', 'Leaderboard')
    const banner = screen.getByRole('banner')
    const entries = window.history.length
    const replaced = vi.spyOn(window.history, 'replaceState')
    expect(link('Dashboard').getAttribute('href')).toBe('/')
    await userEvent.click(link('Dashboard'))
    await heading('Dashboard')
    expect(screen.getByRole('banner')).toBe(banner)
    expect(replaced).not.toHaveBeenCalled()
    expect(window.history.length).toBe(entries + 1)
    await userEvent.click(link('Dashboard'))
    expect(window.history.length).toBe(entries + 1)
    expect(address()).toBe('/dashboard')
  })

  test('finds the sixteen stocks, each with its page', async () => {
    await openPage('/dashboard', 'Dashboard')
    const market = within(screen.getByRole('region', { name: 'Market' }))
    expect(market.getAllByRole('link')).toHaveLength(16)
    await userEvent.click(market.getByRole('link', { name: /NVDA/ }))
    await heading('NVDA')
    expect(screen.getByText('NVIDIA Corporation')).toBeTruthy()
  })
})

test('a server that cannot say who is here shows the sign-in screen after a while', async () => {
  provider.remember(ann)
  provider.replies['/identity/token'] = () => Response.json({}, { status: 404 })
  await openAt('/portfolio')
  await expectPage('Welcome back', '/')
})
