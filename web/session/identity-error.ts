// The error of a failed sign-in: a stable code, and a sentence for each code.
import { identitySentences, unavailable } from '@tengrand/contract/sentences.ts'

import { networkSentence } from '../api/problem.ts'

/** A refusal of the server under its code, or a failure on this side. */
export type IdentityErrorCode =
  | keyof typeof identitySentences
  | 'too_many_requests'
  | 'unavailable'
  | 'popup_blocked'
  | 'popup_closed'
  | 'signed_in_elsewhere'
  | 'network'
  | 'unknown'

/** The code may be any text, because it comes from outside. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: string
  /** The server's own sentence, where it had one. */
  readonly detail: string | undefined

  constructor(
    code: IdentityErrorCode,
    options: ErrorOptions & { detail?: string | undefined } = {},
  ) {
    super(code, options)
    this.code = code
    this.detail = options.detail
  }
}

/** Any other error counts as 'unknown'. */
export function explain(thrown: unknown): { code: IdentityErrorCode; words: string } {
  const { code, detail } = thrown instanceof IdentityError ? thrown : new IdentityError('unknown')
  const known = isCode(code) ? code : 'unknown'
  return { code: known, words: detail ?? sentenceOf(known) }
}

/** Checks own keys only: names come from outside, and `constructor` is an inherited key of every object. */
export const isCode = (name: string): name is IdentityErrorCode =>
  isRefusal(name) || Object.hasOwn(ownSentences, name)

export const sentenceOf = (code: IdentityErrorCode): string =>
  isRefusal(code) ? identitySentences[code] : ownSentences[code]

const isRefusal = (name: string): name is keyof typeof identitySentences =>
  Object.hasOwn(identitySentences, name)

const ownSentences: Readonly<
  Record<Exclude<IdentityErrorCode, keyof typeof identitySentences>, string>
> = {
  too_many_requests: 'Too many attempts. Wait a few minutes and try again.',
  popup_blocked: 'Your browser blocked the window. Allow pop-ups for this page.',
  popup_closed: 'You closed the window before you were signed in.',
  signed_in_elsewhere: "You can't sign in here. Ask the people who run this server.",
  network: networkSentence,
  unavailable,
  unknown: 'Something went wrong. Please try again.',
}
