// Executes one batch of orders in a transaction: lock, read, decide in sequence, write.
import { openContestId } from '@tengrand/core/contest.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import { decideAll, type BatchCircumstances, type BatchFacts, type Decided } from './decide.ts'
import {
  countOpen,
  findLocked,
  insertOrders,
  markFilled,
  readPlaced,
  readWaiting,
} from './order-store.ts'
import { readContestTerms } from '../ledger/contest-terms.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { findGone, lockPortfolioRefs } from '../ledger/portfolios.ts'
import {
  isConditional,
  isMarketOrder,
  isTriggered,
  refused,
  type Outcome,
  type QueuedOrder,
  type SentOrder,
} from './queued-order.ts'
import { applySplits, type SplitLog } from '../ledger/splits.ts'
import { hasSplitAfter, readOrders, writeReserved, writeTrades, type KeyedOrder } from './store.ts'

export interface BatchDeps {
  readonly db: Db
  readonly market: Market
  readonly clock: Pick<Clock, 'decidedAt' | 'now' | 'shownUntil'>
  readonly log: SplitLog
}

export function executeBatch(deps: BatchDeps, orders: readonly QueuedOrder[]): Promise<Outcome[]> {
  const shownBefore = deps.clock.shownUntil()
  return deps.db.transaction(async (tx) => {
    const circumstances = await readCircumstances(tx, orders, { ...deps, shownBefore })
    if (circumstances === null) return orders.map(() => refused('unavailable'))
    const decided = decideAll(orders, circumstances)
    const ids = await write(tx, decided)
    return decided.outcomes.map((outcome) => numbered(outcome, ids))
  }, lookups)
}

type Reading = Omit<BatchDeps, 'db'> & { readonly shownBefore: number }

/** Null if the clock was set back. */
async function readCircumstances(
  tx: Tx,
  orders: readonly QueuedOrder[],
  deps: Reading,
): Promise<BatchCircumstances | null> {
  const { market, clock, shownBefore } = deps
  const read = await readBatch(tx, orders, deps)
  const gone = await findGone(tx, orders, read.portfolios)
  const contests = await readContestTerms(tx, otherContests(read.portfolios))
  // After the locks, so that an order that waited for them gets the current price.
  const at = clock.decidedAt(read.facts.readAt, shownBefore)
  if (at === null) return null
  const wanted = [...new Set(orders.map(({ ticker }) => ticker))]
  const quotes = await market.quotesIn(tx, wanted, at)
  // A stored price may already be one of new shares, if a split was recorded after the facts were read.
  const isStored = market.freshFor !== undefined
  if (isStored && (await hasSplitAfter(tx, read.facts.latestSplit))) {
    return readCircumstances(tx, orders, deps)
  }
  return { ...read, contests, gone, quotes, hours: market.hours, at }
}

/**
 * A batch waits this long for the lock of a portfolio; then its orders are tried again alone, so that the others go on.
 */
const lookups = { byKey: true, lockWaitMs: 1_000 }

/** Applies known splits before any decision; otherwise an order could sell shares that a split has removed. */
async function readBatch(
  tx: Tx,
  orders: readonly QueuedOrder[],
  { clock, log }: Pick<BatchDeps, 'clock' | 'log'>,
) {
  const read = async () => {
    const portfolios = await lockPortfolioRefs(tx, orders)
    const askedAt = clock.now()
    return { portfolios, askedAt, facts: await readFacts(tx, orders, portfolios) }
  }
  const first = await read()
  const latest = first.facts.latestSplit
  const pending = first.portfolios.filter(({ splitsThrough }) => splitsThrough < latest)
  if (pending.length === 0) return first
  await applySplits(tx, idsOf(pending), log)
  return read()
}

/** Most batches have only market orders and need no other facts. */
async function readFacts(
  tx: Tx,
  orders: readonly QueuedOrder[],
  portfolios: readonly PortfolioRow[],
): Promise<BatchFacts> {
  const contests = new Map(portfolios.map(({ publicId, contestId }) => [publicId, contestId]))
  /** The contest is 0 for an order without a locked portfolio, which is refused. */
  const keyed = (order: SentOrder): KeyedOrder => ({
    order,
    contestId: order.publicId === null ? openContestId : (contests.get(order.publicId) ?? 0),
  })
  const conditional = orders.filter(isConditional)
  const accountIds = conditional.map(({ accountId }) => accountId)
  const reachedIds = orders.filter(isTriggered).map(({ orderId }) => orderId)
  return {
    ...(await readOrders(tx, orders.filter(isMarketOrder).map(keyed))),
    placed: await readPlaced(tx, conditional.map(keyed)),
    waiting: await readWaiting(tx, reachedIds),
    locked: await findLocked(tx, accountIds),
    openCounts: await countOpen(tx, conditional.length === 0 ? [] : idsOf(portfolios)),
  }
}

/** The open contest has no end and allows all orders, so most batches read nothing. */
const otherContests = (portfolios: readonly PortfolioRow[]): number[] => [
  ...new Set(portfolios.map(({ contestId }) => contestId).filter((id) => id !== openContestId)),
]

const idsOf = (portfolios: readonly PortfolioRow[]): number[] => portfolios.map(({ id }) => id)

/** Orders first, because a trade refers to the order that it fills. */
async function write(tx: Tx, { made, traded, reserved, placed, filled }: Decided) {
  const ids = await insertOrders(tx, placed)
  if (made.length > 0) await writeTrades(tx, made, traded, ids)
  if (reserved.length > 0) await writeReserved(tx, reserved)
  await markFilled(tx, filled)
  return ids
}

/** Sets the id of an order that was just inserted. */
function numbered(outcome: Outcome, ids: ReadonlyMap<string, number>): Outcome {
  const id = 'order' in outcome ? ids.get(outcome.order.publicId) : undefined
  return 'order' in outcome && id !== undefined ? { order: { ...outcome.order, id } } : outcome
}
