// The source of the token that API calls carry: the session sets it, the API client reads it.

export interface TokenSource {
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | undefined>
  /** Called when the server refuses the account, which ends the session. */
  readonly onRefused: (why: Refused) => void
}

/** `lost`: not even a fresh token was accepted. */
export type Refused = 'lost' | 'account_deleted' | (typeof accessRefusalCodes)[number]

/** The codes with which the server refuses an account. */
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
