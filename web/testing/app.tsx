// Renders the whole app at an address, signed in or signed out.
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

import { App } from '../app/app.tsx'
import { BrowserRouter } from '../browser/browser-router.tsx'
import { openIdentity, type OpenIdentity } from '../session/open.ts'
import { browserSources } from '../market/quotes/browser.ts'
import { makeQuotes } from '../market/quotes/quotes.ts'
import { QuotesContext } from '../market/quotes/use-quote.ts'
import { rememberVisit, restoreReturnPath } from '../session/login-state.ts'
import { closeBrowser, openBrowser, type Provider } from './provider.ts'

export { ann, bob } from './provider.ts'

export let provider: Provider

export const scrolledIntoView = vi.fn<Element['scrollIntoView']>()

/** Opens a browser with the mark of an earlier visit. */
function setUpApp(): void {
  provider = openBrowser()
  rememberVisit()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  scrolledIntoView.mockReset()
  Element.prototype.scrollIntoView = scrolledIntoView
  vi.spyOn(console, 'warn').mockImplementation(() => {})
}

function tearDownApp(): void {
  cleanup()
  closeBrowser()
}

/** Registers set-up and tear-down for every test of a file; `setUp` adds to the set-up. */
export function testApp(setUp?: () => void | Promise<void>): void {
  beforeEach(async () => {
    setUpApp()
    await setUp?.()
  })
  afterEach(tearDownApp)
}

/** Opens an address and waits until the session is known. */
export async function openAt(path: string, state?: unknown): Promise<OpenIdentity> {
  window.history.pushState(state === undefined ? null : { state, key: 'opened' }, '', path)
  return reload()
}

/** Reloads the tab: only storage, cookies and history survive. */
export async function reload(): Promise<OpenIdentity> {
  cleanup()
  restoreReturnPath()
  const identity = openIdentity()
  render(
    <QuotesContext value={makeQuotes(document, browserSources)}>
      <BrowserRouter>
        <App identity={identity} />
      </BrowserRouter>
    </QuotesContext>,
    { container: document.body.appendChild(newRoot()) },
  )
  await act(() => vi.waitFor(() => expectKnown(identity)))
  return identity
}

/** The element of index.html that the app draws into. */
const newRoot = () => Object.assign(document.createElement('div'), { id: 'root' })

function expectKnown(identity: OpenIdentity): void {
  if (identity.getState().kind === 'loading') throw new Error('not known yet')
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Waits for the heading of a page, and checks the address. */
export async function expectPage(name: string, path: string): Promise<HTMLElement> {
  const found = await heading(name)
  expect(address()).toBe(path)
  return found
}

/** Opens an address and waits for the heading of its page. */
export async function openPage(path: string, title: string): Promise<OpenIdentity> {
  const identity = await openAt(path)
  await heading(title)
  return identity
}

/** The address in the address bar. */
export const address = (): string => window.location.href.slice(window.location.origin.length)
