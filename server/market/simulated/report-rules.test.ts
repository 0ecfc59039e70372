// The date of a report gives no edge: no rule that trades around reports earns more than the same rule on quiet days.
import { addDays, asDay, type Day } from '@tengrand/core/day.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { isLong } from '../../testing/effort.ts'
import { simulatedMarket } from './market.ts'
import { overTheReport, reportRules, type ReportRule } from './testing/report-rules.ts'
import { announcedFrom, reportsIn, type Around } from './testing/reports.ts'
import { pool } from './testing/rules.ts'

const secrets = Array.from({ length: 20 }, (_, number) => `report rules ${number}`)

/** How much more a rule earns at reports than on quiet days, in standard errors. */
function edgeOf(rule: ReportRule, markets: readonly ReturnType<typeof reportsIn>[]): number {
  // Companies report in the same weeks, and the market moves all of them, so a quarter is one observation.
  const extras = markets.flatMap(({ reports, quiet }) => {
    const byQuarter = Map.groupBy(reports, ({ quarter }) => quarter)
    return [...byQuarter].flatMap(([quarter, those]) => {
      const others = quiet.filter((one) => one.quarter === quarter)
      const extra = meanOf(rule, those) - meanOf(rule, others)
      return Number.isNaN(extra) ? [] : [extra]
    })
  })
  const { mean, standardError } = pool(extras)
  return mean / standardError
}

function meanOf({ returnOf }: ReportRule, days: readonly Around[]): number {
  const returns = days.map(returnOf).filter((one) => one !== null)
  return returns.reduce((sum, one) => sum + one, 0) / returns.length
}

const standardErrorsMax = 3

/** The stock with the largest moves, for decades: few reports are needed to see an edge. */
const edgeOverReports = (hours: MarketHours, isAnnounced: boolean): number =>
  edgeOf(
    overTheReport,
    secrets.map((secret) =>
      reportsIn({ hours, secret, years: isLong ? 60 : 40, among: ['LYFT'], isAnnounced }),
    ),
  )

/** The four stocks with the worst reports of four years against the four with the best: a year later, in log price. */
function comebacks(secret: string): number[] {
  const market = simulatedMarket({ secret, hours: 'always', announcedFrom })
  const stocks = tickers.map((ticker) => {
    const closes = market.closes(ticker, announcedFrom, asDay('2040-12-31'))
    const logs = new Map(closes.map(({ day, cents }) => [day, Math.log(cents)]))
    const moved = (from: Day, to: Day) => (logs.get(to) ?? NaN) - (logs.get(from) ?? NaN)
    const reports = market.reports(ticker, addDays(announcedFrom, 1), asDay('2040-12-31'))
    return { moved, reports: reports.map((day) => ({ day, move: moved(addDays(day, -1), day) })) }
  })
  return Array.from({ length: 9 }, (_, year) => {
    const day = asDay(`${2031 + year}-06-15`)
    const before = ({ reports }: (typeof stocks)[number]) =>
      reports
        .filter((report) => report.day < day && report.day > addDays(day, -4 * 365))
        .reduce((sum, { move }) => sum + move, 0)
    const gains = stocks
      .toSorted((one, other) => before(one) - before(other))
      .map(({ moved }) => moved(day, addDays(day, 365)))
    const mean = (of: readonly number[]) => of.reduce((sum, gain) => sum + gain, 0) / of.length
    return mean(gains.slice(0, 4)) - mean(gains.slice(-4))
  })
}

test('what disappointed for years does not come back', () => {
  const { mean, standardError } = pool(secrets.slice(0, isLong ? 20 : 8).flatMap(comebacks))
  expect(mean / standardError).toBeLessThan(standardErrorsMax)
})

const hoursTested: readonly MarketHours[] = isLong ? ['always', 'nyse'] : ['always']

test.each(hoursTested)('open %s, holding over a report earns nothing extra', (hours) => {
  expect(edgeOverReports(hours, true)).toBeLessThan(standardErrorsMax)
  // Without the compensation it does, so this test can fail.
  expect(edgeOverReports(hours, false)).toBeGreaterThan(standardErrorsMax)
})

test.each(['always', 'nyse'] as const)('open %s, none of ten rules earns an edge', (hours) => {
  const years = isLong ? 10 : 1
  const markets = secrets.map((secret) => reportsIn({ hours, secret, years }))
  expect(reportRules).toHaveLength(10)
  for (const rule of reportRules) {
    expect([rule.name, edgeOf(rule, markets) < standardErrorsMax]).toEqual([rule.name, true])
  }
})
