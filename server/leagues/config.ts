// Reads the limits of leagues from the environment; docs/configuration.md says what each is for.
import { leagueDaysMax } from '@tengrand/core/league.ts'

import { listOf, wholeNumber, type Reader } from '../env.ts'

export type LeaguesConfig = ReturnType<typeof readLeaguesConfig>

const membersMax = 10_000

/** A school class and its guests, with room to spare. */
export const lessonMembersMax = 200

export function readLeaguesConfig(read: Reader) {
  const count = (name: string, unset: number, most = 1_000_000): number =>
    read(
      name,
      unset,
      wholeNumber(1, most),
      `a whole number from 1 to ${most.toLocaleString('en-US')}`,
    )
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
    lessonsRunningMax: count('LESSONS_RUNNING_MAX', 100),
    /** The shortest league. */
    minutesMin: count('LEAGUE_MINUTES_MIN', 60, leagueDaysMax * 1_440),
  }
}
