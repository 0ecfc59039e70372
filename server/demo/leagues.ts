// Generates the leagues of the demo world: a class that runs, a club whose league is over, and one that begins tomorrow.
import { openStartingCash } from '@tengrand/core/contest.ts'
import {
  addDays,
  dayMs,
  hourMs,
  instantAt,
  minuteMs,
  startOfDay,
  type Day,
} from '@tengrand/core/day.ts'

import type { LeagueRules } from '../leagues/wish.ts'
import { chanceOf } from './chance.ts'
import type { Past } from './past.ts'
import { crowd, isLearner, type Inhabitant } from './people.ts'
import { learner } from './patient-styles.ts'
import { liveThrough, type Year } from './year.ts'

export interface DemoLeague extends LeagueRules {
  readonly name: string
  readonly key: string
  readonly createdAt: number
  /** The owner is the first. */
  readonly members: readonly DemoMember[]
}

interface DemoMember {
  /** The public id of the account. */
  readonly publicId: string
  readonly joinedAt: number
  readonly organiserName: string | null
  /** Null before the start. */
  readonly year: Year | null
}

/** From and to are days from today on; `own` is the place of the demo learner among the members. */
const plans = [
  { name: 'Chess club', orders: 'now', holdings: 'always', from: -80, to: -23, size: 12, own: 1 },
  { name: 'Economics 9b', orders: 'all', holdings: 'after', from: -21, to: 20, size: 25, own: 0 },
  { name: 'Holiday challenge', orders: 'all', holdings: 'never', from: 1, to: 15, size: 6, own: 0 },
] as const

interface Deps {
  readonly inhabitants: readonly Inhabitant[]
  readonly seed: string
  readonly today: Day
}

/** The same people are in all leagues. */
export async function leaguesOf(past: Past, deps: Deps): Promise<DemoLeague[]> {
  const since = startOfDay(addDays(deps.today, -knownDays))
  const known = deps.inhabitants.filter(({ joinedAt }) => joinedAt < since)
  const own = known.filter(isLearner)
  const chance = chanceOf(deps.seed, 'leagues')
  const others = chance.someOf(known, known.length).filter((person) => !isLearner(person))
  const leagues: DemoLeague[] = []
  for (const plan of plans) {
    const members = others.slice(0, plan.size - 1).toSpliced(plan.own, 0, ...own)
    leagues.push(await leagueOf(past, plan, { ...deps, inhabitants: members }))
  }
  return leagues
}

const knownDays = 90
const begins = 9 * hourMs
const ends = 16 * hourMs
/** The time between the creation and the start. */
const noticeMs = 5 * dayMs
/** Too late to be ranked. */
const lateMs = 9 * dayMs

/** The last member joins late; the last but one does not trade. */
async function leagueOf(
  past: Past,
  { from, to, size, own, ...rules }: (typeof plans)[number],
  { inhabitants, seed, today }: Deps,
): Promise<DemoLeague> {
  const startsAt = instantAt(addDays(today, from), begins)
  const endsAt = instantAt(addDays(today, to), ends)
  const createdAt = startsAt - noticeMs
  const closes = past.days.findLastIndex((day) => day.to < endsAt)
  const members: DemoMember[] = []
  for (const [place, { publicId, subject }] of inhabitants.entries()) {
    const chance = chanceOf(seed, `${subject} in ${rules.name}`)
    const lateAt = Math.min(startsAt + lateMs, startOfDay(today))
    const joinedAt = place === size - 1 ? lateAt : createdAt + place * 10 * minuteMs
    const opensAt = Math.max(startsAt, joinedAt)
    const joins = past.days.findIndex((day) => day.from >= opensAt)
    const [makeStyle] = place === own ? [learner] : chance.oneOf(crowd)
    const style = place === size - 2 ? () => [] : makeStyle(chance)
    const year =
      joins === -1 ? null : await liveThrough(past, { style, chance, joins, opensAt, closes })
    members.push({ publicId, joinedAt, organiserName: pupils[place - 1] ?? null, year })
  }
  const key = chanceOf(seed, rules.name).uuid()
  return { ...rules, startingCash: openStartingCash, startsAt, endsAt, key, createdAt, members }
}

const pupils =
  'Anna S., Ben K., Clara W., David M., Elif Y., Finn B., Greta H., Hannah L., Ivan P., Jonas R., Kaya D., Leo F., Mia T., Noah Z., Olivia G., Paul N., Rosa V., Samir A., Tilda E., Umut C., Vera J., Wim O., Yara Q., Zoe I.'.split(
    ', ',
  )
