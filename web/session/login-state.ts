// The history state of the screens before the sign-in: the page to return to, a notice, a token. It is not in the address, so
// that no link from elsewhere can say where a sign-in leads.
import { accessRefusalCodes } from '../api/token-source.ts'
import { rewriteEntry } from '../browser/browser-router.tsx'
import { paths } from '../browser/paths.ts'
import { loadItem, saveItem } from '../browser/storage.ts'
import { isPrerenderedShown, replacePrerendered } from '../ui/prerendered-sign-in.ts'

/** The boot script in index.html reads it, too. */
export const visitedKey = 'tengrand-visited'

/** Whether anybody has ever been signed in in this browser. */
export const hasVisited = (): boolean => loadItem('localStorage', visitedKey) !== null

export const rememberVisit = (): void => saveItem('localStorage', visitedKey, '1')

export interface LoginState {
  /** The page that was asked for. */
  readonly from?: string
  readonly notice?: NoticeName
  /** Of the link in a message, for a reload. */
  readonly token?: string
}

const noticeNames = [
  'signed-out',
  'password-changed',
  'account_deleted',
  ...accessRefusalCodes,
] as const

export type NoticeName = (typeof noticeNames)[number]

/** An address in the app; two slashes would begin the name of another server. */
export function returnTo(state: unknown): string | null {
  const from = valueOf(state, 'from')
  return /^\/(?![/\\])/.test(from) ? from : null
}

export const noticeIn = (state: unknown): NoticeName | undefined =>
  noticeNames.find((name) => name === valueOf(state, 'notice'))

export const tokenIn = (state: unknown): string => valueOf(state, 'token')

function valueOf(state: unknown, name: keyof LoginState): string {
  const value: unknown = Object(state)[name]
  return typeof value === 'string' ? value : ''
}

const returnKey = 'tengrand-from'

/** While the browser is at another issuer: the history of the app knows nothing of that visit. */
export const saveReturnPath = (state: unknown): void =>
  saveItem('sessionStorage', returnKey, returnTo(state))

/** Before anything is drawn. It is good for one sign-in, whether that led back here or not. */
export function restoreReturnPath(): void {
  const from = loadItem('sessionStorage', returnKey)
  saveItem('sessionStorage', returnKey, null)
  if (from !== null && window.location.pathname === paths.login) {
    rewriteEntry({ from } satisfies LoginState)
  }
}

/**
 * Before anything is drawn, where the page itself shows the sign-in screen already: whoever asked for another page is at
 * the front page from the first, and what they are typing is not interrupted by being sent there.
 */
export function startAtSignIn(): void {
  const { pathname, search, hash } = window.location
  if (!isPrerenderedShown()) return replacePrerendered()
  if (pathname === paths.front || pathname.toLowerCase() === paths.login) return
  rewriteEntry({ from: pathname + search + hash } satisfies LoginState, paths.front)
}
