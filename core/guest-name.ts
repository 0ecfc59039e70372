// The names of guests in a lesson: what they may be, and which ones look alike.
import { isReservedName, lookalikeKey } from './display-name.ts'
import { inAscii, inWords, isSpelled } from './latin.ts'

const lengthMin = 2
const guestNameLengthMax = 24
/** Latin letters, also with accents, and digits, with single signs between them: O'Neill, Anne-Marie, Max_7. */
const shape = /^[\p{Script=Latin}\d]+(?:[ _'-][\p{Script=Latin}\d]+)*$/u

/** The name as it will be shown, or the fault. */
export function parseGuestName(
  text: string,
): { readonly name: string } | { readonly fault: 'shape' | 'reserved' } {
  const name = text.normalize('NFC').replaceAll('’', "'").trim()
  const { length } = Array.from(name)
  const plain = inAscii(name)
  const fits = length >= lengthMin && length <= guestNameLengthMax && shape.test(name)
  if (!fits || !isSpelled(plain)) return { fault: 'shape' }
  return spellings(inWords(plain)).some(isReservedName) ? { fault: 'reserved' } : { name }
}

/** Also with letters said once that are repeated, and with the vowel that a v stands for: 'Fuuuck', 'cvnt'. */
const spellings = (plain: string): string[] =>
  [plain, plain.replaceAll(/(.)\1+/gi, '$1')].flatMap((one) => [one, one.replaceAll(/v/gi, 'u')])

/** Equal for names that look alike: lookalikeKey() without accents. */
export const guestNameKey = (name: string): string => lookalikeKey(inWords(inAscii(name)))
