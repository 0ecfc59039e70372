// The proof of a lesson that is over: all that its prices, its trades and its board follow from.
import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { endOf, momentOf, stepOf, symbolOf, type LessonTerms } from '@tengrand/core/lesson.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { fingerprintOf } from '../lessons/fingerprint.ts'
import { isLiveLesson } from '../lessons/live.ts'
import { countRemoved, endedBy, isoOf, termsOnWire } from '../lessons/on-wire.ts'
import type { MarketOf } from '../market/markets.ts'
import { tickerOf } from '../market/ticker-id.ts'
import type { League } from './store.ts'

interface ProofDeps {
  readonly db: Tx
  readonly marketOf: MarketOf
}

export async function readProof({ db, marketOf }: ProofDeps, league: League) {
  const lesson = await marketOf({ contestId: league.id })
  if (!isLiveLesson(lesson)) return refused('not_a_lesson')
  const clock = lesson.clockNow()
  if (league.settledAt === null || clock.startsAt === null) return refused('not_over_yet')
  const endedAt = endOf(clock)
  const terms = termsOnWire(lesson)
  const rows = await readBoard(db, league.id)
  const trades = await readTrades(db, league.id, lesson.terms)
  const pauses = clock.pauses.filter(({ from }) => from < endedAt)
  return {
    lesson: terms,
    fingerprint: fingerprintOf(terms),
    starts_at: isoOf(clock.startsAt),
    pauses: pauses.map(({ from, to }) => ({
      from: isoOf(from),
      to: isoOf(Math.min(to ?? endedAt, endedAt)),
    })),
    ended_at: isoOf(endedAt),
    last_tick: momentOf(clock, endedAt).tick,
    ended_by: endedBy(clock, lesson.terms),
    removed_members: await countRemoved(db, league.id),
    deleted_members: rows.filter((row) => row.is_deleted).length,
    trades,
    board: rows.map((row) => {
      const first = trades.findIndex(({ place }) => place === row.place)
      return Object.assign(row, { first_trade: first === -1 ? null : first })
    }),
  } satisfies LessonProof
}

/** Of deleted members only the row is left. */
const readBoard = (tx: Tx, contestId: number) =>
  tx.query<Omit<LessonProof['board'][number], 'first_trade'>>(
    `select place, rank, is_organiser, f.account_id is null as is_deleted, coalesce(joined_tick, 0) as joined_tick,
       value_cents as value
     from final_place f left join membership m on m.contest_id = f.contest_id and m.account_id = f.account_id
     where f.contest_id = $1 order by place`,
    [contestId],
  )

interface TradeRow {
  readonly place: number
  readonly at: number
  readonly type: 'BUY' | 'SELL'
  readonly tickerId: number
  readonly asked: number
  readonly quantity: number
  readonly price: number
  readonly cash: number
}

/** In the order in which they were decided. The cash after a trade is the sum of all before it. */
async function readTrades(tx: Tx, contestId: number, terms: LessonTerms) {
  const rows = await tx.query<TradeRow>(
    `select place, ${msOf('at')} as at, type, ticker_id as "tickerId", coalesce(asked, abs(t.shares)) as asked,
       abs(t.shares) as quantity, price_cents as price,
       (starting_cents + sum(t.cash_cents) over (partition by t.portfolio_id order by t.id))::float8 as cash
     from final_place f
     join portfolio p on p.contest_id = f.contest_id and p.account_id = f.account_id
     join trade t on t.portfolio_id = p.id
     where f.contest_id = $1 order by at, t.id`,
    [contestId],
  )
  return rows.map(({ at, tickerId, ...trade }) => ({
    place: trade.place,
    tick: Math.floor((at - terms.opensAt) / stepOf(terms)),
    type: trade.type,
    symbol: symbolOf(tickerOf(tickerId)),
    asked: trade.asked,
    quantity: trade.quantity,
    price: trade.price,
    cash: trade.cash,
  }))
}
