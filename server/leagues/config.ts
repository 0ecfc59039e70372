// Reads the limits of leagues from the environment; docs/configuration.md says what each is for.
import { leagueDaysMax } from '@tengrand/core/league.ts'
import { formatQuantity } from '@tengrand/core/money.ts'

import { listOf, oneOf, wholeNumber, type Reader } from '../env.ts'
import { StartProblem } from '../errors.ts'
import type { IdentityConfig } from '../identity/config.ts'

export type LeaguesConfig = ReturnType<typeof readLeaguesConfig>

const membersMax = 10_000

/** A school class and its guests, with room to spare. */
export const lessonMembersMax = 200

export function readLeaguesConfig(read: Reader, identity: IdentityConfig) {
  const count = (name: string, unset: number, most = 1_000_000): number =>
    read(name, unset, wholeNumber(1, most), `a whole number from 1 to ${formatQuantity(most)}`)
  return {
    /** At a time, per account. */
    ownedMax: count('LEAGUES_OWNED_MAX', 10),
    joinedMax: count('LEAGUES_JOINED_MAX', 20),
    membersMax: count('LEAGUE_MEMBERS_MAX', 1_000, membersMax),
    /** Wrong codes. */
    triesPerHour: count('JOIN_TRIES_PER_HOUR', 20),
    triesPerHourAndAddress: count('JOIN_TRIES_PER_HOUR_AND_ADDRESS', 3_000),
    /** The lengths that a lesson can have. */
    lessonMinutes: read(
      'LESSON_MINUTES',
      [10, 20, 40, 60, 90],
      listOf(wholeNumber(1, 1_440)),
      'whole numbers from 1 to 1,440, separated by commas',
    ),
    /** Whether lessons can be joined without an account. */
    guests: readGuests(read, identity),
    /** From one address, as a school has. */
    guestsPerMinuteAndAddress: count('GUESTS_PER_MINUTE_AND_ADDRESS', 200),
    guestsPerHourAndAddress: count('GUESTS_PER_HOUR_AND_ADDRESS', 2_000),
    lessonsRunningMax: count('LESSONS_RUNNING_MAX', 100),
    /** The shortest league. */
    minutesMin: count('LEAGUE_MINUTES_MIN', 60, leagueDaysMax * 1_440),
  }
}

/** By default where everybody may sign up: an installation for some people has to allow guests. */
function readGuests(read: Reader, identity: IdentityConfig): boolean {
  const { kind, signUp, allowedDomains } = identity
  const hasSessions = kind === 'embedded' || (kind === 'oidc' && identity.web !== null)
  const isForAll = hasSessions && signUp === 'open' && allowedDomains.length === 0
  const guests = read('GUESTS', isForAll ? 'on' : 'off', oneOf(['on', 'off']), 'on or off') === 'on'
  if (guests && !hasSessions) {
    throw new StartProblem('GUESTS must be off where this server has no sessions of its own.')
  }
  return guests
}
