// What several calls refuse, in the same words.
export const invalid = (reason: string) =>
  ({ refusal: { code: 'invalid_request', reason } }) as const

export const invalidKey = invalid('The header Idempotency-Key must be a UUID.')
export const invalidBefore = invalid('before must be what an earlier answer gave as next.')

export const unknownTicker = (text: string) =>
  ({ refusal: { code: 'unknown_ticker', ticker: text.trim().toUpperCase() } }) as const

export const unknownPortfolio = { refusal: { code: 'unknown_portfolio' } } as const

/**
 * An account that was deleted during a request of its owner. The answer is that of an expired token, so the client signs
 * out.
 */
export class AccountGone extends Error {
  constructor() {
    super('The account was deleted.')
  }
}
