// Exports everything stored about a person as one JSON file: a snapshot of one moment, streamed page by page.
import { cents, toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { lessonListing, ownListing, type Listing } from '../market/markets.ts'
import { holdingsOf } from '../ledger/portfolio-row.ts'
import { journalOf, ordersOf, readLastTrade, readOrdersSnapshot, tradesOf } from './data-lists.ts'
import {
  readActions,
  readDeletions,
  readEmbeddedPerson,
  readMemberships,
  readOwnedLeagues,
  readPortfolios,
  readRanks,
  readSessions,
  readWaitlistEntry,
  type ExportedPortfolio,
} from './data-store.ts'
import { normalizedEmail, type PersonHashes } from './deleted-accounts.ts'
import { readAccount } from './store.ts'
import { readWatchlist } from './watchlist.ts'

export interface ExportRequest {
  readonly accountId: number
  /** The email in the token of the caller. */
  readonly email: string | null
  readonly hashes: PersonHashes
  /** An email counts as the person's own only once it is confirmed. */
  readonly verifyEmail: boolean
  readonly at: number
}

/**
 * All mutable rows as of one moment, and for the append-only rest the last id that belongs to it. Needs a snapshot transaction,
 * which is short, because it reads few rows.
 */
export async function readDataSnapshot(tx: Tx, request: ExportRequest) {
  const { accountId } = request
  const head = await readHead(tx, request)
  const chapters = []
  for (const portfolio of await readPortfolios(tx, accountId)) {
    const orders = await readOrdersSnapshot(tx, portfolio.id)
    chapters.push({ portfolio, orders, lastTrade: await readLastTrade(tx, portfolio.id) })
  }
  return { accountId, head, chapters }
}

/**
 * Yields the file. Trades and orders are read while it is sent, each page by its own statement: a slow client holds
 * neither a connection nor a database snapshot, which would keep dead rows of all tables.
 */
export async function* writeData(
  tx: Tx,
  { accountId, head, chapters }: Awaited<ReturnType<typeof readDataSnapshot>>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"chapters":[`
  for (const [index, { portfolio, orders, lastTrade }] of chapters.entries()) {
    const open = JSON.stringify(chapterOf(portfolio)).slice(0, -1)
    yield `${index === 0 ? '' : ','}\n${open},"orders":[`
    yield* ordersOf(tx, portfolio.id, orders)
    yield '],"trades":['
    yield* tradesOf(tx, { portfolioId: portfolio.id, through: lastTrade }, listingOf(portfolio))
    yield '],"journal":['
    yield* journalOf(tx, portfolio.id)
    yield ']}'
  }
  // Throws where the account was deleted meanwhile: a file without its trades must not look complete.
  await readAccount(tx, accountId)
  yield ']}\n'
}

async function readHead(tx: Tx, request: ExportRequest): Promise<object> {
  const { accountId, hashes, verifyEmail, at } = request
  const account = await readAccount(tx, accountId)
  const person = { issuer: account.issuer, subject: account.subject }
  const here = await readEmbeddedPerson(tx, person)
  const email = here?.email ?? request.email
  const ownEmail = account.isEmailVerified || !verifyEmail ? email : null
  const personHash = hashes.ofPerson(person)
  return {
    downloaded_at: new Date(at),
    account: {
      user_id: account.publicId,
      display_name: account.displayName,
      email,
      is_email_verified: account.isEmailVerified,
      email_vouched_at: account.emailVouchedAt,
      created_at: account.createdAt,
      locked_at: account.lockedAt,
      unranked_at: account.unrankedAt,
      departed_at: account.departedAt,
    },
    sign_in: { ...person, here },
    watching: await readWatchlist(tx, accountId),
    sessions: await readSessions(tx, person),
    waitlist: ownEmail === null ? null : await readWaitlistEntry(tx, normalizedEmail(ownEmail)),
    operator_actions: await readActions(tx, personHash),
    departures: await readDeletions(tx, personHash, hashes.ofEmail(ownEmail)),
    ranks: await readRanks(tx, accountId),
    leagues: await readOwnedLeagues(tx, accountId),
    memberships: await readMemberships(tx, accountId),
  }
}

const listingOf = ({ isLesson }: ExportedPortfolio): Listing =>
  isLesson ? lessonListing : ownListing

const chapterOf = (row: ExportedPortfolio) => ({
  contest: row.contest,
  league: row.league,
  portfolio: row.publicId,
  chapter: row.chapter,
  opened_at: new Date(row.openedAt),
  closed_at: row.closing && new Date(row.closing.at),
  starting_cash: toDollars(row.startingCash),
  cash_balance: toDollars(cents(row.cash)),
  final_value: row.closing && toDollars(row.closing.value),
  holdings: [...holdingsOf(row).positions].map(([ticker, { quantity, cost }]) => ({
    ticker: listingOf(row).symbolOf(ticker),
    quantity,
    cost: toDollars(cost),
  })),
})
