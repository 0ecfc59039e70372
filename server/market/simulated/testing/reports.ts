// Reports of simulated markets and quiet days between them, with the prices around each, as a program would trade them.
import { addDays, asDay, type Day } from '@tengrand/core/day.ts'
import type { MarketHours, Prices } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'
import { memoize } from '../../../bounded-map.ts'
import { simulatedMarket, type SimulatedMarket } from '../market.ts'

export interface Around {
  readonly ticker: Ticker
  readonly day: Day
  // The prices at a session near the day, 0 for its own; by default at its close, 1, and at its open, 0.
  readonly at: (session: number, part?: number) => Prices
  // The same for another stock.
  readonly of: (other: Ticker) => Around['at']
  // The session at whose close the report has been announced.
  readonly announced: number
  // The reports of the two weeks before, by all companies, with their sessions.
  readonly recent: readonly { readonly ticker: Ticker; readonly session: number }[]
  // The number of the report among those of its company.
  readonly quarter: number
}

export const announcedFrom = asDay('2027-01-01')

interface Asked {
  readonly hours: MarketHours
  readonly secret: string
  readonly years: number
  readonly among?: readonly Ticker[]
  // Whether reports are announced; otherwise their moves are those of the day tree.
  readonly isAnnounced?: boolean
}

// Halfway between two reports there is none within three weeks.
const sessionsToQuiet = { always: 45, nyse: 32 }
const sessionsAhead = { always: 14, nyse: 10 }

export function reportsIn(asked: Asked) {
  const { hours, secret, years, among = tickers, isAnnounced = true } = asked
  const market = simulatedMarket({ secret, hours, ...(isAnnounced && { announcedFrom }) })
  const last = asDay(`${2026 + years}-12-31`)
  const days = sessionsOf(hours)
  const indexOf = indexesOf(hours)
  const reports = among.flatMap((ticker) =>
    market
      .reports(ticker, announcedFrom, last)
      .map((day, quarter) => ({ ticker, quarter, index: indexOf.get(day) ?? 0 })),
  )
  // The days of the reports, or those some sessions later.
  const around = (later: number): Around[] =>
    reports.map(({ ticker, quarter, index }) => {
      const of = (other: Ticker) =>
        pricesNear(market, hours, other, (n) => days[index + later + n] ?? last)
      const recent = reports
        .map((one) => ({ ticker: one.ticker, session: one.index - index }))
        .filter(({ session }) => session < 0 && session >= -sessionsAhead[hours])
      const day = days[index + later] ?? last
      return { ticker, day, quarter, of, at: of(ticker), announced: -sessionsAhead[hours], recent }
    })
  return { reports: around(0), quiet: around(sessionsToQuiet[hours]) }
}

const sessionsOf = memoize(2, (hours: MarketHours): readonly Day[] => {
  const days: Day[] = []
  for (let day = asDay('2025-06-01'); day < '2070-01-01'; day = addDays(day, 1)) {
    if (sessionOn(day, hours) !== null) days.push(day)
  }
  return days
})

const indexesOf = memoize(
  2,
  (hours: MarketHours) => new Map(sessionsOf(hours).map((day, index) => [day, index])),
)

function pricesNear(
  market: SimulatedMarket,
  hours: MarketHours,
  ticker: Ticker,
  dayOf: (session: number) => Day,
): Around['at'] {
  return (session, part = 1) => {
    const { open, close } = sessionOn(dayOf(session), hours) ?? { open: 0, close: 0 }
    return market.pricesAt(ticker, Math.round(open + (close - open) * part))
  }
}
