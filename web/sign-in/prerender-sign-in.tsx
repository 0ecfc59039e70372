// Renders the sign-in screen to HTML for the build, for a first visit and a later one. Its fields and its submit button work;
// the other buttons are disabled.
import { renderToStaticMarkup } from 'react-dom/server'

import { paths } from '../browser/paths.ts'
import type { OpenIdentity } from '../session/open.ts'
import { assumedProvider } from '../session/session-store.ts'
import { Router, type RouterState } from '../browser/router.tsx'
import { SessionProvider } from '../session/session.tsx'
import { rememberVisit } from '../session/login-state.ts'
import { busyLabel } from './form.tsx'
import SignInPage from './sign-in-page.tsx'

export function prerenderSignIn(): string {
  const first = draw()
  rememberVisit()
  const back = words.exec(draw())
  if (!back) throw new Error('The sign-in screen has no heading with a sentence')
  const markup = first
    .replace(words, (_, ...parts: string[]) =>
      [1, 2, 3, 4, 5]
        .map((part) => (part % 2 === 0 ? both(parts[part - 1], back[part]) : parts[part - 1]))
        .join(''),
    )
    // Outside a dialog this method submits nothing, so that no password gets into an address.
    .replace('<form ', '<form method="dialog" ')
    .replaceAll('<button ', '<button disabled ')
    // The boot script remembers a submission, and the app repeats it.
    .replace(submitButton, (_, attributes: string, label: string) =>
      [
        `<button ${attributes}>`,
        `<span data-for="waiting">${label}</span><span data-for="submitted">${busyLabel}</span>`,
        '</button>',
      ].join(''),
    )
  return `<div data-prerendered-sign-in>${markup}</div>`
}

/** The heading and the sentence, which differ between the two visits. */
const words = /(<h1[^>]*>)(.*?)(<\/h1><p[^>]*>)(.*?)(<\/p>)/

const submitButton = /<button disabled ([^>]*name="go"[^>]*)>(.*?)<\/button>/

const both = (first = '', back = ''): string =>
  `<span data-for="first">${first}</span><span data-for="back">${back}</span>`

const draw = (): string =>
  renderToStaticMarkup(
    <Router state={here}>
      <SessionProvider identity={signedOut}>
        <SignInPage preload={nothing} />
      </SessionProvider>
    </Router>,
    { identifierPrefix: 'prerendered' },
  )

const nothing = (): void => {}

const here: RouterState = {
  location: { pathname: paths.front, search: '', hash: '', state: null, key: 'first' },
  navigationType: 'POP',
  navigate: nothing,
}

const never = (): Promise<never> => new Promise(() => {})

const signedOut: OpenIdentity = {
  getState: () => ({ kind: 'signed-out' }),
  subscribe: () => nothing,
  getProvider: () => assumedProvider,
  getMarket: () => null,
  warmUp: nothing,
  getToken: never,
  signIn: never,
  signUp: never,
  signInWithGoogle: never,
  signInAtIssuer: never,
  adopt: never,
  sendPasswordReset: never,
  confirmPasswordReset: never,
  signOut: never,
}
