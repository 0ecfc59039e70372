// Every refusal of the server: a stable code, its HTTP status and the sentence that a person reads.
import { formatMoney, formatQuantity, toDollars, type Cents } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'

import { entry, identityRefusals, type DetailsOf, type RefusalEntry } from './identity-refusals.ts'
import { leagueRefusals } from './league-refusals.ts'
import { portfolioRefusals } from './portfolio-refusals.ts'
import { internalError, unavailable } from './sentences.ts'

const entries = {
  ...identityRefusals,
  ...portfolioRefusals,
  ...leagueRefusals,
  invalid_request: entry(400, 'Invalid request', ({ reason }: { reason: string }) => reason),
  not_found: entry(404, 'Not found', 'There is nothing at this address.'),
  unknown_ticker: entry(
    404,
    'Unknown ticker',
    ({ ticker }: { ticker: string }) => `${ticker} is not one of the 16 stocks you can trade here.`,
  ),
  unknown_range: entry(
    400,
    'Unknown range',
    ({ ranges }: { ranges: readonly string[] }) => `The range must be one of ${ranges.join(', ')}.`,
  ),
  no_price: entry(
    503,
    'No price',
    ({ ticker }: { ticker: string }) => `No price is available for ${ticker} right now.`,
    15,
  ),
  invalid_quantity: entry(
    400,
    'Invalid quantity',
    `Quantity must be a whole number from 1 to ${formatQuantity(quantityMax)}.`,
  ),
  insufficient_cash: entry(
    422,
    'Not enough cash',
    ({ need, have, free }: Record<'need' | 'have' | 'free', Cents>) =>
      free === have
        ? `Not enough cash: this costs ${formatMoney(need)} and you have ${formatMoney(have)}.`
        : `Not enough cash: this costs ${formatMoney(need)} and you have ${formatMoney(free)} to spend. Open orders hold the rest.`,
  ),
  insufficient_shares: entry(
    422,
    'Not enough shares',
    ({ ticker, have, free }: { ticker: string; have: number; free: number }) =>
      free === have
        ? `Not enough shares: you have ${inShares(have)} of ${ticker}.`
        : `Not enough shares: you can sell ${formatQuantity(free)} of your ${inShares(have)} of ${ticker}. Open orders hold the rest.`,
  ),
  price_moved: entry(
    409,
    'Price moved',
    ({ ticker, price }: { ticker: string; price: Cents }) =>
      `The price of ${ticker} is now ${formatMoney(price)}. Please review and try again.`,
  ),
  /** The age is null if no price newer than the order arrived. */
  price_stale: entry(
    503,
    'Price stale',
    ({ ticker, ageMinutes }: { ticker: string; ageMinutes: number | null }) =>
      ageMinutes === null
        ? `No new price of ${ticker} came in time. Please try again.`
        : `The latest price of ${ticker} is ${ageMinutes} minutes old. Please try again when prices are fresh.`,
    60,
  ),
  market_closed: entry(
    409,
    'Market closed',
    ({ opens }: { opens: string }) => `The market is closed. It opens ${opens}.`,
  ),
  key_reused: entry(422, 'Key reused', 'This order was already sent with other details.'),
  busy: entry(503, 'Busy', 'There are many orders right now. Please try again in a moment.', 1),
  history_unavailable: entry(
    429,
    'History unavailable',
    'Historical data is temporarily unavailable.',
    60,
  ),
  still_working: entry(
    503,
    'Still working',
    'This takes longer than usual. Please try again in a few seconds.',
    3,
  ),
  too_many_requests: entry(
    429,
    'Too many requests',
    ({
      retryAfterSeconds = 60,
      of = 'requests',
    }: {
      retryAfterSeconds?: number
      of?: keyof typeof muchOf
    }) => `${muchOf[of]} Please try again ${inWords(retryAfterSeconds)}.`,
    60,
  ),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    ({ allowed }: { allowed: readonly string[] }) =>
      `This address takes ${allowed.join(' and ')} only.`,
  ),
  request_timeout: entry(
    408,
    'Request time-out',
    'The request took too long to arrive. Please try again.',
  ),
  body_too_large: entry(
    413,
    'Body too large',
    ({ limitKilobytes }: { limitKilobytes: number }) =>
      `A request may carry at most ${limitKilobytes} KB.`,
  ),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'Please send JSON, with the header Content-Type: application/json.',
  ),
  internal_error: entry(500, 'Internal error', internalError),
  /** The reason in one word, for operators. */
  unavailable: entry<{ reason?: string }>(503, 'Unavailable', unavailable, 5),
}

/** The details for the sentence of each refusal. */
export interface RefusalDetails extends DetailsOf<typeof entries> {}

export type RefusalCode = keyof RefusalDetails

export type Refusal = {
  [Code in RefusalCode]: { readonly code: Code } & Readonly<RefusalDetails[Code]>
}[RefusalCode]

const table: { readonly [Code in RefusalCode]: RefusalEntry<RefusalDetails[Code]> } = entries

const muchOf = {
  requests: 'That was a lot of requests.',
  orders: 'That was a lot of orders.',
  histories: "You've loaded your history too often.",
  names: 'You can change your name ten times a day.',
  guests: 'Too many guests are joining from your network.',
} as const

const inShares = (count: number): string =>
  `${formatQuantity(count)} ${count === 1 ? 'share' : 'shares'}`

function inWords(seconds: number): string {
  if (seconds <= 1) return 'in a second'
  if (seconds <= 10) return `in ${seconds} seconds`
  if (seconds <= 60) return 'in a minute'
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}

/** The body of a refusal: problem details (RFC 9457), with the sentence repeated as `error`. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly error: string
  readonly code: RefusalCode
  /** The current price, for `price_moved`. */
  readonly price?: number
  /** The earliest time, for `too_soon`. */
  readonly from?: string
  /** Why the server is not ready, in one word; `/readyz` only. */
  readonly reason?: string
}

export function problemOf<Code extends RefusalCode>(
  refusal: { readonly code: Code } & RefusalDetails[Code],
): Problem {
  const { status, title, sentence }: RefusalEntry<RefusalDetails[Code]> = table[refusal.code]
  const words = typeof sentence === 'string' ? sentence : sentence(refusal)
  return {
    type: `/api/docs#${refusal.code}`,
    title,
    status,
    detail: words,
    error: words,
    code: refusal.code,
    ...('price' in refusal ? { price: toDollars(refusal.price) } : {}),
    ...('from' in refusal ? { from: new Date(refusal.from).toISOString() } : {}),
    ...(refusal.code === 'unavailable' && 'reason' in refusal ? { reason: refusal.reason } : {}),
  }
}

/** A price newer than the order can arrive within seconds; a stale market takes longer to recover. */
const newPriceSeconds = 5

export const retryAfterSeconds = (refusal: Refusal): number | undefined => {
  if (refusal.code === 'price_stale' && refusal.ageMinutes === null) return newPriceSeconds
  const own = 'retryAfterSeconds' in refusal ? refusal.retryAfterSeconds : undefined
  return own ?? table[refusal.code].retryAfterSeconds
}

/** The rows of the API documentation. */
export const refusalLines = Object.entries(table).map(
  ([code, { status, title, retryAfterSeconds: wait }]) => ({
    code: code as RefusalCode,
    status,
    title,
    mayRetryLater: wait !== undefined,
  }),
)
