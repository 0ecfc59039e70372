// What a visit to the screens before the sign-in remembers. It stays in the browser's history and out of the address, so that no
// link from elsewhere can say where a sign-in leads.

import { textAt } from './text-at.ts'

/** Where it leads when no page was asked for. */
export const home = '/dashboard'

export interface Visit {
  /** The page that was asked for. */
  readonly from?: string
  readonly notice?: NoticeName
  /** Of the link in a letter, for a reload. */
  readonly token?: string
}

export type NoticeName = 'signed-out' | 'password-changed'

/** An address in the app; two slashes would begin the name of another server. */
export function returnTo(state: unknown): string | null {
  const from = valueOf(state, 'from')
  return /^\/(?![/\\])/.test(from) ? from : null
}

export function noticeIn(state: unknown): NoticeName | null {
  const notice = valueOf(state, 'notice')
  return notice === 'signed-out' || notice === 'password-changed' ? notice : null
}

export const tokenIn = (state: unknown): string => valueOf(state, 'token')

const valueOf = (state: unknown, name: keyof Visit): string => textAt(state, name)
