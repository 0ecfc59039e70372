// Writes a demo world in the order in which it happened, with the statements that write trades and rankings in earnest.
import { openContestId } from '@tengrand/core/contest.ts'
import type { Holding } from '@tengrand/core/ledger.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { placesTable, writeRanking } from '../contest/write-ranking.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { sumUpReserved } from '../ledger/order-end.ts'
import { insertOrders } from '../orders/order-store.ts'
import { writeTrades, type NewTrade, type PortfolioAfter } from '../orders/store.ts'
import { nothingRealized, realizedWith } from '../ledger/portfolio-row.ts'
import type { World } from './world.ts'
import { addPeople, type WrittenChapter } from './write-people.ts'

/** The password is hashed. Everything of an earlier world goes, and so does everybody who has joined it since. */
export async function writeWorld(
  tx: Tx,
  { inhabitants, rankings }: World,
  password: string,
): Promise<void> {
  const lastId = await forgetEverything(tx)
  const chapters = await addPeople(tx, inhabitants, password)
  const trades = chapters.flatMap(tradesOf).toSorted((a, b) => a.trade.at - b.trade.at)
  const placed = chapters.flatMap(placedIn).toSorted((a, b) => a.order.placedAt - b.order.placedAt)
  const addTrades = tradeWriter(tx, await insertOrders(tx, placed))
  let written = 0
  for (const [index, { at, prices }] of rankings.entries()) {
    const next = trades.findIndex(({ trade }) => trade.at >= at)
    const until = next === -1 ? trades.length : next
    await addTrades(trades.slice(written, until))
    written = until
    await writeRanking(tx, {
      contestId: openContestId,
      id: lastId + 1 + index,
      at,
      prices,
      latestSplit: 0,
    })
  }
  // After the trades: the database lets nobody hold back more than they have.
  const open = placed.filter(({ order }) => order.state === 'open')
  await sumUpReserved(tx, [...new Set(open.map(({ order }) => order.portfolioId))])
  await tx.query('analyze account, portfolio, trade, stock_order')
}

const placedIn = ({ portfolioId, waiting }: WrittenChapter) =>
  waiting.map((order) => ({ key: order.key, order: { ...order, portfolioId } }))

/** A fill has no key of a client, and nobody has seen a price before it. */
function tradesOf({ portfolioId, year: { orders }, waiting }: WrittenChapter): OrderedTrade[] {
  const filled = new Map(waiting.map((order) => [order.fills, order]))
  return orders.map((done, place) => {
    const order = filled.get(place)
    const isFirst = place === 0
    if (order === undefined) return { portfolioId, isFirst, order: null, ...done }
    // Its number is given when it is written.
    const numbered = { ...order, id: 0, portfolioId }
    return { ...done, portfolioId, isFirst, order: numbered, key: null, expectedPrice: null }
  })
}

/** Returns the number of the last ranking: it is not given again, because a node may still know that one. */
async function forgetEverything(tx: Tx): Promise<number> {
  const rankings = await tx.query<{ id: number }>('delete from ranking returning id')
  for (const { id } of rankings) await tx.query(`drop table if exists ${placesTable(id)}`)
  await tx.query(
    `truncate account, portfolio, trade, stock_order, identity.person, identity.session, identity.throttle
     restart identity cascade`,
  )
  return Math.max(0, ...rankings.map(({ id }) => id))
}

interface OrderedTrade extends NewTrade {
  readonly isFirst: boolean
  /** What is held after it. */
  readonly after: Holding
}

/**
 * First trades go ahead: of several trades of a portfolio that are written together only the last one leaves its time.
 * The trades of one portfolio stay in their order.
 */
function tradeWriter(
  tx: Tx,
  placed: ReadonlyMap<string, number>,
): (trades: readonly OrderedTrade[]) => Promise<void> {
  const states = new Map<number, PortfolioAfter>()
  return async (trades) => {
    const firsts = trades.filter(({ isFirst }) => isFirst)
    const others = trades.filter(({ isFirst }) => !isFirst)
    for (const part of [firsts, others]) {
      for (let from = 0; from < part.length; from += tradesAtOnce) {
        const made = part.slice(from, from + tradesAtOnce)
        for (const one of made) {
          states.set(one.portfolioId, stateAfter(states.get(one.portfolioId), one))
        }
        const ids = new Set(made.map(({ portfolioId }) => portfolioId))
        await writeTrades(
          tx,
          made,
          [...ids].flatMap((id) => states.get(id) ?? []),
          placed,
        )
      }
    }
  }
}

const tradesAtOnce = 2_000
const noShares = Array.from({ length: tickers.length + 1 }, () => 0)

function stateAfter(
  before: PortfolioAfter | undefined,
  { portfolioId, trade, after: { cash, position } }: OrderedTrade,
): PortfolioAfter {
  const place = tickerIdOf(trade.ticker)
  return {
    id: portfolioId,
    cash,
    shares: (before?.shares ?? noShares).with(place, position.quantity),
    costs: (before?.costs ?? noShares).with(place, position.cost),
    realized: realizedWith(before?.realized ?? nothingRealized, trade),
    lastTradeAt: trade.at,
    reserved: { cash: 0, shares: null },
  }
}
