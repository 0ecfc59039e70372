// The page that was asked for, on the way to another issuer and back: a visit that the history of the app knows nothing of.
import { rewriteEntry } from './browser-router.tsx'
import { keep, kept } from './kept.ts'
import { returnTo, type Visit } from './visit.ts'

const key = 'tengrand-from'

export const keepWayBack = (state: unknown): void => keep('sessionStorage', key, returnTo(state))

/** Before anything is drawn. It is good for one way, whether that led back here or not. */
export function takeWayBack(): void {
  const from = kept('sessionStorage', key)
  keep('sessionStorage', key, null)
  if (from !== null && window.location.pathname === '/login') {
    rewriteEntry({ from } satisfies Visit)
  }
}
