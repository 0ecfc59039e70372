// The table of the rounds, and the goals that the drill must reach.
import { print } from '../server/command.ts'
import { events } from './failover-events.ts'
import type { RoundResult } from './failover-round.ts'
import { atMost, wordsOfCounts, type Check } from './report.ts'
import type { Verdict } from './verdict.ts'

/** Of deploy/patroni/patroni.yml: after this time without a word, a leader is replaced. */
const ttl = 17
/** A leader that hangs is asked for two seconds more whether it is alive, and etcd notices within a second. */
const withoutTradingMax = (event: string): number => ttl + (event.endsWith('freezes') ? 5 : 2)
const perSecondMin = 100
/** A ranking job that failed looks again after 20 s, and one of another node within 5 s. */
const rankedAfterMax = 60
const signOutHeardMax = 5

export const streamCount = 20

const columns = [
  'round',
  'event',
  'machine',
  'acknowledged',
  'orders/s',
  's without trading',
  'other answers',
  'audit',
  'filled',
  'ranked after s',
  'sign-out heard after s',
  'streams',
  's until in sync',
]

export function printHeader(): void {
  print(`\n| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`)
}

export function printRound(round: number, result: RoundResult): void {
  const cells = [
    round,
    result.event,
    result.machine,
    result.acknowledged,
    result.perSecond.toFixed(0),
    result.secondsWithoutTrading.toFixed(1),
    wordsOfCounts(result.troubles),
    result.auditDifferences === 0 ? 'clean' : result.auditDifferences,
    result.filled,
    result.rankedAfter.toFixed(1),
    result.signOutHeardAfter.toFixed(3),
    result.streams,
    result.secondsUntilInSync.toFixed(0),
  ]
  print(`| ${cells.join(' | ')} |`)
}

interface Findings {
  readonly verdict: Verdict
  readonly waiting: { readonly lost: number; readonly doubled: number }
  readonly counts: {
    readonly placed: number
    readonly seenFilled: number
    readonly reconnections: number
  }
}

export function verdictOn(
  results: readonly RoundResult[],
  { verdict, waiting, counts }: Findings,
): Check[] {
  const most = (of: (result: RoundResult) => number): number => Math.max(...results.map(of))
  const slowest = Math.min(...results.map(({ perSecond }) => perSecond))
  const audits = results.reduce((sum, { auditDifferences }) => sum + auditDifferences, 0)
  const fewest = Math.min(...results.map(({ streams }) => streams))
  return [
    ...events.flatMap(({ name }) => pausesOf(name, results)),
    said('orders acknowledged', verdict.acknowledged),
    said('orders refused', wordsOfCounts(Object.entries(verdict.refused))),
    atMost('lost', verdict.lost, 0),
    atMost('doubled', verdict.doubled, 0),
    said('orders that wait: placed, seen filled', `${counts.placed}, ${counts.seenFilled}`),
    atMost('orders that wait: lost', waiting.lost, 0),
    atMost('orders that wait: filled twice', waiting.doubled, 0),
    atMost('differences of all audits', audits + verdict.auditDifferences, 0),
    {
      what: `orders a second in the slowest round, without its pause (at least ${perSecondMin})`,
      value: slowest.toFixed(0),
      holds: slowest >= perSecondMin,
    },
    atMost(
      'most seconds until a ranking',
      most(({ rankedAfter }) => rankedAfter),
      rankedAfterMax,
      1,
    ),
    atMost(
      'most seconds until a sign-out is heard elsewhere',
      most(({ signOutHeardAfter }) => signOutHeardAfter),
      signOutHeardMax,
      3,
    ),
    {
      what: `streams alive at the end of each round (${streamCount})`,
      value: fewest,
      holds: fewest === streamCount,
    },
    said('times that a stream connected again', counts.reconnections),
  ]
}

const said = (what: string, value: string | number): Check => ({ what, value, holds: true })

/** Without a line where the event did not come. */
function pausesOf(event: string, results: readonly RoundResult[]): Check[] {
  const pauses = results
    .filter((result) => result.event === event)
    .map(({ secondsWithoutTrading }) => secondsWithoutTrading)
    .toSorted((one, other) => one - other)
  const worst = pauses.at(-1)
  if (worst === undefined) return []
  const middle = pauses[Math.floor((pauses.length - 1) / 2)] ?? worst
  return [
    {
      what: `${event}: seconds without trading, median and most of ${pauses.length} (at most ${withoutTradingMax(event)})`,
      value: `${middle.toFixed(1)}, ${worst.toFixed(1)}`,
      holds: worst <= withoutTradingMax(event),
    },
  ]
}
