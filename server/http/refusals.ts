// Creates the refusals that several calls return, such as that of an unknown ticker.
import type { RefusalCode } from '@tengrand/contract/refusals.ts'

export const refused = <Code extends RefusalCode>(code: Code) => ({ refusal: { code } })

export const tooMany = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
  ({ refusal: { code: 'too_many_requests', retryAfterSeconds } }) as const

export const invalid = (reason: string) =>
  ({ refusal: { code: 'invalid_request', reason } }) as const

export const invalidKey = invalid('The header Idempotency-Key must be a UUID.')
export const invalidBefore = invalid('before must be what an earlier answer gave as next.')

export const unknownTicker = (text: string) =>
  ({ refusal: { code: 'unknown_ticker', ticker: text.trim().toUpperCase() } }) as const

export const unknownPortfolio = { refusal: { code: 'unknown_portfolio' } } as const

/** An account that was deleted during a request of its owner. Answered like an expired token, so the client signs out. */
export class AccountGone extends Error {
  constructor() {
    super('The account was deleted.')
  }
}
