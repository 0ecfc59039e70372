// Generates the people of the demo world: sixty traders with names and styles, and the demo learner.
import { makeDisplayName, lookalikeKey } from '@tengrand/core/display-name.ts'
import { openStartingCash } from '@tengrand/core/contest.ts'

import { chanceOf, type Chance } from './chance.ts'
import type { Past } from './past.ts'
import { balancer, believer, holder, learner, saver } from './patient-styles.ts'
import { beginner, dayTrader, dipBuyer, follower } from './restless-styles.ts'
import type { MakeStyle } from './style.ts'
import { limitBuy, limitSell, stopSell, type WaitingOrder } from './waiting-order.ts'
import { waitingOrdersOf, type HowMany } from './waiting.ts'
import { liveThrough, startOverOn, type ClosedYear, type Year } from './year.ts'

export interface Inhabitant extends Year {
  /** The subject of the account; it cannot sign in. */
  readonly subject: string
  readonly publicId: string
  readonly name: string
  readonly joinedAt: number
  /** The previous chapter of a person who has started over. */
  readonly earlier: ClosedYear | null
  /** The conditional orders of this chapter. */
  readonly waiting: readonly WaitingOrder[]
}

/** The public credentials of the demo. */
export const demoLearner = {
  email: 'demo@tengrand.example',
  password: 'ten grand to learn',
  subject: 'demo learner',
  name: 'Steady Otter 42',
}

export const isLearner = ({ subject }: Inhabitant): boolean => subject === demoLearner.subject

export const crowd: readonly (readonly [MakeStyle, number])[] = [
  [holder, 12],
  [saver, 9],
  [beginner, 9],
  [follower, 8],
  [dipBuyer, 8],
  [dayTrader, 6],
  [believer, 4],
  [balancer, 4],
]

/** Traders and learner in the order of joining. */
export async function inhabitantsOf(past: Past, seed: string): Promise<Inhabitant[]> {
  const styles = crowd.flatMap(([style, count]) => Array.from({ length: count }, () => style))
  const nameOf = namer(seed)
  const traders: Inhabitant[] = []
  for (const [index, makeStyle] of styles.entries()) {
    const subject = `demo trader ${index + 1}`
    const chance = chanceOf(seed, subject)
    const publicId = chance.uuid()
    const joins = joiningDay(past, chance)
    const person = { style: makeStyle(chance), chance, joins }
    const { earlier, year } =
      index % startOverEvery === 0 && joins < earlyDays
        ? await startOverOn(past, { ...person, closes: joins + chapterDays })
        : { earlier: null, year: await liveThrough(past, person) }
    const joinedAt = earlier?.openedAt ?? year.openedAt
    const orders = chanceOf(seed, `${subject}, orders`)
    const waiting = orders.happens(usingOrders)
      ? await waitingOrdersOf({ past, year, chance: orders }, someOrders(orders))
      : []
    traders.push({ subject, publicId, name: nameOf(), joinedAt, earlier, waiting, ...year })
  }
  const learned = await luckyLearner(past, { seed, among: traders })
  return [...traders, learned].toSorted((a, b) => a.joinedAt - b.joinedAt)
}

/** Most join in the first weeks, the others at any time up to the last month. */
const joiningDay = ({ days }: Past, chance: Chance): number =>
  chance.pick(chance.happens(0.75) ? earlyDays : days.length - lateDays)

/** The part of people who use conditional orders. */
const usingOrders = 0.4

const someOrders = (chance: Chance): HowMany => ({
  filled: 1 + chance.pick(4),
  ended: chance.pick(3),
  open: chance.someOf([limitBuy, limitSell, stopSell], chance.pick(3)),
})

/** Every eighth trader has started over after sixty days, if they joined early. */
const startOverEvery = 8
const chapterDays = 60

const earlyDays = 40
const lateDays = 15

/** Some people have chosen a name, the others have a generated one. */
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

export const chosenNames =
  'slow_and_steady, Penny Wise, Bull Run 22, Grandma Trades, BuyTheDip, Marie_K, Diamond Hands, Coffee and Charts, lunchbreak-investor, Room 204, The Long Game, jonas_w, Rookie No 1, Compound Interest, Two Percent, Bear Hug, night-owl, Priya R, Index Fan, Paper Hands Pete, Uncle Bob, Stonks Academy, Chloe M, ten_k_to_go'.split(
    ', ',
  )

/**
 * The demo learner has a good year in any market: of many candidates with the same style, the one closest to a rank in
 * the top ten. No candidate trades on future prices. Before that year, the learner trades like a beginner for some
 * weeks and starts over.
 */
async function luckyLearner(
  past: Past,
  { seed, among }: { readonly seed: string; readonly among: readonly Year[] },
): Promise<Inhabitant> {
  const { subject, name } = demoLearner
  const early = chanceOf(seed, `${subject}, the first weeks`)
  const joins = { style: beginner(early), chance: early, joins: 0, closes: firstWeeksDays }
  const { earlier } = await startOverOn(past, joins)
  const years: Year[] = []
  for (let number = 1; number <= learnersTried; number += 1) {
    const chance = chanceOf(seed, `${subject} ${number}`)
    const person = { style: learner(chance), chance, joins: firstWeeksDays + 1 }
    years.push(await liveThrough(past, { ...person, opensAt: earlier.closing.at }))
  }
  const best = among.map(({ worth }) => worth).toSorted((a, b) => b - a)
  const goal = Math.max(best[goodPlace - 1] ?? 0, openStartingCash * goodGrowth)
  const [luckiest] = years.toSorted((a, b) => Math.abs(a.worth - goal) - Math.abs(b.worth - goal))
  if (luckiest === undefined) throw new Error('There is no candidate for the learner.')
  const publicId = chanceOf(seed, subject).uuid()
  const waiting = await waitingOrdersOf(
    { past, year: luckiest, chance: chanceOf(seed, `${subject}, orders`) },
    { filled: 5, ended: 3, open: [limitBuy, stopSell, limitSell] },
  )
  return { subject, name, publicId, joinedAt: earlier.openedAt, earlier, waiting, ...luckiest }
}

const firstWeeksDays = 20
const learnersTried = 120
const goodPlace = 6
const goodGrowth = 1.12
