// One batch of orders: lock and read, decide each in turn, write what was decided, commit.
import { afterEntry, type Holding, type Trade } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { decide, type Order, type OrderRefusal } from '@tengrand/core/order.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import { applySplits, type SplitLog } from './splits.ts'
import {
  lockAccounts,
  readOrders,
  writeTrades,
  type AccountState,
  type DoneTrade,
  type NewTrade,
  type OrderFacts,
} from './store.ts'

export interface PlacedOrder extends Order {
  readonly accountId: number
  /** Chosen by the client, or made up for it: by its key an order is executed once, whatever happens on the way. */
  readonly key: string
  readonly arrivedAt: number
}

export type Outcome =
  | { readonly trade: Trade }
  | {
      readonly refusal: OrderRefusal | { readonly code: 'key_reused' | 'busy' | 'unavailable' }
    }

export interface BatchDeps {
  readonly db: Db
  readonly market: Market
  readonly clock: Pick<Clock, 'decidedAt'>
  readonly log: SplitLog
}

export function executeBatch(
  { db, market, clock, log }: BatchDeps,
  orders: readonly PlacedOrder[],
): Promise<Outcome[]> {
  return db.transaction(async (tx) => {
    const { accounts, facts } = await readBatch(tx, orders, log)
    // After the locks: an order that had to wait for them gets the price of the moment in which it goes on.
    const at = clock.decidedAt(facts[0]?.readAt ?? 0)
    if (at === null) return orders.map(() => unavailable)
    const wanted = [...new Set(orders.map(({ ticker }) => ticker))]
    const quotes = await market.quotesIn(tx, wanted, at)
    const { outcomes, made } = decideAll(orders, {
      accounts,
      facts,
      quotes,
      hours: market.hours,
      at,
    })
    if (made.length > 0) await writeTrades(tx, made)
    return outcomes
  }, lookups)
}

/** An account that another transaction has locked for this long is tried again alone, so that the others of its batch go on. */
const lookups = { byKey: true, lockWaitMs: 1_000 }

interface Read {
  readonly accounts: ReadonlyMap<number, AccountState>
  readonly facts: readonly OrderFacts[]
}

/** A split that is known is applied before anything is decided, or somebody could sell shares that are no more. */
async function readBatch(tx: Tx, orders: readonly PlacedOrder[], log: SplitLog): Promise<Read> {
  const ids = [...new Set(orders.map(({ accountId }) => accountId))]
  const accounts = await lockAccounts(tx, ids)
  const facts = await readOrders(tx, orders)
  const latest = facts[0]?.latestSplit ?? 0
  const pending = accounts.filter(({ splitsThrough }) => splitsThrough < latest)
  if (pending.length === 0) {
    return { accounts: new Map(accounts.map((account) => [account.id, account])), facts }
  }
  await applySplits(
    tx,
    pending.map(({ id }) => id),
    log,
  )
  const after = await lockAccounts(tx, ids)
  return {
    accounts: new Map(after.map((account) => [account.id, account])),
    facts: await readOrders(tx, orders),
  }
}

interface Circumstances extends Read {
  readonly quotes: ReadonlyMap<Ticker, Quote>
  readonly hours: Market['hours']
  readonly at: number
}

/** In turn: what one order leaves is what the next one of the same account finds. */
function decideAll(
  orders: readonly PlacedOrder[],
  { accounts, facts, quotes, hours, at }: Circumstances,
): { outcomes: Outcome[]; made: NewTrade[] } {
  const made: NewTrade[] = []
  const cashOf = new Map([...accounts].map(([id, { cash }]) => [id, cents(cash)]))
  const positions = new Map<string, Holding['position']>()
  const doneNow = new Map<string, DoneTrade>()
  const outcomes = orders.map((order, index): Outcome => {
    const { accountId, ticker, key, expectedPrice } = order
    const fact = facts[index]
    const account = accounts.get(accountId)
    const cash = cashOf.get(accountId)
    if (fact === undefined || account === undefined || cash === undefined) {
      throw new Error('An order belongs to an account that is not there.')
    }
    const done = doneNow.get(`${accountId} ${key}`) ?? fact.done
    if (done !== null) return isSame(order, done) ? { trade: done } : reused
    const place = `${accountId} ${ticker}`
    const position = positions.get(place) ?? { quantity: fact.quantity, cost: cents(fact.cost) }
    const decided = decide(order, {
      cash,
      position,
      quote: quotes.get(ticker) ?? null,
      hours,
      at,
    })
    if ('refusal' in decided) return decided
    // The database's clock may be set back a little; the trades of an account still follow each other.
    const trade = { ...decided.trade, at: Math.max(at, account.lastTradeAt) }
    const after = afterEntry({ cash, position }, trade)
    cashOf.set(accountId, after.cash)
    positions.set(place, after.position)
    doneNow.set(`${accountId} ${key}`, { ...trade, expectedPrice })
    made.push({ accountId, key, expectedPrice, trade, after })
    return { trade }
  })
  return { outcomes, made }
}

const reused: Outcome = { refusal: { code: 'key_reused' } }
const unavailable: Outcome = { refusal: { code: 'unavailable' } }

const isSame = (order: Order, done: DoneTrade): boolean =>
  order.side === done.type &&
  order.ticker === done.ticker &&
  order.quantity === done.quantity &&
  order.expectedPrice === done.expectedPrice
