// Which passwords may be chosen. Those that were chosen before there was a rule still open their accounts.
import { dictionary } from '@zxcvbn-ts/language-common'

import { charactersMin, isFitPassword } from './password.ts'

type Unfit = 'weak_password' | 'common_password' | 'email_as_password'

/** Null where it may be chosen. Without an email, whose it is is not known. */
export function whyUnfit(password: string, email: string | null): Unfit | null {
  if (!isFitPassword(password)) return 'weak_password'
  const plain = plainOf(password)
  if (isCommon(plain)) return 'common_password'
  if (email === null) return null
  const localPart = email.slice(0, email.lastIndexOf('@'))
  return [email, localPart].map(plainOf).includes(plain) ? 'email_as_password' : null
}

/** Whoever guesses tries capital letters, too, and what cannot be seen makes no other password. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]/gu, '')

/** The list has words; what follows from a rule is found by the rule: repeats, and rows of signs or of keys. */
function isCommon(plain: string): boolean {
  const word = plain.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  const spelled = plain.replaceAll(/[@$013457]/g, (sign) => writtenAs[sign] ?? sign)
  const isListed = [plain, word, spelled].some((text) => common.has(text))
  return isListed || repeated.test(plain) || rows.some((row) => row.includes(plain))
}

const writtenAs: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
}

/** A part of up to six signs, again and again; a long one is nobody's first guess. */
const repeated = /^(?=.{1,16}$)([a-z0-9]{1,6})\1+$/

const backwards = (text: string): string => Array.from(text).toReversed().join('')
const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
].flatMap((row) => [row, backwards(row)])

/** As many as are refused, of those that are long enough to be chosen. */
const commonMax = 10_000

/** The list begins with the most common one. */
const common = new Set(
  dictionary['passwords-common']
    .filter(({ length }) => length >= charactersMin)
    .slice(0, commonMax),
)
