// Every way the server says no: a stable code, its HTTP status and the sentence that a person reads.

/** The details that the sentence of each refusal needs. */
export interface RefusalDetails {
  invalid_request: { reason: string }
  not_found: object
  method_not_allowed: { allowed: readonly string[] }
  request_timeout: object
  body_too_large: { limitKilobytes: number }
  unsupported_media_type: object
  internal_error: object
  unavailable: object
}

export type RefusalCode = keyof RefusalDetails

export type Refusal = {
  [Code in RefusalCode]: { readonly code: Code } & Readonly<RefusalDetails[Code]>
}[RefusalCode]

interface Line<Code extends RefusalCode> {
  readonly status: number
  readonly title: string
  readonly sentence: (details: RefusalDetails[Code]) => string
  /** How long a client should wait before it tries again. */
  readonly retryAfterSeconds?: number
}

const table: { readonly [Code in RefusalCode]: Line<Code> } = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    sentence: ({ reason }) => reason,
  },
  not_found: {
    status: 404,
    title: 'Not found',
    sentence: () => 'There is nothing at this address.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    sentence: ({ allowed }) => `This address takes ${allowed.join(' and ')} only.`,
  },
  request_timeout: {
    status: 408,
    title: 'Request time-out',
    sentence: () => 'The request took too long to arrive. Please try again.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    sentence: ({ limitKilobytes }) => `A request may carry at most ${limitKilobytes} KB.`,
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    sentence: () => 'Please send JSON, with the header Content-Type: application/json.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    sentence: () => 'Something went wrong on our side. Please try again.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    sentence: () => 'The service is not available right now. Please try again in a moment.',
    retryAfterSeconds: 5,
  },
}

/** The answer on the wire: problem details (RFC 9457), and the sentence again as `error`. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly error: string
  readonly code: RefusalCode
}

export function problemOf<Code extends RefusalCode>(
  refusal: { readonly code: Code } & RefusalDetails[Code],
): Problem {
  const { status, title, sentence }: Line<Code> = table[refusal.code]
  const words = sentence(refusal)
  return {
    type: `/api/docs#${refusal.code}`,
    title,
    status,
    detail: words,
    error: words,
    code: refusal.code,
  }
}

export const retryAfterSeconds = (code: RefusalCode): number | undefined =>
  table[code].retryAfterSeconds

/** The lines for the API's documentation. */
export const refusalLines: readonly { code: string; status: number; title: string }[] =
  Object.entries(table).map(([code, { status, title }]) => ({ code, status, title }))
