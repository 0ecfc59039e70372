// How the choice of stocks compares with that of random traders; kept until the next trade or close.
import { dayOf, daysBetween, type Day } from '@tengrand/core/day.ts'
import { openFlows } from '@tengrand/core/flows.ts'
import { histogramOf } from '@tengrand/core/histogram.ts'
import { netWorthOf, pricesAt } from '@tengrand/core/history.ts'
import type { Entry } from '@tengrand/core/ledger.ts'
import { percentileOf, type Luck } from '@tengrand/core/luck.ts'
import { fromDollars, roundTo, toDollars, type Cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { BoundedMap } from '../bounded-map.ts'
import type { Db } from '../db/handle.ts'
import type { PortfolioHead } from '../portfolio/find.ts'
import type { HistoryDeps } from '../portfolio/history.ts'
import type { Refused } from '../portfolio/past-prices.ts'
import { singleFlight } from '../single-flight.ts'
import { inTurn } from './in-turn.ts'
import { readLedger, type Ledger } from './ledger.ts'
import { lastCloseBefore, luckFactsOf, readCloses, type Closes } from './luck-facts.ts'
import type { LuckThread } from './luck-thread.ts'

const traders = 1_000
const needed = { purchases: 10, days: 5, span: 14 }
/** An answer takes about two kilobytes. */
const keptMax = 10_000

type LuckAnswer = ReturnType<typeof notReadyOnWire> | ReturnType<typeof luckOnWire>

export interface LuckDeps extends HistoryDeps {
  readonly thread: LuckThread
}

export type ReadLuck = (head: PortfolioHead) => Promise<LuckAnswer | Refused>

export function createReadLuck(deps: LuckDeps): ReadLuck {
  const { db, market, now } = deps
  const kept = new BoundedMap<number, { readonly of: string; readonly answer: LuckAnswer }>(keptMax)
  const once = singleFlight<LuckAnswer | Refused>()
  return async (head) => {
    const until = head.closing?.at ?? now()
    const lastClose = lastCloseBefore(until, market.hours)
    const of = `${lastClose} ${await readVersion(db, head.id)}`
    const known = kept.get(head.id)
    if (known?.of === of) return known.answer
    return once(`${head.id} ${of}`, async () => {
      const closes = await readCloses(market, head, until)
      if ('refusal' in closes) return closes
      const answer = await play(deps, head, closes)
      // Not where the last close is still to come from its source.
      const isLatest = closes.instants.at(-1) === lastClose
      if (isLatest && !('refusal' in answer)) kept.set(head.id, { of, answer })
      return answer
    })
  }
}

/** Another one after every trade and split. */
async function readVersion(db: Db, id: number): Promise<string> {
  const [row] = await db.query<{ version: string }>(
    "select concat(last_trade_at, ' ', splits_through) as version from portfolio where id = $1",
    [id],
  )
  return row?.version ?? ''
}

async function play(
  deps: LuckDeps,
  head: PortfolioHead,
  closes: Closes,
): Promise<LuckAnswer | Refused> {
  const ledger = await readLedger(deps, head.id, head.openedAt)
  const until = closes.instants.at(-1) ?? 0
  const entries = ledger.entries.filter(({ at }) => at <= until)
  const reached = await reachedBy(entries, until)
  if (!isReady(reached)) return notReadyOnWire(reached)
  const facts = await luckFactsOf(entries, head, closes)
  if (facts === null) return { refusal: { code: 'history_unavailable' } }
  const luck = await deps.thread.play({ ...facts, traders })
  if (luck === null) return { refusal: { code: 'unavailable' } }
  return luckOnWire(luck, until, await realValue(ledger, closes, until))
}

type Reached = typeof needed

async function reachedBy(entries: readonly Entry[], until: number): Promise<Reached> {
  let purchases = 0
  const days = new Set<Day>()
  await inTurn(entries, ({ type, at }) => {
    if (type !== 'BUY') return
    purchases += 1
    days.add(dayOf(at))
  })
  const [first] = days
  // A close at midnight is of the day before.
  const span = first === undefined ? 0 : daysBetween(first, dayOf(until - 1))
  return { purchases, days: days.size, span }
}

const isReady = ({ purchases, days, span }: Reached): boolean =>
  purchases >= needed.purchases && days >= needed.days && span >= needed.span

const notReadyOnWire = ({ purchases, days, span }: Reached) => ({
  ready: false as const,
  purchases,
  purchases_needed: needed.purchases,
  days,
  days_needed: needed.days,
  span,
  span_needed: needed.span,
})

/** What the learner really had at the last close. */
async function realValue(
  { portfolio: { cash, positions }, entries, splits }: Ledger,
  { points }: Closes,
  until: number,
): Promise<Cents | null> {
  const instants = [until, Infinity]
  const sums = openFlows(instants)
  await inTurn(entries, sums.add)
  const quantities = new Map([...positions].map(([ticker, { quantity }]) => [ticker, quantity]))
  const prices = new Map(
    tickers.map((ticker, place) => [ticker, [...pricesAt(points[place] ?? [], [until]), null]]),
  )
  const values = netWorthOf({ cash, quantities, flows: sums.flows(), instants, prices, splits })
  return values.find(({ at }) => at === until)?.value ?? null
}

function luckOnWire(luck: Luck, until: number, real: Cents | null) {
  const { value, values } = luck
  const at = (part: number): number => dollarsOf(values[Math.ceil(part * values.length) - 1] ?? 0)
  return {
    ready: true as const,
    traders: values.length,
    percentile: roundTo(percentileOf(luck), 4),
    p5: at(0.05),
    median: at(0.5),
    p95: at(0.95),
    value: dollarsOf(value),
    real_value: real === null ? null : toDollars(real),
    until: new Date(until).toISOString(),
    buckets: histogramOf(values, value).map(({ from, to, count }) => ({
      from: toDollars(from),
      to: toDollars(to),
      traders: count,
    })),
  }
}

const dollarsOf = (amount: number): number => toDollars(fromDollars(amount / 100))
