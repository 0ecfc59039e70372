// The history state of the screens before the sign-in: the page to return to, a notice, a token. It is not in the address, so
// that no foreign link decides where a sign-in leads.
import { accessRefusalCodes } from '../api/token-source.ts'
import { rewriteEntry } from '../browser/browser-router.tsx'
import { paths } from '../browser/paths.ts'
import { loadItem, saveItem } from '../browser/storage.ts'
import { isPrerenderedShown, replacePrerendered } from '../ui/prerendered-sign-in.ts'

/** The boot script in index.html reads it, too. */
export const visitedKey = 'tengrand-visited'

/** Whether there was ever a session in this browser. */
export const hasVisited = (): boolean => loadItem('localStorage', visitedKey) !== null

export const rememberVisit = (): void => saveItem('localStorage', visitedKey, '1')

export interface LoginState {
  /** The requested page. */
  readonly from?: string
  readonly notice?: NoticeName
  /** The token of a link in an email, which a reload needs again. */
  readonly token?: string
}

const noticeNames = [
  'signed-out',
  'password-changed',
  'account_deleted',
  ...accessRefusalCodes,
] as const

export type NoticeName = (typeof noticeNames)[number]

/** An address in the app; one that begins with two slashes would name another server. */
export function returnTo(state: unknown): string | null {
  const from = valueOf(state, 'from')
  return /^\/(?![/\\])/.test(from) ? from : null
}

export const noticeIn = (state: unknown): NoticeName | undefined =>
  noticeNames.find((name) => name === valueOf(state, 'notice'))

function valueOf(state: unknown, name: keyof LoginState): string {
  const value: unknown = Object(state)[name]
  return typeof value === 'string' ? value : ''
}

const returnKey = 'tengrand-from'

/** Stores the return path before a redirect to another issuer, which loses the history state. */
export const saveReturnPath = (state: unknown): void =>
  saveItem('sessionStorage', returnKey, returnTo(state))

/** Runs before the first render. The path is used once, whether the sign-in succeeded or not. */
export function restoreReturnPath(): void {
  const from = loadItem('sessionStorage', returnKey)
  saveItem('sessionStorage', returnKey, null)
  if (from !== null && window.location.pathname === paths.login) {
    rewriteEntry({ from } satisfies LoginState)
  }
}

/**
 * Runs before the first render. Where the prerendered sign-in is shown, it rewrites the address to the front page instead of a
 * redirect, which would interrupt typing.
 */
export function startAtSignIn(): void {
  const { pathname, search, hash } = window.location
  if (!isPrerenderedShown()) return replacePrerendered()
  if (pathname === paths.front || pathname.toLowerCase() === paths.login) return
  rewriteEntry({ from: pathname + search + hash } satisfies LoginState, paths.front)
}
