// The sign of a report cannot be predicted from what a client can fetch before it: prices of all stocks, and the days of
// their reports.
import { sectorOf } from '@tengrand/core/sectors.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { isLong } from '../../testing/effort.ts'
import { reportsIn, type Around } from './testing/reports.ts'

type Clue = (around: Around) => number

const logOf = ({ at }: Around, session: number, part = 1): number =>
  Math.log(at(session, part).price)

const moveOf = (around: Around, from: number, to: number): number =>
  logOf(around, to) - logOf(around, from)

/** The mean of a clue over other stocks. */
const ofOthers =
  (clue: Clue, which: (around: Around) => readonly Around['ticker'][]): Clue =>
  (around) =>
    meanOf(which(around).map((other) => clue({ ...around, at: around.of(other) })))

const allStocks = () => tickers
const peers = ({ ticker }: Around) =>
  tickers.filter((other) => other !== ticker && sectorOf(other) === sectorOf(ticker))

const movesOf =
  (sessions: number): Clue =>
  (around) =>
    moveOf(around, -1 - sessions, -1)

const clues: Readonly<Record<string, Clue>> = {
  'the last day': movesOf(1),
  'three days': movesOf(3),
  'the time since the announcement': (around) => moveOf(around, around.announced, -1),
  'a quarter': movesOf(63),
  'the distance from the mean of a year': (around) =>
    logOf(around, -1) -
    meanOf(Array.from({ length: 11 }, (_, month) => logOf(around, -2 - 21 * month))),
  'the last quarter of the last day': (around) => logOf(around, -1) - logOf(around, -1, 0.75),
  'the last minute': (around) => logOf(around, -1) - logOf(around, -1, 1 - 1 / 1440),
  'the size of the last moves': (around) =>
    meanOf([1, 2, 3, 4, 5].map((ago) => Math.abs(moveOf(around, -1 - ago, -ago)))),
  'the last cent': ({ at }) => (at(-1).price % 2) - 0.5,
  'the half of the spread': ({ at }) => at(-1).ask - at(-1).price - 0.5,
  'the last report': (around) => moveOf(around, -64, -63),
  'the market': ofOthers(movesOf(5), allStocks),
  'the sector': ofOthers(movesOf(5), peers),
  'the reports of others': (around) =>
    meanOf(
      around.recent.map(({ ticker, session }) => {
        const other = { ...around, at: around.of(ticker) }
        return moveOf(other, session - 1, session)
      }),
    ),
}

/** The price some hours into the report: a clue that nobody has before it. */
const tooLate: Clue = (around) => logOf(around, 0, 0.25) - logOf(around, -1)

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

interface Seen {
  /** Each clue over all reports, in units of its deviation, so that clues can be added. */
  readonly columns: ReadonlyMap<Clue, readonly number[]>
  readonly signs: readonly number[]
}

function see(reports: readonly Around[]): Seen {
  const columns = [...Object.values(clues), tooLate].map((clue) => {
    const values = reports.map(clue)
    const middle = meanOf(values)
    const scale = Math.sqrt(meanOf(values.map((value) => (value - middle) ** 2))) || 1
    return [clue, values.map((value) => (value - middle) / scale)] as const
  })
  const signs = reports.map((around) => Math.sign(moveOf(around, -1, 0)) || 1)
  return { columns: new Map(columns), signs }
}

/** The part of the signs that some clues predict, with weights that were learned from other markets. */
function hits(all: readonly Clue[], learned: Seen, { columns, signs }: Seen): number {
  const weights = all.map((clue) =>
    meanOf(learned.signs.map((sign, row) => sign * (learned.columns.get(clue)?.[row] ?? 0))),
  )
  const guessOf = (row: number): number =>
    all.reduce((sum, clue, n) => sum + (columns.get(clue)?.[row] ?? 0) * (weights[n] ?? 0), 0)
  return meanOf(signs.map((sign, row) => (guessOf(row) * sign > 0 ? 1 : 0)))
}

const secretsOf = (kind: string) =>
  Array.from({ length: isLong ? 20 : 4 }, (_, number) => `report signs ${kind} ${number}`)

test.each(['always', 'nyse'] as const)(
  'open %s, no clue predicts the sign of a report, nor do all together',
  (hours) => {
    const years = isLong ? 8 : 2
    const reportsOf = (kind: string) =>
      secretsOf(kind).flatMap((secret) => reportsIn({ hours, secret, years }).reports)
    const [learned, seen] = [see(reportsOf('learning')), see(reportsOf('tested'))]
    expect(seen.signs.length).toBeGreaterThanOrEqual(500)
    // Three standard deviations of a coin.
    const chance = 0.5 + 1.5 / Math.sqrt(seen.signs.length)
    for (const [name, clue] of Object.entries(clues)) {
      expect([name, hits([clue], learned, seen) < chance]).toEqual([name, true])
    }
    const all = Object.values(clues)
    expect(hits(all, learned, seen)).toBeLessThan(chance)
    // With a look at the report itself it is easy, so this test can fail.
    expect(hits([...all, tooLate], learned, seen)).toBeGreaterThan(chance)
  },
)
