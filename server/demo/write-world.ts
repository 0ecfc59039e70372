// Writes a demo world into the database in chronological order, with the product's own statements for trades and
// rankings.
import { openContestId } from '@tengrand/core/contest.ts'
import { lookalikeKey } from '@tengrand/core/display-name.ts'
import type { Holding } from '@tengrand/core/ledger.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { placesTable, writeRanking } from '../contest/write-ranking.ts'
import { addPerson } from '../identity/embedded/store.ts'
import { ownIssuer } from '../identity/issuers.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { sumUpReserved } from '../ledger/order-end.ts'
import { insertOrders } from '../orders/order-store.ts'
import { writeTrades, type NewTrade, type PortfolioAfter } from '../orders/store.ts'
import { nothingRealized, realizedWith } from '../ledger/portfolio-row.ts'
import { addJournal } from './journal.ts'
import { demoLearner, isLearner, type Inhabitant } from './people.ts'
import { addLeagues, addLesson, beginAndEndLeagues, type LeagueTimes } from './write-leagues.ts'
import type { World } from './world.ts'
import type { WaitingOrder } from './waiting-order.ts'
import type { ClosedYear, Year } from './year.ts'

/** `password` is a hash. Deletes an earlier world, with the accounts that were created in it since. */
export async function writeWorld(
  tx: Tx,
  { inhabitants, rankings, leagues }: World,
  { password, ...times }: LeagueTimes & { readonly password: string },
): Promise<void> {
  const lastId = await deleteEverything(tx)
  const accountIds = await addAccounts(tx, inhabitants, password)
  const chapters = [
    ...(await addChapters(tx, inhabitants, accountIds)),
    ...(await addLeagues(tx, leagues, accountIds)),
  ]
  const trades = chapters.flatMap(tradesOf).toSorted((a, b) => a.trade.at - b.trade.at)
  const placed = chapters.flatMap(ordersOf).toSorted((a, b) => a.order.placedAt - b.order.placedAt)
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
  // After the trades, because a constraint refuses reserved amounts above the holdings.
  const open = placed.filter(({ order }) => order.state === 'open')
  await sumUpReserved(tx, [...new Set(open.map(({ order }) => order.portfolioId))])
  await beginAndEndLeagues(tx, leagues, times)
  const learner = accountIds.get(inhabitants.find(isLearner)?.publicId ?? '') ?? 0
  await addLesson(tx, learner, times)
  await addJournal(tx, learner)
  await tx.query('analyze account, contest, membership, portfolio, trade, stock_order')
}

const ordersOf = ({ portfolioId, waiting }: WrittenChapter) =>
  waiting.map((order) => ({ key: order.key, order: { ...order, portfolioId } }))

/** A fill has no idempotency key and no expected price. */
function tradesOf({ portfolioId, year: { orders }, waiting }: WrittenChapter): OrderedTrade[] {
  const filled = new Map(waiting.map((order) => [order.fills, order]))
  return orders.map((done, index) => {
    const order = filled.get(index)
    const isFirst = index === 0
    if (order === undefined) return { portfolioId, isFirst, order: null, ...done }
    // The database assigns the id.
    const numbered = { ...order, id: 0, portfolioId }
    return { ...done, portfolioId, isFirst, order: numbered, key: null, expectedPrice: null }
  })
}

/** Returns the id of the last ranking. It must not be reused, because a node may have cached that ranking. */
async function deleteEverything(tx: Tx): Promise<number> {
  const rankings = await tx.query<{ id: number }>('delete from ranking returning id')
  for (const { id } of rankings) await tx.query(`drop table if exists ${placesTable(id)}`)
  await tx.query(
    `truncate final_place, membership, portfolio, trade, stock_order, identity.person, identity.session,
       identity.throttle restart identity cascade`,
  )
  await tx.query('truncate contest_pause')
  await tx.query("delete from contest where kind <> 'open'")
  await tx.query('delete from market where id <> 1')
  // Contests refer to accounts, and the open one stays, so that accounts cannot be truncated.
  await tx.query('delete from account')
  await tx.query("select setval(pg_get_serial_sequence('account', 'id'), 1, false)")
  return Math.max(0, ...rankings.map(({ id }) => id))
}

interface OrderedTrade extends NewTrade {
  readonly isFirst: boolean
  /** The holding after the trade. */
  readonly after: Holding
}

