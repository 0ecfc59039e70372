// Prints the prices that must never change (node testing/golden.ts > simulated.golden.csv). A difference from the
// stored file means that past prices of existing installations have changed.
import { asDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { lessonMarket } from '../lesson.ts'
import { simulatedMarket } from '../market.ts'

export interface Row {
  market: GoldenMarket
  ticker: Ticker
  instant: string
}

type GoldenMarket = keyof ReturnType<typeof goldenMarkets>

export function goldenRows(): Row[] {
  const rowsOf = (market: GoldenMarket, asked: readonly string[]) =>
    tickers.flatMap((ticker) => asked.map((instant) => ({ market, ticker, instant })))
  const later = instants.filter((instant) => instant > announcedFrom)
  return [
    ...rowsOf('always', instants),
    ...rowsOf('nyse', instants),
    ...rowsOf('always announced', later),
    ...rowsOf('nyse announced', later),
    ...rowsOf('always v2', instants),
    ...rowsOf('nyse v2', instants),
    ...rowsOf('lesson', lessonInstants),
  ]
}

export function goldenMarkets() {
  const secret = 'the golden secret, which is no secret'
  return {
    always: simulatedMarket({ secret, version: 'market-sim/v1', hours: 'always' }),
    nyse: simulatedMarket({ secret, version: 'market-sim/v1', hours: 'nyse' }),
    'always announced': simulatedMarket({
      secret,
      version: 'market-sim/v1',
      hours: 'always',
      announcedFrom,
    }),
    'nyse announced': simulatedMarket({
      secret,
      version: 'market-sim/v1',
      hours: 'nyse',
      announcedFrom,
    }),
    'always v2': simulatedMarket({ secret, version: 'market-sim/v2', hours: 'always' }),
    lesson: lessonMarket({
      secret: Buffer.from(secret),
      version: 'market-sim/v2',
      order: tickers.map((_, index) => (7 * index + 3) % tickers.length),
      startingPrices: tickers.map((_, index) => cents(2_000 + 2_533 * index)),
      opensAt: Date.parse('2025-11-19T05:00:00.000Z'),
    }),
    'nyse v2': simulatedMarket({ secret, version: 'market-sim/v2', hours: 'nyse', announcedFrom }),
  }
}

export function goldenLine(markets: ReturnType<typeof goldenMarkets>, row: Row): string {
  const price = markets[row.market].priceAt(row.ticker, Date.parse(row.instant))
  return `${row.market},${row.ticker},${row.instant},${price}`
}

const announcedFrom = asDay('2027-01-01')

// Opens, closes, nights, half days, holidays, clock changes, and the edges of slots and blocks.
const instants = [
  '1990-01-01T05:00:00.000Z',
  '1990-01-02T14:30:00.000Z',
  '1990-01-02T21:00:00.000Z',
  '1995-07-14T16:21:33.123Z',
  '2000-04-14T19:59:59.999Z',
  '2001-09-10T20:00:00.000Z',
  '2001-09-13T15:00:00.000Z',
  '2001-09-17T13:30:00.000Z',
  '2008-10-10T14:02:03.004Z',
  '2016-11-08T23:00:00.000Z',
  '2019-05-10T17:17:17.170Z',
  '2020-03-16T13:30:00.000Z',
  '2024-02-29T18:45:00.500Z',
  '2024-09-12T15:30:00.000Z',
  '2024-09-13T20:00:00.000Z',
  '2026-03-08T06:59:59.999Z',
  '2026-03-08T07:00:00.000Z',
  '2026-08-06T20:00:00.000Z',
  '2026-08-07T13:29:59.999Z',
  '2026-08-07T13:30:00.000Z',
  '2026-08-07T13:30:02.856Z',
  '2026-08-07T13:30:02.857Z',
  '2026-08-07T19:59:57.143Z',
  '2026-08-07T20:00:00.000Z',
  '2026-08-08T03:59:59.999Z',
  '2026-08-08T04:00:00.000Z',
  '2026-08-10T13:30:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:30:00.000Z',
  '2026-11-26T17:00:00.000Z',
  '2026-11-27T15:15:15.150Z',
  '2026-11-27T18:00:00.000Z',
  '2027-01-04T16:04:05.678Z',
  '2028-01-01T05:00:00.659Z',
  '2028-01-01T05:00:00.660Z',
  '2028-07-24T20:00:00.000Z',
  '2035-06-15T14:44:44.444Z',
  '2062-02-03T19:01:02.003Z',
  '2099-12-31T17:30:00.000Z',
  '2100-12-31T21:00:00.000Z',
] as const

// The year before a lesson, its first and its last instant, and some ticks.
const lessonInstants = [
  '2024-11-19T05:00:00.000Z',
  '2025-03-09T06:59:59.999Z',
  '2025-11-19T05:00:00.000Z',
  '2025-11-19T12:18:00.000Z',
  '2026-03-08T08:00:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-19T05:00:00.000Z',
  '2030-11-19T05:00:00.000Z',
]

if (import.meta.main) {
  const markets = goldenMarkets()
  for (const row of goldenRows()) process.stdout.write(`${goldenLine(markets, row)}\n`)
}
