// Plays a lesson with random traders by the rules of core/lesson.ts, second by second, and writes its proof.
import { createHash } from 'node:crypto'

import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import {
  endTickAt,
  lastRankedTick,
  marketAt,
  momentOf,
  nextTickAt,
  pausedMsMax,
  pauseTo,
  startingPriceAt,
  symbolOf,
  ticksOf,
} from '@tengrand/core/lesson.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { seeded, shuffled } from '@tengrand/core/random.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { lessonMarket } from '../../market/simulated/lesson.ts'
import { proofOf, type Clock, type Fill, type LessonPlan, type Player } from './written-proof.ts'

type Order = Pick<Fill, 'type' | 'asked' | 'player'> & { readonly ticker: Ticker }

const startsAt = Date.UTC(2026, 10, 19, 9, 15, 0, 417)
const startingCash = 1_000_000

export function playLesson(plan: LessonPlan): LessonProof {
  const random = seeded(plan.seed)
  const { lesson, pricesAt } = openLesson(plan, random)
  const players = playersOf(plan, lastRankedTick(lesson))
  const clock: Clock = {
    createdAt: startsAt - 60_000,
    startsAt,
    pauses: [],
    endTick: ticksOf(lesson),
  }
  const fills: Fill[] = []
  let waiting: Order[] = []
  for (let at = startsAt + 300; ; at += 1_000) {
    const { state, tick } = momentOf(clock, at)
    if (state === 'over') break
    if (state === 'running') {
      for (const order of waiting)
        fill(order, { tick, prices: pricesAt(order.ticker, tick), fills })
      waiting = players
        .filter(({ joinedTick, isIdle }) => !isIdle && joinedTick <= tick && random() < 0.3)
        .map((player) => orderOf(player, random))
      pressPauseOrEnd(plan, clock, { at, tick })
    } else {
      waiting = []
      if (endInPause(plan, clock, tick)) break
    }
  }
  return proofOf({ plan, lesson, clock, players, fills, pricesAt })
}

function openLesson(plan: LessonPlan, random: () => number) {
  const { seed, span = 'year', minutes = 2 } = plan
  const terms = { opensAt: startOfDay(asDay('2020-11-19')), span, minutes }
  const order = shuffled(tickers.length, random)
  const startingPrices = tickers.map(() => startingPriceAt(random()))
  const secret = createHash('sha256').update(`lesson ${seed}`).digest()
  const version = 'market-sim/v2'
  const market = lessonMarket({ secret, version, order, startingPrices, opensAt: terms.opensAt })
  const lesson: LessonProof['lesson'] = {
    version,
    secret: secret.toString('hex'),
    order,
    starting_prices: startingPrices,
    opens_at: new Date(terms.opensAt).toISOString(),
    span,
    minutes,
    starting_cash: startingCash,
    orders: 'now',
    holdings: 'after',
  }
  const pricesAt = (ticker: Ticker, tick: number) => market.pricesAt(ticker, marketAt(terms, tick))
  return { lesson, pricesAt }
}

/** Some join with the last ranked tick or after it, and one never trades. */
function playersOf(plan: LessonPlan, lastRanked: number): Player[] {
  const joining = (joinedTick: number, what: Partial<Player> = {}): Player => ({
    joinedTick,
    isOrganiser: false,
    isRemoved: false,
    isIdle: false,
    cash: startingCash,
    shares: new Map(),
    trades: [],
    ...what,
  })
  return [
    joining(0, { isOrganiser: true, isIdle: plan.isOrganiserIdle ?? false }),
    ...[0, 0, 0, 0, 3, lastRanked, lastRanked + 1, lastRanked + 9].map((tick) => joining(tick)),
    ...Array.from({ length: plan.removed ?? 0 }, () => joining(0, { isRemoved: true })),
    joining(0, { isIdle: true }),
  ]
}

function orderOf(player: Player, random: () => number): Order {
  const below = (count: number): number => Math.floor(random() * count)
  return {
    player,
    type: below(5) < 3 ? 'BUY' : 'SELL',
    ticker: tickers[below(tickers.length)] ?? 'AAPL',
    asked: below(5) === 0 ? 1_000_000 : 1 + below(40),
  }
}

interface Filling {
  readonly tick: number
  readonly prices: Prices
  readonly fills: Fill[]
}

function fill({ type, asked, ticker, player }: Order, { tick, prices, fills }: Filling): void {
  const held = player.shares.get(ticker) ?? 0
  const price = type === 'BUY' ? prices.ask : prices.bid
  const quantity = Math.min(asked, type === 'BUY' ? Math.floor(player.cash / price) : held)
  if (quantity < 1) return
  const signed = type === 'BUY' ? quantity : -quantity
  player.cash -= signed * price
  player.shares.set(ticker, held + signed)
  const { cash } = player
  const filled = { player, tick, type, symbol: symbolOf(ticker), asked, quantity, price, cash }
  fills.push(filled)
  player.trades.push(filled)
}

/** Within the tick before the planned one. */
function pressPauseOrEnd(
  { pauses = [], endAtTick }: LessonPlan,
  clock: Clock,
  { at, tick }: { readonly at: number; readonly tick: number },
): void {
  const next = tick + 1
  const isPlanned = pauses.some(({ atTick }) => atTick === next)
  if (isPlanned) clock.pauses.push({ from: nextTickAt(clock, at), to: null })
  else if (endAtTick === next) clock.endTick = endTickAt(clock, at)
}

/** Whether the lesson ends in the pause of this tick; otherwise it is known from now on when the pause ends. */
function endInPause({ pauses = [], endAtTick }: LessonPlan, clock: Clock, tick: number): boolean {
  const [open, planned] = [clock.pauses.at(-1), pauses.find(({ atTick }) => atTick === tick)]
  if (open?.to !== null || planned === undefined) return false
  // So long a pause would take a million steps.
  if (planned.seconds * 1_000 >= pausedMsMax) return true
  const pressedAt = open.from + planned.seconds * 1_000 - 200
  if (endAtTick === tick) clock.endTick = endTickAt(clock, pressedAt)
  else clock.pauses.splice(-1, 1, { from: open.from, to: pauseTo(open.from, pressedAt) })
  return endAtTick === tick
}
