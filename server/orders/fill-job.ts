// The job that fills waiting orders when a price reaches them and expires those that are due, on one node at a time.
import { isOpen } from '@tengrand/core/session.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Db } from '../db/handle.ts'
import { createLeadership } from '../db/leadership.ts'
import { locks } from '../db/locks.ts'
import { addJob } from '../jobs.ts'
import type { Market } from '../market/market.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { allOrEach } from '../ledger/all-or-each.ts'
import { expireOrders } from '../ledger/order-end.ts'
import type { OrderQueue } from './queue.ts'
import type { TriggeredOrder } from './queued-order.ts'
import { lockPortfolios } from '../ledger/portfolios.ts'
import type { SplitLog } from '../ledger/splits.ts'

/** Prices change about once a second. */
const lookEveryMs = 1_000
/** The number of orders that are given to the queue together. */
const ordersAtOnce = 512
const portfoliosAtOnce = 200

export interface FillJobDeps {
  readonly db: Db
  readonly market: Pick<Market, 'hours' | 'quote'>
  readonly queue: Pick<OrderQueue, 'fillWaiting'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: SplitLog
  readonly metrics?: Pick<Metrics, 'task' | 'onOutcome'>
}

export function startFillJob(app: FastifyInstance, deps: FillJobDeps): void {
  const leadership = createLeadership(deps.db, locks.orders)
  addJob(app, {
    run: async (signal) => {
      const isEnough = () => signal.aborted
      // Fills first: they check the expiry of an order themselves, and failing expiries must not delay them.
      await fillReached(deps, isEnough)
      await expireDue(deps, isEnough)
    },
    pauseMs: lookEveryMs,
    delayMs: lookEveryMs,
    leadership,
    onFailure: (err) => deps.log.error({ err }, 'orders that wait could not be looked at'),
    onRun: deps.metrics?.task('orders'),
  })
}

/** An order that is not filled at this price is tried again with the next. */
export async function fillReached(
  { db, market, queue, clock, metrics }: Omit<FillJobDeps, 'log'>,
  isEnough: () => boolean = () => false,
): Promise<void> {
  if (market.hours === 'nyse' && !isOpen(clock.now())) return
  for (let after = 0; !isEnough();) {
    const reached = await findReached(db, market, after)
    const arrivedAt = clock.now()
    const outcomes = await Promise.all(
      reached.map((order) => queue.fillWaiting({ ...order, arrivedAt })),
    )
    for (const outcome of outcomes) {
      if ('order' in outcome && outcome.order.state === 'filled') metrics?.onOutcome('filled')
    }
    const last = reached.at(-1)
    if (last === undefined || reached.length < ordersAtOnce) return
    after = last.orderId
  }
}

type Reached = Omit<TriggeredOrder, 'arrivedAt'>

/** Oldest first. Reads only one end of the index for each stock and kind of order, whatever their number. */
async function findReached(
  db: Db,
  market: FillJobDeps['market'],
  after: number,
): Promise<Reached[]> {
  const quotes = tickers.flatMap((ticker) => market.quote(ticker) ?? [])
  const rows = await db.query<Omit<Reached, 'ticker'> & { readonly ticker: number }>(
    `select o.id as "orderId", q.ticker_id as ticker, p.account_id as "accountId", p.public_id as "publicId"
     from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as q (ticker_id, bid, ask),
       lateral (
         select id, portfolio_id from stock_order
         where state = 'open' and ticker_id = q.ticker_id and side = 'BUY' and kind = 'limit' and price_cents >= q.ask
         union all
         select id, portfolio_id from stock_order
         where state = 'open' and ticker_id = q.ticker_id and side = 'SELL' and kind = 'limit' and price_cents <= q.bid
         union all
         select id, portfolio_id from stock_order
         where state = 'open' and ticker_id = q.ticker_id and side = 'SELL' and kind = 'stop' and price_cents >= q.bid
       ) o join portfolio p on p.id = o.portfolio_id
     where o.id > $4 order by o.id limit ${ordersAtOnce}`,
    [
      quotes.map(({ ticker }) => tickerIdOf(ticker)),
      quotes.map(({ bid }) => bid),
      quotes.map(({ ask }) => ask),
      after,
    ],
  )
  return rows.map((row) => Object.assign(row, { ticker: tickerOf(row.ticker) }))
}

/** Uses the database's time, like the decisions on orders. */
async function expireDue({ db, clock, log }: FillJobDeps, isEnough: () => boolean): Promise<void> {
  const at = clock.now()
  const expire = (ids: readonly number[]) =>
    db.transaction(
      async (tx) => {
        await lockPortfolios(tx, ids)
        await expireOrders(tx, ids, at)
      },
      { lockWaitMs: 1_000 },
    )
  // It is tried again in the next run.
  const onFailure = (err: unknown, portfolioId: number): void =>
    log.error({ err, portfolioId }, 'orders of a portfolio could not be ended')
  for (let after = 0; !isEnough();) {
    const due = await db.query<{ id: number }>(
      `select distinct portfolio_id as id from stock_order
       where state = 'open' and expires_at <= $1 and portfolio_id > $2
       order by portfolio_id limit ${portfoliosAtOnce}`,
      [new Date(at), after],
    )
    const last = due.at(-1)
    if (last === undefined) return
    after = last.id
    const ids = due.map(({ id }) => id)
    await allOrEach(ids, expire, onFailure, isEnough)
  }
}
