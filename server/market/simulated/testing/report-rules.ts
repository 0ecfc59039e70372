// Ten rules that trade around a report, and their returns after the spread.
import { sectorOf } from '@tengrand/core/sectors.ts'
import type { Around } from './reports.ts'

export interface ReportRule {
  readonly name: string
  // The return of the trade as a fraction; null without a trade.
  readonly returnOf: (around: Around) => number | null
}

const held = ({ at }: Around, from: number, to: number): number => at(to).bid / at(from).ask - 1

const changeOf = ({ at }: Around, from: number, to: number): number =>
  at(to).price / at(from).price - 1

const when = (condition: boolean, gain: () => number): number | null => (condition ? gain() : null)

export const overTheReport: ReportRule = {
  name: 'bought the evening before, sold the evening after',
  returnOf: (around) => held(around, -1, 0),
}

export const reportRules: readonly ReportRule[] = [
  overTheReport,
  {
    name: 'bought when announced, sold the evening after',
    returnOf: (around) => held(around, around.announced, 0),
  },
  {
    name: 'bought when announced, sold the evening before',
    returnOf: (around) => held(around, around.announced, -1),
  },
  { name: 'bought the evening after, for two weeks', returnOf: (around) => held(around, 0, 10) },
  {
    name: 'over the report after a fall',
    returnOf: (around) =>
      when(changeOf(around, around.announced, -1) < 0, () => held(around, -1, 0)),
  },
  {
    name: 'over the report below the mean of the year',
    returnOf: (around) => when(around.at(-1).price < yearMean(around), () => held(around, -1, 0)),
  },
  {
    name: 'after a report that fell, for two weeks',
    returnOf: (around) => when(changeOf(around, -1, 0) < 0, () => held(around, 0, 10)),
  },
  {
    name: 'over the report after another of the sector rose on its own',
    returnOf: (around) => when(sectorRose(around), () => held(around, -1, 0)),
  },
  { name: 'over the report with a stop 3 % below', returnOf: withStop },
  { name: 'with a limit 3 % below on the day, sold a day later', returnOf: withLimit },
]

function yearMean({ at }: Around): number {
  const months = Array.from({ length: 11 }, (_, month) => at(-2 - 21 * month).price)
  return months.reduce((sum, price) => sum + price, 0) / months.length
}

function sectorRose({ ticker, recent, of }: Around): boolean {
  return recent.some(
    (peer) =>
      sectorOf(peer.ticker) === sectorOf(ticker) &&
      of(peer.ticker)(-1).price > of(peer.ticker)(peer.session - 1).price,
  )
}

// When waiting orders are looked at. A look is at whatever price there is then, as after a gap.
const looks = [0, 0.25, 0.5, 0.75, 1]

function withStop({ at }: Around): number {
  const paid = at(-1).ask
  const bids = looks.map((part) => at(0, part).bid)
  return (bids.find((bid) => bid <= 0.97 * paid) ?? at(0).bid) / paid - 1
}

function withLimit({ at }: Around): number | null {
  const limit = 0.97 * at(-1).price
  const paid = looks.map((part) => at(0, part).ask).find((ask) => ask <= limit)
  return paid === undefined ? null : at(1).bid / paid - 1
}
