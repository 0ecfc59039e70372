// Everything that is kept of a person at one moment, as one JSON file: written while it is sent, however long it is.
import { cents, toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import { holdingsOf } from '../ledger/portfolio-row.ts'
import {
  ordersOf,
  readLastTrade,
  readOrdersOfMoment,
  tradesOf,
  type OrdersOfMoment,
} from './data-lists.ts'
import {
  readActions,
  readDepartures,
  readOwnPerson,
  readPlaces,
  readPortfolios,
  readSessions,
  readWaiting,
  type OwnPortfolio,
} from './data-store.ts'
import { storedEmail, type PersonHashes } from './person-hashes.ts'
import { readWatchlist } from './watchlist.ts'

export interface DataAsked {
  readonly accountId: number
  /** As the token has it. */
  readonly email: string | null
  readonly hashes: PersonHashes
  /** Whether an email counts for the person's own only once it is confirmed. */
  readonly verifyEmail: boolean
  readonly at: number
}

/** All that can change of what is kept, as it is at one moment, and up to where the rest belongs to that moment. */
export interface DataSnapshot {
  readonly accountId: number
  /** The file without its chapters. */
  readonly head: object
  readonly chapters: readonly ChapterSnapshot[]
}

interface ChapterSnapshot {
  readonly portfolio: OwnPortfolio
  readonly orders: OrdersOfMoment
  readonly lastTrade: number
}

/** Takes a transaction that reads a snapshot. A few rows, so that it is over soon. */
export async function readDataSnapshot(tx: Tx, asked: DataAsked): Promise<DataSnapshot> {
  const { accountId } = asked
  const head = await readHead(tx, asked)
  const chapters: ChapterSnapshot[] = []
  for (const portfolio of await readPortfolios(tx, accountId)) {
    const orders = await readOrdersOfMoment(tx, portfolio.id)
    chapters.push({ portfolio, orders, lastTrade: await readLastTrade(tx, portfolio.id) })
  }
  return { accountId, head, chapters }
}

/**
 * The file. Trades and orders are read while it is sent, each page by a statement of its own: a slow reader holds
 * neither a connection nor a snapshot of the database, which would keep dead rows of all tables.
 */
export async function* writeData(
  tx: Tx,
  { accountId, head, chapters }: DataSnapshot,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"chapters":[`
  for (const [index, { portfolio, orders, lastTrade }] of chapters.entries()) {
    const open = JSON.stringify(chapterOf(portfolio)).slice(0, -1)
    yield `${index === 0 ? '' : ','}\n${open},"orders":[`
    yield* ordersOf(tx, portfolio.id, orders)
    yield '],"trades":['
    yield* tradesOf(tx, { portfolioId: portfolio.id, through: lastTrade })
    yield ']}'
  }
  // What was deleted meanwhile is missing from the file, which must not look whole.
  await readRow(tx, accountId)
  yield ']}\n'
}

async function readHead(tx: Tx, asked: DataAsked) {
  const { accountId, email: told, hashes, verifyEmail, at } = asked
  const account = await readRow(tx, accountId)
  const person = { issuer: account.issuer, subject: account.subject }
  const here = await readOwnPerson(tx, person)
  const email = here?.email ?? told
  const ownEmail = account.isVerified || !verifyEmail ? email : null
  const ofPerson = hashes.ofPerson(person)
  return {
    downloaded_at: new Date(at),
    account: {
      user_id: account.publicId,
      display_name: account.name,
      email,
      is_email_verified: account.isVerified,
      email_vouched_at: account.vouchedAt,
      created_at: account.createdAt,
      locked_at: account.lockedAt,
      unranked_at: account.unrankedAt,
      departed_at: account.departedAt,
    },
    sign_in: { ...person, here },
    watching: await readWatchlist(tx, accountId),
    sessions: await readSessions(tx, person),
    waitlist: ownEmail === null ? null : await readWaiting(tx, storedEmail(ownEmail)),
    operator_actions: await readActions(tx, ofPerson),
    departures: await readDepartures(tx, ofPerson, hashes.ofEmail(ownEmail)),
    ranks: (await readPlaces(tx, accountId)).map(({ date, chapter, rank, cash, value }) => ({
      date,
      chapter,
      rank,
      cash_balance: toDollars(cash),
      current_value: toDollars(value),
    })),
  }
}

interface AccountRow {
  readonly issuer: string
  readonly subject: string
  readonly publicId: string
  readonly name: string
  readonly isVerified: boolean
  readonly vouchedAt: Date | null
  readonly createdAt: Date
  readonly lockedAt: Date | null
  readonly unrankedAt: Date | null
  readonly departedAt: Date | null
}

async function readRow(tx: Tx, id: number): Promise<AccountRow> {
  const [row] = await tx.query<AccountRow>(
    `select issuer, subject, public_id as "publicId", display_name as name,
       email_verified as "isVerified", email_vouched_at as "vouchedAt", created_at as "createdAt",
       locked_at as "lockedAt", unranked_at as "unrankedAt", departed_at as "departedAt"
     from account where id = $1`,
    [id],
  )
  if (row === undefined) throw new AccountGone()
  return row
}

const chapterOf = (row: OwnPortfolio) => ({
  contest: row.contest,
  portfolio: row.publicId,
  chapter: row.chapter,
  opened_at: new Date(row.openedAt),
  closed_at: row.closing && new Date(row.closing.at),
  starting_cash: toDollars(row.startingCash),
  cash_balance: toDollars(cents(row.cash)),
  final_value: row.closing && toDollars(row.closing.value),
  holdings: [...holdingsOf(row).positions].map(([ticker, { quantity, cost }]) => ({
    ticker,
    quantity,
    cost: toDollars(cost),
  })),
})
