// What several calls refuse, in the same words.
export const invalid = (reason: string) =>
  ({ refusal: { code: 'invalid_request', reason } }) as const

export const invalidKey = invalid('The header Idempotency-Key must be a UUID.')
export const invalidBefore = invalid('before must be what an earlier answer gave as next.')

export const unknownTicker = (text: string) =>
  ({ refusal: { code: 'unknown_ticker', ticker: text.trim().toUpperCase() } }) as const

export const unknownPortfolio = { refusal: { code: 'unknown_portfolio' } } as const

/**
 * An account that was deleted while a call of its owner was under way. Answered like a token that is no longer good:
 * whoever had the account is signed out.
 */
export class AccountGone extends Error {
  constructor() {
    super('The account was deleted.')
  }
}
