// Names under which learners meet on the leaderboard: pleasant, and saying nothing about the person.

const manners =
  'Able Agile Amber Bold Brave Breezy Bright Calm Cheerful Clever Coral Cosmic Curious Daring Eager Early Earnest Fair Fearless Gentle Golden Happy Hardy Honest Humble Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mighty Modest Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Sage Sharp Silver Snowy Solar Steady Sunny Swift Tidy Trusty Upbeat Velvet Vivid Warm Wily Wise Witty Zesty'.split(
    ' ',
  )
const animals =
  'Badger Beaver Bison Bobcat Camel Caribou Cheetah Cobra Condor Cougar Coyote Crane Dolphin Eagle Egret Elk Falcon Ferret Finch Fox Gazelle Gecko Gibbon Hawk Heron Husky Ibex Iguana Jackal Jaguar Kestrel Koala Lemur Leopard Lynx Magpie Marlin Marmot Marten Meerkat Moose Narwhal Ocelot Orca Osprey Otter Owl Panda Panther Pelican Penguin Puffin Puma Raven Robin Salmon Seal Sparrow Stork Swan Tapir Tiger Walrus Wombat'.split(
    ' ',
  )
const numbersFrom = 10
const numbersTo = 9_999

/** The dice come in: `pick(n)` is a whole number from 0 to n − 1. */
export function makeDisplayName(pick: (n: number) => number): string {
  const manner = manners[pick(manners.length)]
  const animal = animals[pick(animals.length)]
  return `${manner} ${animal} ${numbersFrom + pick(numbersTo - numbersFrom + 1)}`
}

const lengthMin = 3
const lengthMax = 24
/** ASCII alone: a letter of another alphabet can look like one of these, and its bearer like somebody else. */
const shape = /^[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/

/** The name as it will be shown, or why it cannot be one. An e-mail address has signs in it that no name has. */
export function parseDisplayName(
  text: string,
): { readonly name: string } | { readonly fault: 'shape' | 'reserved' } {
  const name = text.trim()
  const fits = name.length >= lengthMin && name.length <= lengthMax && shape.test(name)
  if (!fits) return { fault: 'shape' }
  return isReserved(name) ? { fault: 'reserved' } : { name }
}

/** Would speak for the house, or for the screen, which calls the learner 'You'. */
const namesOfTheHouse = 'you me nobody anonymous unknown deleted null undefined'
const wordsOfTheHouse =
  'admin administrator moderator staff support helpdesk official security system root owner'
const brand = 'tengrand'
/** Whole words, since some of them stand in the middle of a harmless one. */
const offensiveWords =
  'anal anus arse ass bastard bitch cunt dildo fag kike nazi paki penis porn pussy rape rapist retard shit slut tits twat vagina wank wanker whore'
const offensiveAnywhere = 'asshole faggot fuck hitler nigga nigger'

function isReserved(name: string): boolean {
  const words = name.split(/[ _-]+/).flatMap(readings)
  // Spaced out, a word is still the same word.
  const wholes = readings(name.replaceAll(/[ _-]/g, ''))
  return (
    [...words, ...wholes].some((word) => reservedWords.has(word)) ||
    wholes.some((whole) => reservedNames.has(whole)) ||
    wholes.some((whole) => reservedParts.some((part) => whole.includes(part)))
  )
}

/** As it stands, and without the digits around it. */
const readings = (text: string): string[] => [look(text), look(text.replaceAll(/^\d+|\d+$/g, ''))]

/** What the eye makes of it: digits pass for the letters that they look like. */
const look = (text: string): string =>
  text.toLowerCase().replaceAll(/[013457i]/g, (sign) => lookAlikes[sign] ?? sign)

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  i: 'l',
}

const listed = (words: string): string[] => words.split(' ').map(look)
const reservedNames = new Set(listed(namesOfTheHouse))
const reservedWords = new Set(listed(`${wordsOfTheHouse} ${offensiveWords}`))
const reservedParts = listed(`${brand} ${offensiveAnywhere}`)
