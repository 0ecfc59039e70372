// The proof of a lesson that is over: all that its prices, its trades and its board follow from.
import type { LessonProof, ProofRow, ProofTrade } from '@tengrand/contract/lesson-proof.ts'
import { endedBy, endOf, momentOf, stepOf, symbolOf } from '@tengrand/core/lesson.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { isLiveLesson } from '../lessons/live.ts'
import { countRemoved, fingerprintOf, isoOf, termsOnWire } from '../lessons/on-wire.ts'
import type { Lesson } from '../lessons/store.ts'
import { tickerOf } from '../market/ticker-id.ts'
import type { League, WireDeps } from './store.ts'

export async function readProof({ db, marketOf }: WireDeps, { id, settledAt }: League) {
  const of = await marketOf({ contestId: id })
  if (!isLiveLesson(of)) return refused('not_a_lesson')
  const lesson = of.clockNow()
  if (settledAt === null || lesson.startsAt === null) return refused('not_over_yet')
  const endedAt = endOf(lesson)
  const terms = termsOnWire(lesson)
  const rows = await readBoard(db, id)
  const trades = await readTrades(db, lesson)
  return {
    lesson: terms,
    fingerprint: fingerprintOf(terms),
    starts_at: isoOf(lesson.startsAt),
    pauses: lesson.pauses
      .filter(({ from }) => from < endedAt)
      .map(({ from, to }) => ({ from: isoOf(from), to: isoOf(Math.min(to ?? endedAt, endedAt)) })),
    ended_at: isoOf(endedAt),
    last_tick: momentOf(lesson, endedAt).tick,
    ended_by: endedBy(lesson, lesson, endedAt),
    removed_members: await countRemoved(db, id),
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
  tx.query<Omit<ProofRow, 'first_trade'>>(
    `select place, rank, is_organiser, f.account_id is null as is_deleted, coalesce(joined_tick, 0) as joined_tick,
       value_cents as value
     from final_place f left join membership m on m.contest_id = f.contest_id and m.account_id = f.account_id
     where f.contest_id = $1 order by place`,
    [contestId],
  )

/** In the order in which they were decided. The cash after a trade is the sum of all before it. */
async function readTrades(tx: Tx, lesson: Lesson): Promise<ProofTrade[]> {
  type Row = Omit<ProofTrade, 'tick' | 'symbol'> & { readonly at: number; readonly ticker: number }
  const rows = await tx.query<Row>(
    `select place, ${msOf('at')} as at, type, ticker_id as ticker, coalesce(asked, abs(t.shares)) as asked,
       abs(t.shares) as quantity, price_cents as price,
       (starting_cents + sum(t.cash_cents) over (partition by t.portfolio_id order by t.id))::float8 as cash
     from final_place f
     join portfolio p on p.contest_id = f.contest_id and p.account_id = f.account_id
     join trade t on t.portfolio_id = p.id
     where f.contest_id = $1 order by at, t.id`,
    [lesson.contestId],
  )
  return rows.map(({ at, ticker, ...trade }) =>
    Object.assign(trade, {
      tick: Math.floor((at - lesson.opensAt) / stepOf(lesson)),
      symbol: symbolOf(tickerOf(ticker)),
    }),
  )
}
