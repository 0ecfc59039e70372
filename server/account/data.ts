// Everything that is kept of somebody, as one JSON file: written while it is sent, however many trades there are.
import { toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/account-gone.ts'
import { ordersOf } from './data-orders.ts'
import { tradesOf } from './data-trades.ts'
import {
  readActions,
  readDepartures,
  readOwnPerson,
  readPlaces,
  readPortfolios,
  readSessions,
  readWaiting,
  type PortfolioRow,
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

/** All but the trades is read before anything is answered, so that a failure can still be said in an answer of its own. */
export async function readAccountData(tx: Tx, asked: DataAsked): Promise<AsyncIterable<string>> {
  const head = JSON.stringify(await readHead(tx, asked))
  const portfolios = await readPortfolios(tx, asked.accountId)
  return (async function* () {
    yield `${head.slice(0, -1)},"chapters":[`
    for (const [index, portfolio] of portfolios.entries()) {
      const open = JSON.stringify(chapterOf(portfolio)).slice(0, -1)
      yield `${index === 0 ? '' : ','}\n${open},"orders":[`
      yield* ordersOf(tx, portfolio.id)
      yield '],"trades":['
      yield* tradesOf(tx, portfolio.id)
      yield ']}'
    }
    // What was deleted meanwhile is missing from it, and must not look whole.
    await readRow(tx, asked.accountId)
    yield ']}\n'
  })()
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

const chapterOf = (row: PortfolioRow) => ({
  portfolio: row.publicId,
  chapter: row.chapter,
  opened_at: row.openedAt,
  closed_at: row.closedAt,
  starting_cash: toDollars(row.startingCash),
  cash_balance: toDollars(row.cash),
  final_value: row.finalValue === null ? null : toDollars(row.finalValue),
  holdings: row.holdings.map(({ ticker, quantity, cost }) => ({
    ticker,
    quantity,
    cost: toDollars(cost),
  })),
})
