// Tests the boot script of index.html, which runs before the app: which files it preloads, and whether it shows the
// prerendered sign-in screen.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { bootRoutes } from '../build/page.ts'
import { rememberVisit } from '../session/login-state.ts'
import { routes as table } from './routes.ts'

const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')
const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
const files = {
  '/': ['/sign-in.js'],
  '/reset-password': ['/reset.js'],
  '/confirm-email': ['/confirm.js'],
  '/dashboard': ['/shell.js', '/dashboard.js'],
  '/stock': ['/shell.js', '/stock.js'],
  '/getting-started/basics': ['/shell.js', '/basics.js'],
}
/** The files by route, in the format that the build writes, but with names that the tests know. */
const named = new Map<string, readonly string[]>([
  ...Object.entries(files),
  ['/login', files['/']],
  ['/stock/:ticker', files['/stock']],
])
const routes = bootRoutes().map(([pattern, access], place) => [
  pattern,
  access,
  named.get(table[place]?.path ?? '') ?? [],
])

function bootAt(pathname: string, filled: readonly unknown[] = routes): string[] {
  document.head.innerHTML = '<meta name="color-scheme" content="light dark">'
  const code = script.replace('const routes = []', `const routes = ${JSON.stringify(filled)}`)
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- This is how it runs in a page, too.
  new Function('location', code)({ pathname })
  return [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href') ?? '')
}
const hints = {
  nobody: () => {},
  embedded: () => {
    document.cookie = 'other=1; Path=/'
    document.cookie = 'tengrand_session=1; Path=/'
  },
  visitor: rememberVisit,
  firebase: () => localStorage.setItem('tengrand-firebase', '1'),
}

afterEach(() => {
  delete document.documentElement.dataset['prerendered']
  document.cookie = 'tengrand_session=; Path=/; Max-Age=0'
})

describe('the boot script', () => {
  test.each([
    { who: 'nobody', path: '/', wanted: files['/'] },
    { who: 'nobody', path: '/login', wanted: files['/'] },
    { who: 'nobody', path: '/dashboard', wanted: files['/'] },
    { who: 'nobody', path: '/stock/AAPL', wanted: files['/'] },
    { who: 'nobody', path: '/no/such/page', wanted: files['/'] },
    { who: 'nobody', path: '/reset-password', wanted: files['/reset-password'] },
    { who: 'nobody', path: '/confirm-email', wanted: files['/confirm-email'] },
    { who: 'embedded', path: '/', wanted: files['/dashboard'] },
    { who: 'embedded', path: '/login', wanted: files['/dashboard'] },
    { who: 'embedded', path: '/stock/AAPL', wanted: files['/stock'] },
    { who: 'embedded', path: '/getting-started/basics', wanted: files['/getting-started/basics'] },
    { who: 'embedded', path: '/reset-password', wanted: files['/reset-password'] },
    { who: 'firebase', path: '/dashboard', wanted: files['/dashboard'] },
  ] as const)('fetches ahead for a visitor ($who) at $path: $wanted', ({ who, path, wanted }) => {
    hints[who]()
    expect(bootAt(path)).toEqual(wanted)
  })

  test.each([
    { who: 'nobody', path: '/', front: 'first' },
    { who: 'nobody', path: '/login', front: 'first' },
    { who: 'nobody', path: '/stock/AAPL', front: 'first' },
    { who: 'visitor', path: '/', front: 'back' },
    { who: 'nobody', path: '/reset-password', front: undefined },
    { who: 'nobody', path: '/Confirm-Email/', front: undefined },
    { who: 'embedded', path: '/', front: undefined },
    { who: 'firebase', path: '/login', front: undefined },
  ] as const)('shows ($who) at $path the sign-in screen of the page: $front', (visit) => {
    hints[visit.who]()
    bootAt(visit.path)
    expect(document.documentElement.dataset['prerendered']).toBe(visit.front)
  })

  test('remembers a submission until something else is typed, and sends nothing', () => {
    bootAt('/')
    document.body.innerHTML =
      '<div data-prerendered-sign-in><form><input><button>Sign In</button></form></div>'
    const { firstElementChild: signIn } = document.body
    const form = signIn?.querySelector('form')
    const submission = new Event('submit', { bubbles: true, cancelable: true })
    expect(form?.dispatchEvent(submission)).toBe(false)
    expect(signIn?.hasAttribute('data-submitted')).toBe(true)
    form?.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
    expect(signIn?.hasAttribute('data-submitted')).toBe(false)
    document.body.replaceChildren()
  })

  test('fetches nothing ahead while the app is being worked on', () => {
    expect(bootAt('/', bootRoutes())).toEqual([])
  })

  test('fetches what a visitor needs where the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(bootAt('/')).toEqual(files['/'])
  })
})
