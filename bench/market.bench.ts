// What the simulated market costs, against its budgets.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { addDays, asDay, startOfDay } from '@tengrand/core/day.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { MarketHours as Hours } from '@tengrand/core/quote.ts'

import { simulatedMarket, type SimulatedMarket } from '../server/market/simulated/market.ts'

const today = asDay('2026-11-04')
const nowMs = startOfDay(today) + 11 * 3_600_000

type Say = (line: string) => void

export default async function measure(say: Say): Promise<void> {
  for (const hours of ['always', 'nyse'] as const) bench(hours, say)
}

function bench(hours: Hours, say: Say): void {
  const report = reporterOf(hours, say)
  const fresh = () => simulatedMarket({ secret: 'a bench secret of thirty-two bytes!', hours })
  const warm = fresh()
  readPages(warm, 0)
  // Every second is a new slot, so a warm price still walks inside the day.
  report('one price, warm, µs', 150, 1000, 2000, (n) => warm.priceAt('UBER', nowMs + n * 3000))
  report('16 prices, warm, ms', 1, 1, 500, (n) => {
    for (const ticker of tickers) warm.priceAt(ticker, nowMs + 1500 + n * 3000)
  })
  report('one price of a new market, ms', 10, 1, 20, () => fresh().priceAt('UBER', nowMs))
  report('a year of closes × 16, cold, ms', 100, 1, 20, () => {
    const market = fresh()
    for (const ticker of tickers) market.closes(ticker, addDays(today, -365), addDays(today, -1))
  })
  report('seven days hourly × 16, cold, ms', 50, 1, 20, () => {
    const market = fresh()
    for (const ticker of tickers) market.hourly(ticker, nowMs - 7 * 86_400_000, nowMs)
  })
  reportMemory(hours, say)
}

const reporterOf =
  (hours: Hours, say: Say) =>
  (what: string, budget: number, unitsPerMs: number, runs: number, run: (n: number) => void) => {
    for (let n = 0; n < runs / 4; n += 1) run(runs + n)
    const times = Array.from({ length: runs }, (_, n) => {
      const start = performance.now()
      run(n)
      return (performance.now() - start) * unitsPerMs
    }).toSorted((a, b) => a - b)
    const at = (part: number) => (times[Math.floor(part * (runs - 1))] ?? Number.NaN).toFixed(2)
    say(`${hours} ${what}: best ${at(0)}, median ${at(0.5)}, p95 ${at(0.95)}, budget ${budget}`)
  }

// Fills every memory to its limit, then reads how much of the heap it takes.
function reportMemory(hours: Hours, say: Say): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    // Twice, because buffers outside the heap go with the second.
    collect()
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = used()
  const another = simulatedMarket({ secret: 'another', hours })
  for (const ticker of tickers) another.closes(ticker, asDay('1990-01-02'), asDay('2100-12-30'))
  for (let week = 0; week < 20; week += 1) readPages(another, week)
  say(`${hours} memory, MB: ${((used() - before) / 1e6).toFixed(1)}, budget 20`)
  // Still needed here, so that it is not collected before it is measured.
  another.priceAt('AAPL', nowMs)
}

function readPages(market: SimulatedMarket, weeksAgo: number): void {
  const end = nowMs - weeksAgo * 7 * 86_400_000
  for (const ticker of tickers) {
    market.closes(ticker, addDays(today, -365), addDays(today, -1))
    market.hourly(ticker, end - 7 * 86_400_000, end)
  }
}
