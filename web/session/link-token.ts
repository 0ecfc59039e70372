// The token of a link in an email: moved from the address to the history, for the pages behind such links.
import { rewriteEntry } from '../browser/browser-router.tsx'
import type { LoginState } from './login-state.ts'

export function tokenIn(state: unknown): string {
  const { token }: Partial<Record<keyof LoginState, unknown>> = Object(state)
  return typeof token === 'string' ? token : ''
}

/** Moves a token from the address bar, where others could see it, to the history entry, which survives a reload. */
export function hideToken(token: string): void {
  const { hash, search, pathname } = window.location
  if (hash + search !== '') rewriteEntry({ token } satisfies LoginState, pathname)
}
