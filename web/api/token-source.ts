// Who speaks for the person that is signed in: the session names them, and the client of the API asks them.

export interface Bearer {
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | undefined>
  /** The server does not let them in any more. */
  readonly onRefused: (why: Refused) => void
}

/** Not even a fresh token was accepted, the account is gone, or the server does not take this person. */
export type Refused = 'lost' | 'account_deleted' | (typeof turnedAway)[number]

/** With these codes it says so. */
export const turnedAway = ['sign_up_closed', 'domain_not_allowed', 'account_locked'] as const

let bearer: Bearer | undefined

export function setBearer(next: Bearer | undefined): void {
  bearer = next
}

export const currentBearer = (): Bearer | undefined => bearer
