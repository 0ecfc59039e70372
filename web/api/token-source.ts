// Whose token the calls of the API carry: the session sets it, and the client asks it.

export interface TokenSource {
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | undefined>
  /** The server does not let them in any more. */
  readonly onRefused: (why: Refused) => void
}

/** Not even a fresh token was accepted, the account is gone, or the server does not take this person. */
export type Refused = 'lost' | 'account_deleted' | (typeof accessRefusalCodes)[number]

/** With these codes it says so. */
export const accessRefusalCodes = [
  'sign_up_closed',
  'domain_not_allowed',
  'account_locked',
] as const

let tokenSource: TokenSource | undefined

export function setTokenSource(next: TokenSource | undefined): void {
  tokenSource = next
}

export const currentTokenSource = (): TokenSource | undefined => tokenSource
