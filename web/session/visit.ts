// What a visit to the screens before the sign-in remembers. It stays in the browser's history and out of the address, so that no
// link from elsewhere can say where a sign-in leads.
import { turnedAway } from '../api/bearer.ts'
import { loadItem, saveItem } from '../browser/storage.ts'

/** The boot script in index.html reads it, too. */
export const visitedKey = 'tengrand-visited'

/** Whether anybody has ever been signed in in this browser. */
export const hasVisited = (): boolean => loadItem('localStorage', visitedKey) !== null

export const rememberVisit = (): void => saveItem('localStorage', visitedKey, '1')

export interface Visit {
  /** The page that was asked for. */
  readonly from?: string
  readonly notice?: NoticeName
  /** Of the link in a message, for a reload. */
  readonly token?: string
}

const noticeNames = ['signed-out', 'password-changed', 'account_deleted', ...turnedAway] as const

export type NoticeName = (typeof noticeNames)[number]

/** An address in the app; two slashes would begin the name of another server. */
export function returnTo(state: unknown): string | null {
  const from = valueOf(state, 'from')
  return /^\/(?![/\\])/.test(from) ? from : null
}

export const noticeIn = (state: unknown): NoticeName | undefined =>
  noticeNames.find((name) => name === valueOf(state, 'notice'))

export const tokenIn = (state: unknown): string => valueOf(state, 'token')

function valueOf(state: unknown, name: keyof Visit): string {
  const value: unknown = Object(state)[name]
  return typeof value === 'string' ? value : ''
}
