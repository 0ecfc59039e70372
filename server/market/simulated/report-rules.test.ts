// The date of a report gives no edge: no rule that trades around reports earns more than the same rule on quiet days.
import type { MarketHours } from '@tengrand/core/quote.ts'
import { expect, test } from 'vitest'

import { isLong } from '../../testing/effort.ts'
import { overTheReport, reportRules, type ReportRule } from './testing/report-rules.ts'
import { reportsIn, type Around } from './testing/reports.ts'
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
      reportsIn({ hours, secret, years: isLong ? 40 : 20, among: ['LYFT'], isAnnounced }),
    ),
  )

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
