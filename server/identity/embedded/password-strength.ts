// How easily a password is guessed: zxcvbn with its list of passwords, which are loaded when a password is first chosen.
import type { PasswordPattern } from '@tengrand/contract/identity-refusals.ts'
import type { Match, ZxcvbnFactory } from '@zxcvbn-ts/core'

import { charactersMin } from './password.ts'

/** Why a password is easily guessed: it is listed, or has to do with the email of its owner, or follows a pattern. */
type Weakness = 'listed' | 'email' | PasswordPattern

/** Null for a password that takes enough guesses. */
export async function weaknessOf(password: string, email: string | null): Promise<Weakness | null> {
  loading ??= load()
  const { zxcvbn, listed } = await loading
  const plain = plainOf(password)
  const inputs = email === null ? [] : partsOf(plainOf(email))
  const { guesses, sequence } = zxcvbn.check(plain, inputs)
  if (guesses < guessesMin) return causeOf(sequence)
  return listed.has(plain.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')) ? 'listed' : null
}

/** Eight random characters and phrases of three words take more by the count of zxcvbn; docs/identity.md has the figures. */
const guessesMin = 100_000

/** The cost of a check grows faster than the length. What begins with so many characters that are hard to guess is strong. */
const charactersChecked = 24

/** Spellings such as p4ssw0rd that are tried for a password; the usual 100 take up to five times as long. */
const spellingsMax = 8

interface Strength {
  readonly zxcvbn: ZxcvbnFactory
  /** Signs before and after a listed password do not make it another one. */
  readonly listed: ReadonlySet<string>
}

let loading: Promise<Strength> | undefined

async function load(): Promise<Strength> {
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
    listed: new Set(dictionary['passwords-common'].filter(({ length }) => length >= charactersMin)),
  }
}

/** Capital letters, spaces and characters without a width are cheap to try, so they do not count. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]/gu, '')

/** The email, its local part, its domain and their words; cut like the password, because only equal texts match. */
function partsOf(email: string): string[] {
  const at = email.lastIndexOf('@')
  const wholes = [email, email.slice(0, at), email.slice(at + 1)]
  const words = email.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length >= partMin)
  const backwards = wholes.map((text) => Array.from(text).toReversed().join(''))
  return [...wholes, ...words, ...backwards].map((text) => text.slice(0, charactersChecked))
}

const partMin = 3

/** By the email or the name of the product wherever they are in it, else by its longest part. */
function causeOf(sequence: readonly Match[]): Weakness {
  const lists = new Set(sequence.map((match) => match['dictionaryName']))
  if (lists.has('userInputs')) return 'email'
  if (lists.has('product')) return 'product'
  const [longest] = sequence.toSorted((one, other) => other.token.length - one.token.length)
  return patterns.get(longest?.pattern ?? '') ?? 'listed'
}

const patterns = new Map<string, PasswordPattern>([
  ['repeat', 'repeat'],
  ['sequence', 'sequence'],
  ['spatial', 'keyboard'],
  ['date', 'date'],
])
