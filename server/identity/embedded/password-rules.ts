// Which passwords may be chosen. Those that were chosen before there was a rule still open their accounts.
import { dictionary } from '@zxcvbn-ts/language-common'

import { charactersMin, isFitPassword } from './password.ts'

type Unfit = 'weak_password' | 'common_password' | 'email_as_password'

/** Null where it may be chosen. Without an e-mail, whose it is is not known. */
export function whyUnfit(password: string, email: string | null): Unfit | null {
  if (!isFitPassword(password)) return 'weak_password'
  const plain = plainOf(password)
  if (common.has(plain)) return 'common_password'
  if (email === null) return null
  const localPart = email.slice(0, email.lastIndexOf('@'))
  return [email, localPart].map(plainOf).includes(plain) ? 'email_as_password' : null
}

/** Whoever guesses tries capital letters, too. */
const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase()

/** As many as are refused, of those that are long enough to be chosen. */
const commonMax = 10_000

/** The list begins with the most common one. */
const common = new Set(
  dictionary['passwords-common']
    .filter(({ length }) => length >= charactersMin)
    .slice(0, commonMax),
)
