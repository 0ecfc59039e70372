// Lists the refusals of a call: its own, plus those implied by its access, method and fields.
import type { Call } from './call.ts'
import { mayGuestsCall } from './guest-calls.ts'
import type { RefusalCode } from './refusals.ts'

/** Every call has these: headers that are too long, for example, make an invalid request. */
const always: readonly RefusalCode[] = ['invalid_request', 'internal_error', 'unavailable']

const ofToken: readonly RefusalCode[] = [
  'unauthorized',
  'account_locked',
  'sign_up_closed',
  'domain_not_allowed',
  'too_many_requests',
]

const byAccess: Readonly<Record<Call['access'], readonly RefusalCode[]>> = {
  public: [],
  optional: ofToken,
  'signed-in': ofToken,
  // Not every identity provider has each of these calls.
  'same-origin': ['foreign_origin', 'not_found'],
}

/** The server reads the body of every call except GET, even if the call has no body. */
const ofBody: readonly RefusalCode[] = [
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
]

/** Refusals implied by the name of a field in params, query or body. */
const byField: Readonly<Record<string, readonly RefusalCode[]>> = {
  ticker: ['unknown_ticker'],
  symbol: ['unknown_ticker'],
  portfolio: ['unknown_portfolio'],
  league: ['unknown_league'],
  range: ['unknown_range'],
  newPassword: ['weak_password', 'common_password', 'email_as_password'],
}

/** A guest has no portfolio but that of the lesson, which a call with the field `portfolio` has to name. */
function ofGuests(call: Call, fields: readonly string[]): RefusalCode[] {
  const knowsCaller = call.access === 'signed-in' || call.access === 'optional'
  const isRefused = !mayGuestsCall(call) || fields.includes('portfolio')
  return knowsCaller && isRefused ? ['guest_only'] : []
}

export function refusalsOf(call: Call): ReadonlySet<RefusalCode> {
  const { access, method, params, query, body, faults = {}, refusals = [], answers } = call
  const fields = [params, query, body].flatMap((part) => Object.keys(part?.shape ?? {}))
  return new Set([
    ...always,
    ...byAccess[access],
    ...(method === 'GET' ? [] : ofBody),
    ...(answers === 'redirect' ? (['not_found'] as const) : []),
    ...ofGuests(call, fields),
    ...fields.flatMap((field) => byField[field] ?? []),
    ...Object.values(faults),
    ...refusals,
  ])
}
