// Generates and validates the display names of the leaderboard.

const manners =
  'Able Agile Amber Bold Brave Breezy Bright Calm Cheerful Clever Coral Cosmic Curious Daring Eager Early Earnest Fair Fearless Gentle Golden Happy Hardy Honest Humble Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mighty Modest Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Sage Sharp Silver Snowy Solar Steady Sunny Swift Tidy Trusty Upbeat Velvet Vivid Warm Wily Wise Witty Zesty'.split(
    ' ',
  )
const animals =
  'Badger Beaver Bison Bobcat Camel Caribou Cheetah Cobra Condor Cougar Coyote Crane Dolphin Eagle Egret Elk Falcon Ferret Finch Fox Gazelle Gecko Gibbon Hawk Heron Husky Ibex Iguana Jackal Jaguar Kestrel Koala Lemur Leopard Lynx Magpie Marlin Marmot Marten Meerkat Moose Narwhal Ocelot Orca Osprey Otter Owl Panda Panther Pelican Penguin Puffin Puma Raven Robin Salmon Seal Sparrow Stork Swan Tapir Tiger Walrus Wombat'.split(
    ' ',
  )
/** The numbers from 10 to 9999 without the digit 6, which looks like an 8: counted in base nine. */
const numbersFrom = 9
const numbersTo = 9 ** 4 - 1

/** `pick(n)` returns a random whole number from 0 to n − 1. */
export function makeDisplayName(pick: (n: number) => number): string {
  const manner = manners[pick(manners.length)]
  const animal = animals[pick(animals.length)]
  return `${manner} ${animal} ${withoutSix(numbersFrom + pick(numbersTo - numbersFrom + 1))}`
}

/** Whether `makeDisplayName` can return the name. */
export function isGeneratedName(name: string): boolean {
  const [manner = '', animal = '', number = '', ...rest] = name.split(' ')
  const isListed = manners.includes(manner) && animals.includes(animal)
  return isListed && /^[1-57-9][0-57-9]{1,3}$/.test(number) && rest.length === 0
}

const withoutSix = (count: number): string =>
  count.toString(9).replaceAll(/[678]/g, (digit) => String(Number(digit) + 1))

const lengthMin = 3
const lengthMax = 24
/** ASCII only: letters of other alphabets can look the same, so that one learner could imitate another. */
const shape = /^[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/
/** At least three letters or digits: names made of dashes are hard to tell apart. */
const threeToRead = /(?:[A-Za-z0-9][ _-]*){3}/

/** The name as it will be shown, or the fault. Email addresses are refused by their characters. */
export function parseDisplayName(
  text: string,
): { readonly name: string } | { readonly fault: 'shape' | 'reserved' } {
  const name = text.trim()
  const fits = name.length >= lengthMin && name.length <= lengthMax && shape.test(name)
  if (!fits || !threeToRead.test(name)) return { fault: 'shape' }
  return isReservedName(name) ? { fault: 'reserved' } : { name }
}

/**
 * The key of a name, equal for names that look alike: lower case without separators, digits replaced by the letters that
 * they look like, and d, m and w by the two letters they look like. Expanding these, instead of joining the two letters,
 * makes `vw`, `wv` and `vvv` equal. Stored beside the name under a unique index.
 */
export const lookalikeKey = (name: string): string => look(joined(name))

const joined = (name: string): string => name.replaceAll(/[ _-]/g, '')

const look = (text: string): string =>
  text.toLowerCase().replaceAll(/[\ddimw]/g, (sign) => lookAlikes[sign] ?? sign)

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'b',
  '7': 't',
  '8': 'b',
  '9': 'g',
  d: 'cl',
  i: 'l',
  m: 'rn',
  w: 'vv',
}

const listed = (words: string): string[] => words.split(' ').map(look)

/** Words that pages commonly show in place of a name. */
const placeholderNames = listed('you me nobody anonymous unknown deleted null undefined')
/**
 * Names that the product shows itself, as lookalike keys. A guest has a number, so letters that look like digits
 * count as a number too.
 */
const shownNames = new RegExp(
  `^(?:${['account deleted', 'deleted account', 'the market'].map(lookalikeKey).join('|')}|guest[${look('0123456789')}]*)$`,
)
const brand = look('tengrand')
/** Words that suggest an official account. Only whole words, since harmless words contain some of them. */
const officialWords = listed('staff official security system root owner')
const offensiveWords = listed(
  'anal anus arse ass bastard cunt dildo fag kike nazi paki penis porn pussy rape rapist retard shit slut tits twat vagina wank wanker whore',
)
const endings = listed('s es d ed y ty ing')
/** Refused anywhere inside a word of a name, except inside a few harmless words. */
const partsAnywhere = listed(
  'admin moderator support helpdesk asshole bitch faggot fuck hitler nigga nigger shitty',
)
const harmless = listed(
  'badminton administrati administraci administracj administraca supporter supported supporting supportive',
)

const reservedNames = new Set([...placeholderNames, ...partsAnywhere])
const reservedWord = new RegExp(
  `^(?:${officialWords.join('|')}|(?:${offensiveWords.join('|')})(?:${endings.join('|')})?)$`,
)

/** Whether a name of ASCII letters, digits and separators is one that nobody may choose. */
export function isReservedName(name: string): boolean {
  const words = wordsOf(name)
  const whole = words.join('')
  return (
    look(whole).includes(brand) ||
    readings(joined(name)).some((reading) => shownNames.test(reading)) ||
    readings(whole).some((reading) => reservedNames.has(reading)) ||
    words.some((word) => hasReservedPart(look(word))) ||
    words
      .flatMap((word) => [word, ...humpsOf(word)].flatMap(readings))
      .some((reading) => reservedWord.test(reading))
  )
}

/** Joins letters that are spaced out, and drops words of digits only. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/(?<=\b\w) +(?=\w\b)/g, '')
    .split(' ')
    .filter((word) => !/^\d*$/.test(word))

/** Splits camel case, such as BuyTheDip. */
const humpsOf = (word: string): string[] =>
  word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)

const hasReservedPart = (word: string): boolean => {
  const rest = harmless.reduce((text, part) => text.replaceAll(part, ' '), word)
  return partsAnywhere.some((part) => rest.includes(part))
}

/** The text with and without the digits around it. */
const readings = (text: string): string[] => [look(text), look(text.replaceAll(/^\d+|\d+$/g, ''))]
