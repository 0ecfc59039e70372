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
