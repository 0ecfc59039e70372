// The owner's table of members, also as CSV, and what a member holds.
import type { Answer } from '@tengrand/contract/call.ts'
import type { leagueMembers, memberHoldings } from '@tengrand/contract/league-members.ts'
import { percent, toDollars } from '@tengrand/core/money.ts'
import { valuationOf } from '@tengrand/core/valuation.ts'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import type { NoPrice } from '../ledger/close.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import {
  holdingsOf,
  portfolioColumns,
  portfolioOf,
  type PortfolioValues,
} from '../ledger/portfolio-row.ts'
import { rowOf } from '../portfolio/csv.ts'
import { worthOnWire } from './board.ts'
import { pricesOf, readStandings, type Standing } from './standings.ts'
import type { League } from './store.ts'

type Members = Answer<typeof leagueMembers>

const asOf = ({ marketOf }: ContestEndDeps, { id }: League): string =>
  new Date(marketOf({ contestId: id }).now()).toISOString()

/** Exact values, whatever the members may see of each other. */
export async function readMembers(
  deps: ContestEndDeps,
  league: League,
): Promise<Members | NoPrice> {
  const as_of = asOf(deps, league)
  const standings = await readStandings(deps, league, await pricesOf(deps, league))
  if ('refusal' in standings) return standings
  const details = new Map<number | null, DetailRow>(
    (await readDetails(deps.db, league.id)).map((row) => [row.accountId, row]),
  )
  const members = standings.flatMap((standing) => {
    const detail = details.get(standing.accountId)
    return detail ? memberOnWire(league, standing, detail) : []
  })
  return { members, as_of }
}

const memberOnWire = (
  league: League,
  standing: Standing,
  { userId, name, organiserName, joinedAt, lastActive, trades }: DetailRow,
) => ({
  user_id: userId,
  display_name: name,
  organiser_name: organiserName,
  joined_at: joinedAt.toISOString(),
  last_active: lastActive.toISOString(),
  trades,
  ...worthOnWire(league, standing),
  rank: standing.rank,
})

interface DetailRow {
  readonly accountId: number
  readonly userId: string
  readonly name: string
  readonly organiserName: string | null
  readonly joinedAt: Date
  readonly lastActive: Date
  readonly trades: number
}

/** A member was last active with a trade or an order; those without one when they joined. */
const readDetails = (tx: Tx, contestId: number): Promise<DetailRow[]> =>
  tx.query(
    `select m.account_id as "accountId", a.public_id as "userId", display_name as name,
       organiser_name as "organiserName", joined_at as "joinedAt", trades.count as trades,
       greatest(m.joined_at, p.last_trade_at, (
         select max(placed_at) from stock_order where portfolio_id = p.id
       )) as "lastActive"
     from membership m join portfolio p on p.id = m.portfolio_id join account a on a.id = m.account_id,
       lateral (
         select count(*)::int as count from trade where portfolio_id = p.id and type <> 'SPLIT'
       ) trades
     where m.contest_id = $1 and m.left_at is null and m.removed_at is null`,
    [contestId],
  )

const columns = [
  'Rank',
  'Name',
  'Name for the organiser',
  'Joined',
  'Last active',
  'Trades',
  'Value',
  'Return %',
  'Largest stock %',
]

export async function* membersCsv({ members }: Members): AsyncIterable<string> {
  yield rowOf(columns)
  for (const member of members) {
    yield rowOf([
      member.rank ?? '',
      member.display_name,
      member.organiser_name ?? '',
      member.joined_at,
      member.last_active,
      member.trades,
      member.current_value,
      member.roi_percentage,
      member.largest_percent,
    ])
  }
}

/** At the prices of the board. */
export async function readHoldings(
  deps: ContestEndDeps,
  league: League,
  portfolioId: number,
): Promise<Answer<typeof memberHoldings> | NoPrice | ReturnType<typeof refused<'not_found'>>> {
  const as_of = asOf(deps, league)
  const prices = await pricesOf(deps, league)
  const [row] = await deps.db.query<PortfolioValues>(
    `select ${portfolioColumns} from portfolio p where p.id = $1`,
    [portfolioId],
  )
  if (row === undefined) return refused('not_found')
  const held = portfolioOf(row)
  const valued = valuationOf(holdingsOf(held), (ticker) => prices.get(ticker) ?? null)
  if ('missing' in valued) return { refusal: { code: 'no_price', ticker: valued.missing } }
  const total = held.closing?.value ?? valued.total
  return {
    cash_balance: toDollars(valued.cash),
    total_value: toDollars(total),
    holdings: valued.holdings
      .toSorted((a, b) => b.value - a.value)
      .map(({ ticker, quantity, price, value }) => ({
        ticker,
        quantity,
        current_price: toDollars(price),
        market_value: toDollars(value),
        percent: total === 0 ? 0 : percent(value, total),
      })),
    as_of,
  }
}
