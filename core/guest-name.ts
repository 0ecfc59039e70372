// The names of guests in a lesson: what they may be, and which ones look alike.
import { isReservedName, lookalikeKey } from './display-name.ts'
import { inAscii, inWords, isSpelled } from './latin.ts'

const lengthMin = 2
export const guestNameLengthMax = 24
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
  const words = inWords(plain)
  // Also without spaces, as in 'Fu ck you'.
  const said = [words, words.replaceAll(' ', '')].flatMap(spellings)
  return said.some(isReservedName) || organisers.has(guestNameKey(name))
    ? { fault: 'reserved' }
    : { name }
}

/** Whom pupils would take for the organiser. */
const organisers: ReadonlySet<string> = new Set(
  ['teacher', 'the teacher', 'organiser', 'organizer', 'the organiser', 'the organizer'].map(
    (name) => lookalikeKey(name),
  ),
)

/** Runs of a letter that are read both ways below; each doubles the number of spellings. */
const runsMax = 6

/** Also with each letter that is repeated said once or twice, and with the vowel that a v stands for: 'Niggger', 'cvnt'. */
function spellings(plain: string): string[] {
  let runs = 0
  let readings = ['']
  for (const part of plain.match(/(.)\1*/gis) ?? []) {
    const said = part.length > 1 && (runs += 1) <= runsMax ? [1, 2] : [1]
    readings = said.flatMap((times) => readings.map((start) => start + part.slice(0, times)))
  }
  return [plain, ...readings].flatMap((one) => [one, one.replaceAll(/v/gi, 'u')])
}

/** Equal for names that look alike: lookalikeKey() without accents. */
export const guestNameKey = (name: string): string => lookalikeKey(inWords(inAscii(name)))
