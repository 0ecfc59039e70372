// Why somebody is not signed in, in words: the server's, and our own for what it never says. Only the screens before the
// sign-in need them, and only they download them.
import { peopleSentences } from '@tengrand/contract/identity-sentences.ts'

import { failureSentences } from '../api/failure-sentences.ts'
import { IdentityError, type IdentityErrorCode } from './identity.ts'

/** What nobody has foreseen has words, too. */
export function explain(thrown: unknown): { code: IdentityErrorCode; words: string } {
  const { code, detail } = thrown instanceof IdentityError ? thrown : new IdentityError('unknown')
  const known = isCode(code) ? code : 'unknown'
  return { code: known, words: detail ?? sentenceOf(known) }
}

/** Names come from outside, and `constructor` is in every object. */
export const isCode = (name: string): name is IdentityErrorCode =>
  isRefusal(name) || Object.hasOwn(ownSentences, name)

export const sentenceOf = (code: IdentityErrorCode): string =>
  isRefusal(code) ? peopleSentences[code] : ownSentences[code]

const isRefusal = (name: string): name is keyof typeof peopleSentences =>
  Object.hasOwn(peopleSentences, name)

const ownSentences: Readonly<
  Record<Exclude<IdentityErrorCode, keyof typeof peopleSentences>, string>
> = {
  too_many_requests: 'There were too many attempts. Please wait a few minutes and try again.',
  popup_blocked: 'Your browser blocked the window. Please allow pop-ups for this page.',
  popup_closed: 'The window was closed before you were signed in.',
  signed_in_elsewhere:
    'Nobody can sign in on this page: this server is for programs. Please ask whoever runs it.',
  ...failureSentences,
  unknown: 'Something went wrong. Please try again.',
}
