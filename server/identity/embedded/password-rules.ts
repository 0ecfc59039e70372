// Checks new passwords by length and with zxcvbn. Sign-in does not apply these rules, so older passwords still work.
import type { PasswordPattern } from '@tengrand/contract/identity-refusals.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { Match } from '@zxcvbn-ts/core'

import { charactersMin, isFitPassword } from './password.ts'

type Unfit = Extract<Refusal, { code: 'weak_password' | 'common_password' | 'email_as_password' }>

/** Null where the password is allowed. */
export async function whyUnfit(password: string, email: string | null): Promise<Unfit | null> {
  if (!isFitPassword(password)) return { code: 'weak_password' }
  if (/\p{Cc}/u.test(password)) return { code: 'weak_password', hasControlCharacters: true }
  loading ??= load()
  const { zxcvbn, listed } = await loading
  const plain = plainOf(password)
  const inputs = email === null ? [] : partsOf(plainOf(email))
  const { guesses, sequence } = zxcvbn.check(plain, inputs)
  if (guesses < guessesMin) return causeOf(sequence)
  const isListed = listed.has(plain.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, ''))
  return isListed ? { code: 'common_password' } : null
}

/** Less than zxcvbn estimates for eight random characters or three words; docs/identity.md has the figures. */
const guessesMin = 100_000

/** The cost of a check grows faster than the length, and a prefix that is hard to guess is enough. */
const charactersChecked = 24

/** Spellings such as p4ssw0rd that zxcvbn tries; its default of 100 takes up to five times as long. */
const spellingsMax = 8

/** Loaded when a password is first chosen. */
let loading: ReturnType<typeof load> | undefined

async function load() {
  const [core, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return {
    zxcvbn: new core.ZxcvbnFactory({
      dictionary: { ...dictionary, product: ['tengrand'] },
      graphs: adjacencyGraphs,
      maxLength: charactersChecked,
      l33tMaxSubstitutions: spellingsMax,
    }),
    /** Common passwords, which are compared without leading and trailing signs. */
    listed: new Set(dictionary['passwords-common'].filter(({ length }) => length >= charactersMin)),
  }
}

/** Ignores capitals, spaces and zero-width characters, which an attacker tries cheaply. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]/gu, '')

/** The email, its local part, its domain and their words; cut to the checked length, because only equal texts match. */
function partsOf(email: string): string[] {
  const at = email.lastIndexOf('@')
  const wholes = [email, email.slice(0, at), email.slice(at + 1)]
  const words = email.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length >= partMin)
  const backwards = wholes.map((text) => Array.from(text).toReversed().join(''))
  return [...wholes, ...words, ...backwards].map((text) => text.slice(0, charactersChecked))
}

const partMin = 3

/** The cause of a weak password: the email or the product name in it, or else the pattern of its longest part. */
function causeOf(sequence: readonly Match[]): Unfit {
  const lists = new Set(sequence.map((match) => match['dictionaryName']))
  if (lists.has('userInputs')) return { code: 'email_as_password' }
  if (lists.has('product')) return { code: 'common_password', pattern: 'product' }
  const [longest] = sequence.toSorted((one, other) => other.token.length - one.token.length)
  const pattern = patterns.get(longest?.pattern ?? '')
  return { code: 'common_password', ...(pattern === undefined ? {} : { pattern }) }
}

const patterns = new Map<string, PasswordPattern>([
  ['repeat', 'repeat'],
  ['sequence', 'sequence'],
  ['spatial', 'keyboard'],
  ['date', 'date'],
])
