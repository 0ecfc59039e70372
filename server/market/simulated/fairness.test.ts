// No trading rule profits from the rounding of prices: the spread costs more.
import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { isLong } from '../../testing/effort.ts'
import { simulatedMarket } from './market.ts'
import { daysOf, pool, returnOf, rules, type Day, type Pooled } from './testing/rules.ts'

/** The three cheapest stocks, for which a cent matters most, and the two most expensive ones. */
const stocks = ['LYFT', 'PYPL', 'NFLX', 'MSFT', 'META'] as const
const secrets = Array.from({ length: isLong ? 20 : 1 }, (_, number) =>
  createHash('sha256').update(`fairness ${number}`).digest(),
)
const start = Date.UTC(2027, 2, 1, 5)

const days = secrets.flatMap((secret) =>
  daysOf(simulatedMarket({ secret, hours: 'always' }), stocks, start),
)

const tableOf = (met: readonly Day[]): Map<string, Pooled> =>
  new Map(rules.map((rule) => [rule.name, pool(met.map((day) => returnOf(rule, day)))]))

const tick = { name: 'reversion over 1 s', seconds: 1, kind: 'reversion' } as const

const errorsOf = ({ mean, standardError }: Pooled): number => mean / standardError

test('without a spread, buying after a fall of a cent and selling after a rise would make people rich', () => {
  const cheapest = days.filter(({ ticker }) => ticker === 'LYFT')
  const returns = cheapest.map(({ day: { shown } }) =>
    returnOf(tick, { shown, bids: shown, asks: shown }),
  )
  // The cash more than doubles in each of these markets.
  expect(Math.min(...returns)).toBeGreaterThan(1)
})

test('with it no rule earns anything, and those that trade at every tick lose', () => {
  const fair = tableOf(days.map(({ day }) => day))
  for (const [name, pooled] of fair) {
    expect([name, errorsOf(pooled) < 3]).toEqual([name, true])
  }
  for (const name of [tick.name, 'momentum over 1 s']) {
    const pooled = fair.get(name)
    expect([name, pooled !== undefined && errorsOf(pooled) < -3]).toEqual([name, true])
  }
})
