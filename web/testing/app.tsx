// The whole app in a browser that is at an address, with somebody signed in or nobody.
import { act, cleanup, render, screen } from '@testing-library/react'
import { vi } from 'vitest'

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

/** There is no layout here, and so nothing out of sight. */
export const scrolledIntoView = vi.fn<Element['scrollIntoView']>()

/** In a browser in which somebody has been signed in before. */
export function setUpApp(): void {
  provider = openBrowser()
  rememberVisit()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  scrolledIntoView.mockReset()
  Element.prototype.scrollIntoView = scrolledIntoView
  vi.spyOn(console, 'warn').mockImplementation(() => {})
}

export function tearDownApp(): void {
  cleanup()
  closeBrowser()
}

/** Types an address into the browser and waits until it is known who is here. */
export async function openAt(path: string, state?: unknown): Promise<OpenIdentity> {
  window.history.pushState(state === undefined ? null : { state, key: 'opened' }, '', path)
  return reload()
}

/** The same tab again, with nothing but what the browser keeps. */
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
  )
  await act(() => vi.waitFor(() => expectKnown(identity)))
  return identity
}

function expectKnown(identity: OpenIdentity): void {
  if (identity.getState().kind === 'loading') throw new Error('not known yet')
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** As the address bar shows it. */
export const address = (): string => window.location.href.slice(window.location.origin.length)
