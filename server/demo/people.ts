// Who lives in the demo world: sixty traders with their names and styles, and the learner whom everybody can be.
import { makeDisplayName, lookalikeKey } from '@tengrand/core/display-name.ts'
import { startingCash } from '@tengrand/core/ledger.ts'

import { chanceOf, type Chance } from './chance.ts'
import type { Past } from './past.ts'
import { balancer, believer, holder, learner, saver } from './patient-styles.ts'
import { beginner, dayTrader, dipBuyer, follower } from './restless-styles.ts'
import type { MakeStyle } from './style.ts'
import { liveThrough, type Year } from './year.ts'

export interface Inhabitant extends Year {
  /** Stands for the person in the database; nobody can sign in with it. */
  readonly subject: string
  readonly publicId: string
  readonly name: string
}

/** What to sign in with; no secret, since there is nothing to keep from anybody in this world. */
export const demoLearner = {
  email: 'demo@tengrand.example',
  password: 'ten grand to learn',
  subject: 'demo learner',
  name: 'Steady Otter 42',
}

const crowd: readonly (readonly [MakeStyle, number])[] = [
  [holder, 12],
  [saver, 9],
  [beginner, 9],
  [follower, 8],
  [dipBuyer, 8],
  [dayTrader, 6],
  [believer, 4],
  [balancer, 4],
]

/** In the order in which they joined. */
export async function inhabitantsOf(past: Past, seed: string): Promise<Inhabitant[]> {
  const styles = crowd.flatMap(([style, count]) => Array.from({ length: count }, () => style))
  const nameOf = namer(seed)
  const traders: Inhabitant[] = []
  for (const [index, makeStyle] of styles.entries()) {
    const subject = `demo trader ${index + 1}`
    const chance = chanceOf(seed, subject)
    const publicId = chance.uuid()
    const joins = joiningDay(past, chance)
    const year = await liveThrough(past, { style: makeStyle(chance), chance, joins })
    traders.push({ subject, publicId, name: nameOf(), ...year })
  }
  const learned = await luckyLearner(past, { seed, among: traders })
  return [...traders, learned].toSorted((a, b) => a.joinedAt - b.joinedAt)
}

/** Most come in the first weeks, the others all through the year up to the last month. */
const joiningDay = ({ days }: Past, chance: Chance): number =>
  chance.pick(chance.happens(0.75) ? earlyDays : days.length - lateDays)

const earlyDays = 40
const lateDays = 15

/** Some have chosen a name, the others have kept the one that they were given. */
function namer(seed: string): () => string {
  const chance = chanceOf(seed, 'names')
  const chosen = chance.someOf(chosenNames, chosenNames.length)
  const taken = new Set([demoLearner.name].map(lookalikeKey))
  const given = (): string => {
    const name = makeDisplayName(chance.pick)
    return taken.has(lookalikeKey(name)) ? given() : name
  }
  return () => {
    const name = (chance.happens(0.4) ? chosen.pop() : undefined) ?? given()
    taken.add(lookalikeKey(name))
    return name
  }
}

export const chosenNames = [
  'slow_and_steady',
  'Penny Wise',
  'Bull Run 22',
  'Grandma Trades',
  'BuyTheDip',
  'Marie_K',
  'Diamond Hands',
  'Coffee and Charts',
  'lunchbreak-investor',
  'Room 204',
  'The Long Game',
  'jonas_w',
  'Rookie No 1',
  'Compound Interest',
  'Two Percent',
  'Bear Hug',
  'night-owl',
  'Priya R',
  'Index Fan',
  'Paper Hands Pete',
  'Uncle Bob',
  'Stonks Academy',
  'Chloe M',
  'ten_k_to_go',
]

/**
 * A good year in any market: of many who learn in the same way, each with a fortune of their own, the one who came
 * closest to a place among the ten best. All of them traded as one can who does not know what comes.
 */
async function luckyLearner(
  past: Past,
  { seed, among }: { readonly seed: string; readonly among: readonly Year[] },
): Promise<Inhabitant> {
  const { subject, name } = demoLearner
  const years: Year[] = []
  for (let number = 1; number <= learnersTried; number += 1) {
    const chance = chanceOf(seed, `${subject} ${number}`)
    years.push(await liveThrough(past, { style: learner(chance), chance, joins: 0 }))
  }
  const best = among.map(({ worth }) => worth).toSorted((a, b) => b - a)
  const goal = Math.max(best[goodPlace - 1] ?? 0, startingCash * goodGrowth)
  const [luckiest] = years.toSorted((a, b) => Math.abs(a.worth - goal) - Math.abs(b.worth - goal))
  if (luckiest === undefined) throw new Error('Nobody has tried to learn.')
  return { subject, name, publicId: chanceOf(seed, subject).uuid(), ...luckiest }
}

const learnersTried = 120
const goodPlace = 6
const goodGrowth = 1.12
