// The path that was asked for, saved while the browser is at another issuer: the history of the app knows nothing of that visit.
import { rewriteEntry } from '../browser/browser-router.tsx'
import { loadItem, saveItem } from '../browser/storage.ts'
import { paths } from '../browser/paths.ts'
import { isFrontShown, takeOverFront } from '../ui/front.ts'
import { returnTo, type Visit } from './visit.ts'

const key = 'tengrand-from'

export const saveReturnPath = (state: unknown): void =>
  saveItem('sessionStorage', key, returnTo(state))

/** Before anything is drawn. It is good for one sign-in, whether that led back here or not. */
export function restoreReturnPath(): void {
  const from = loadItem('sessionStorage', key)
  saveItem('sessionStorage', key, null)
  if (from !== null && window.location.pathname === paths.login) {
    rewriteEntry({ from } satisfies Visit)
  }
}

/**
 * Before anything is drawn, where the page itself shows the sign-in screen already: whoever asked for another page is at
 * the front page from the first, and what they are typing is not interrupted by being sent there.
 */
export function startAtFront(): void {
  const { pathname, search, hash } = window.location
  if (!isFrontShown()) return takeOverFront()
  if (pathname === paths.front || pathname.toLowerCase() === paths.login) return
  rewriteEntry({ from: pathname + search + hash } satisfies Visit, paths.front)
}
