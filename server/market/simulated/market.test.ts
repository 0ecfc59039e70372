// Properties of every price of the simulated market, whatever its secret.
import type { MarketHours } from '@tengrand/core/quote.ts'
import { addDays, asDay, instantAt } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simulatedMarket } from './market.ts'
import { anchorDay, tickerParameters } from './parameters.ts'

const at = (text: string) => Date.parse(text)
const anyTicker = fc.constantFrom(...tickers)
const anyInstant = fc.integer({ min: at('1990-01-01T05:00Z'), max: at('2101-01-01T04:59Z') })
const dayMs = 86_400_000
/** The open and close of a usual day, of a half day and of a day near a clock change. */
const edges = [
  '2026-11-04T14:30Z',
  '2026-11-04T20:59:59.999Z',
  '2026-11-04T21:00Z',
  '2026-11-27T18:00Z',
  '2026-03-09T13:30Z',
].map(at)

describe.each(['always', 'nyse'] as const)('open %s', (hours) => {
  const market = simulatedMarket({ secret: 'market.test', hours })

  test('every price is its anchor at the close of the anchor day', () => {
    const close = instantAt(anchorDay, hours === 'nyse' ? 16 * 3_600_000 : dayMs)
    for (const ticker of tickers) {
      const anchor = fromDollars(tickerParameters[ticker][0])
      expect(market.priceAt(ticker, close)).toBe(anchor)
      expect(market.closes(ticker, anchorDay, anchorDay)).toEqual([
        { day: anchorDay, cents: anchor },
      ])
    }
  })

  test('prices are whole cents, at least one, from 1990 to 2100', () => {
    fc.assert(
      fc.property(anyTicker, anyInstant, fc.string(), (ticker, instantMs, secret) => {
        const cents = simulatedMarket({ secret, hours }).priceAt(ticker, instantMs)
        expect(Number.isSafeInteger(cents) && cents >= 1).toBe(true)
      }),
      {
        numRuns: 100,
        // The first and last possible instants, and an empty secret.
        examples: tickers.flatMap((ticker): [Ticker, number, string][] => [
          [ticker, at('1990-01-01T05:00Z'), ''],
          [ticker, at('2101-01-01T04:59Z'), ''],
        ]),
      },
    )
  })

  test('a price stands until the next change', () => {
    const instant = fc.integer({ min: at('2020-01-01T05:00Z'), max: at('2040-01-01T05:00Z') })
    fc.assert(
      fc.property(anyTicker, instant, fc.nat(10_000), (ticker, instantMs, waitMs) => {
        const later = Math.min(instantMs + waitMs, market.nextChangeAt(instantMs) - 1)
        expect(market.priceAt(ticker, later)).toBe(market.priceAt(ticker, instantMs))
      }),
      { numRuns: 300, examples: edges.map((ms) => ['AAPL', ms, 10_000]) },
    )
  })

  test('what was asked before, on the same day or another, does not matter', () => {
    const instant = fc.integer({ min: at('2026-11-02T14:30Z'), max: at('2026-11-03T21:00Z') })
    fc.assert(
      fc.property(anyTicker, instant, (ticker, instantMs) => {
        const fresh = simulatedMarket({ secret: 'market.test', hours })
        expect(market.priceAt(ticker, instantMs)).toBe(fresh.priceAt(ticker, instantMs))
      }),
      {
        numRuns: 200,
        examples: [at('2026-11-02T14:30Z'), at('2026-11-03T21:00Z')].map((ms) => ['AAPL', ms]),
      },
    )
  })

  test('the close, the price at the close and the last hour are one', () => {
    const from = asDay('2026-10-26')
    for (const { day, cents } of market.closes('NVDA', from, addDays(from, 40))) {
      const session = hours === 'nyse' ? sessionOf(day) : null
      const open = session?.open ?? instantAt(day, 0)
      const close = session?.close ?? instantAt(day, dayMs)
      expect(market.priceAt('NVDA', close)).toBe(cents)
      expect(market.hourly('NVDA', open, close).at(-1)).toEqual({ at: close, cents })
    }
  })

  test('hours are those of trading and have the price of their instant', () => {
    const prices = market.hourly('LYFT', at('2026-11-23T00:00-05:00'), at('2026-11-30T00:00-05:00'))
    // Three full days of seven hours and a half day of four, against seven days with both ends.
    expect(prices.length).toBe(hours === 'nyse' ? 3 * 7 + 4 : 7 * 24 + 1)
    for (const price of prices) expect(market.priceAt('LYFT', price.at)).toBe(price.cents)
  })

  test('days without a session have no close', () => {
    const closes = market.closes('AAPL', asDay('2026-11-23'), asDay('2026-11-29'))
    expect(closes.length).toBe(hours === 'nyse' ? 4 : 7)
  })

  test('a year of hours is the most that is answered at once', () => {
    expect(() => market.hourly('AAPL', 0, 400 * dayMs)).toThrow('Too many hours')
  })

  test('another secret is another market, and bytes are as good as text', () => {
    const instantMs = at('2027-05-05T15:00Z')
    const priceFor = (secret: string | Uint8Array) =>
      simulatedMarket({ secret, hours }).priceAt('MSFT', instantMs)
    expect(priceFor('market.test')).toBe(market.priceAt('MSFT', instantMs))
    expect(priceFor(new TextEncoder().encode('market.test'))).toBe(priceFor('market.test'))
    expect(priceFor('market.test.')).not.toBe(priceFor('market.test'))
  })
})

test('the exchange opens with a gap, the open-all-hours market does not', () => {
  const nyse = simulatedMarket({ secret: 'gap', hours: 'nyse' })
  const always = simulatedMarket({ secret: 'gap', hours: 'always' })
  const [before, open] = [at('2026-11-04T09:29:59-05:00'), at('2026-11-04T09:30-05:00')]
  expect(nyse.priceAt('TSLA', open)).not.toBe(nyse.priceAt('TSLA', before))
  for (const ticker of tickers) {
    const midnight = at('2026-11-05T00:00-05:00')
    const ratio = always.priceAt(ticker, midnight) / always.priceAt(ticker, midnight - 1)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.002)
  }
})

test('who knows the path of one calendar does not know the other', () => {
  const [a, b] = [firstReturns('always'), firstReturns('nyse')]
  const products = a.map((value, n) => value * (b[n] ?? NaN))
  const sum = products.reduce((total, product) => total + product, 0)
  expect(Math.abs(sum / (Math.hypot(...a) * Math.hypot(...b)))).toBeLessThan(0.25)
})

// The days of both calendars have the same numbers from the anchor to the first holiday.
function firstReturns(hours: MarketHours): number[] {
  const market = simulatedMarket({ secret: 'domains', hours })
  const closes = market.closes('AAPL', anchorDay, asDay('2027-12-31')).slice(0, 300)
  return closes.slice(1).map(({ cents }, n) => Math.log(cents / (closes[n]?.cents ?? NaN)))
}