/**
 * First trades are written first: of several trades of a portfolio in one statement, only the last one sets
 * `first_trade_at`. The trades of a portfolio stay in order.
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
  const stock = tickerIdOf(trade.ticker)
  return {
    id: portfolioId,
    cash,
    shares: (before?.shares ?? noShares).with(stock, position.quantity),
    costs: (before?.costs ?? noShares).with(stock, position.cost),
    realized: realizedWith(before?.realized ?? nothingRealized, trade),
    lastTradeAt: trade.at,
    reserved: { cash: 0, shares: null },
  }
}

interface Chapter {
  readonly accountId: number
  readonly number: number
  readonly year: Year
  readonly closing: ClosedYear['closing'] | null
  readonly waiting: readonly WaitingOrder[]
}

type WrittenChapter = Pick<Chapter, 'year' | 'waiting'> & { readonly portfolioId: number }

/** Writes all chapters without trades. Every chapter is open or ends before the first ranking. */
async function addChapters(
  tx: Tx,
  inhabitants: readonly Inhabitant[],
  accountIds: ReadonlyMap<string, number>,
): Promise<WrittenChapter[]> {
  const chapters = inhabitants.flatMap(({ publicId, earlier, waiting, ...year }): Chapter[] => {
    const accountId = accountIds.get(publicId) ?? 0
    if (earlier === null) return [{ accountId, number: 1, year, closing: null, waiting }]
    return [
      { accountId, number: 1, year: earlier, closing: earlier.closing, waiting: [] },
      { accountId, number: 2, year, closing: null, waiting },
    ]
  })
  const portfolioIds = await addPortfolios(tx, chapters)
  return chapters.map((one, index) => Object.assign(one, { portfolioId: portfolioIds[index] ?? 0 }))
}

/** Returns the ids by public id. Only the learner has a password and can sign in. */
async function addAccounts(
  tx: Tx,
  inhabitants: readonly Inhabitant[],
  password: string,
): Promise<Map<string, number>> {
  const joined = inhabitants.map(({ joinedAt }) => new Date(joinedAt))
  const at = joined[inhabitants.findIndex(isLearner)]
  if (at === undefined) throw new Error('The learner is missing in the demo world.')
  const learner = await addPerson(tx, { email: demoLearner.email, password, at })
  if (learner === null) throw new Error('The email of the demo is taken.')
  const rows = await tx.query<{ id: number; publicId: string }>(
    `insert into account (issuer, subject, public_id, display_name, name_key, created_at)
     select $1, subject, public_id, name, key, at
     from unnest($2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[]) with ordinality
       as t (subject, public_id, name, key, at, place)
     order by place returning id, public_id as "publicId"`,
    [
      ownIssuer,
      inhabitants.map((person) => (isLearner(person) ? learner.id : person.subject)),
      inhabitants.map(({ publicId }) => publicId),
      inhabitants.map(({ name }) => name),
      inhabitants.map(({ name }) => lookalikeKey(name)),
      joined,
    ],
  )
  return new Map(rows.map(({ id, publicId }) => [publicId, id]))
}

/** Returns the ids in the same order. */
async function addPortfolios(tx: Tx, chapters: readonly Chapter[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
       splits_through, email_verified, closed_at, closing_key, closing_prices, final_cents)
     select t.account_id, contest.id, t.chapter, starting_cents, starting_cents, t.opened_at,
       (select coalesce(max(id), 0) from split), false, t.closed_at, t.key, t.prices::bigint[], t.final
     from contest, unnest($1::bigint[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::uuid[],
       $6::text[], $7::bigint[]) with ordinality
       as t (account_id, chapter, opened_at, closed_at, key, prices, final, place)
     where contest.id = ${openContestId} order by place returning id`,
    [
      chapters.map(({ accountId }) => accountId),
      chapters.map(({ number }) => number),
      chapters.map(({ year }) => new Date(year.openedAt)),
      chapters.map(({ closing }) => (closing === null ? null : new Date(closing.at))),
      chapters.map(({ closing }) => closing?.key ?? null),
      chapters.map(({ closing }) => (closing === null ? null : pricesOf(closing))),
      chapters.map(({ closing }) => closing?.value ?? null),
    ],
  )
  return rows.map(({ id }) => id)
}

const pricesOf = ({ prices }: ClosedYear['closing']): string =>
  `{${tickers.map((ticker) => prices.get(ticker) ?? 'null').join(',')}}`
