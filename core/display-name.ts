// Names under which learners meet on the leaderboard: pleasant, and saying nothing about the person.

const manners =
  'Able Agile Amber Bold Brave Breezy Bright Calm Cheerful Clever Coral Cosmic Curious Daring Eager Early Earnest Fair Fearless Gentle Golden Happy Hardy Honest Humble Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mighty Modest Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Sage Sharp Silver Snowy Solar Steady Sunny Swift Tidy Trusty Upbeat Velvet Vivid Warm Wily Wise Witty Zesty'.split(
    ' ',
  )
const animals =
  'Badger Beaver Bison Bobcat Camel Caribou Cheetah Cobra Condor Cougar Coyote Crane Dolphin Eagle Egret Elk Falcon Ferret Finch Fox Gazelle Gecko Gibbon Hawk Heron Husky Ibex Iguana Jackal Jaguar Kestrel Koala Lemur Leopard Lynx Magpie Marlin Marmot Marten Meerkat Moose Narwhal Ocelot Orca Osprey Otter Owl Panda Panther Pelican Penguin Puffin Puma Raven Robin Salmon Seal Sparrow Stork Swan Tapir Tiger Walrus Wombat'.split(
    ' ',
  )
/** From 10 to 9999, but for those with a 6, which looks like an 8: counted to the base of nine. */
const numbersFrom = 9
const numbersTo = 9 ** 4 - 1

/** The dice come in: `pick(n)` is a whole number from 0 to n − 1. */
export function makeDisplayName(pick: (n: number) => number): string {
  const manner = manners[pick(manners.length)]
  const animal = animals[pick(animals.length)]
  return `${manner} ${animal} ${withoutSix(numbersFrom + pick(numbersTo - numbersFrom + 1))}`
}

const withoutSix = (count: number): string =>
  count.toString(9).replaceAll(/[678]/g, (digit) => String(Number(digit) + 1))

const lengthMin = 3
const lengthMax = 24
/** ASCII alone: a letter of another alphabet can look like one of these, and its bearer like somebody else. */
const shape = /^[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/
/** Lines alone are hard to tell apart, and hardly a name. */
const threeToRead = /(?:[A-Za-z0-9][ _-]*){3}/

/** The name as it will be shown, or why it cannot be one. An email address has signs in it that no name has. */
export function parseDisplayName(
  text: string,
): { readonly name: string } | { readonly fault: 'shape' | 'reserved' } {
  const name = text.trim()
  const fits = name.length >= lengthMin && name.length <= lengthMax && shape.test(name)
  if (!fits || !threeToRead.test(name)) return { fault: 'shape' }
  return isReserved(name) ? { fault: 'reserved' } : { name }
}

/**
 * What the eye makes of a name: case and separators hardly show, digits pass for the letters that they look like, and
 * d, m and w for the two letters that stand so close. These are taken apart rather than others put together, because
 * then `vw`, `wv` and `vvv` are the same. Letters alone are left. No two learners have the same: it is kept beside the
 * name, under a unique index.
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

/** Would speak for the screen, which calls the learner 'You'. */
const namesOfTheHouse = listed('you me nobody anonymous unknown deleted null undefined')
/**
 * Names that the product shows itself, whole and by their lookalike keys: a chosen one would pass for them. A guest has a
 * number, and no name may have the key of one, so letters that look like digits count as a number too.
 */
const shownNames = new RegExp(
  `^(?:${['account deleted', 'deleted account', 'the market'].map(lookalikeKey).join('|')}|guest[${look('0123456789')}]*)$`,
)
const brand = look('tengrand')
/** Would speak for the house. Whole words, since some of them stand in the middle of a harmless one. */
const wordsOfTheHouse = listed('staff official security system root owner')
const offensiveWords = listed(
  'anal anus arse ass bastard cunt dildo fag kike nazi paki penis porn pussy rape rapist retard shit slut tits twat vagina wank wanker whore',
)
const endings = listed('s es d ed y ty ing')
/** Of either kind, and in no word but a few harmless ones. */
const partsAnywhere = listed(
  'admin moderator support helpdesk asshole bitch faggot fuck hitler nigga nigger shitty',
)
const harmless = listed('badminton supporter supported supporting supportive')

const reservedNames = new Set([...namesOfTheHouse, ...partsAnywhere])
const reservedWord = new RegExp(
  `^(?:${wordsOfTheHouse.join('|')}|(?:${offensiveWords.join('|')})(?:${endings.join('|')})?)$`,
)

function isReserved(name: string): boolean {
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

/** Letters that are spaced out are still one word, and a word of digits alone is none. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/(?<=\b\w) +(?=\w\b)/g, '')
    .split(' ')
    .filter((word) => !/^\d*$/.test(word))

/** The words in BuyTheDip. */
const humpsOf = (word: string): string[] =>
  word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)

const hasReservedPart = (word: string): boolean => {
  const rest = harmless.reduce((text, part) => text.replaceAll(part, ' '), word)
  return partsAnywhere.some((part) => rest.includes(part))
}

/** As it stands, and without the digits around it. */
const readings = (text: string): string[] => [look(text), look(text.replaceAll(/^\d+|\d+$/g, ''))]
