// The owner's table of members, also as CSV, and what a member holds.
import type { Answer } from '@tengrand/contract/call.ts'
import type { leagueMembers, memberHoldings } from '@tengrand/contract/league-members.ts'
import { endOf, stepOf } from '@tengrand/core/lesson.ts'
import { percent, toDollars } from '@tengrand/core/money.ts'
import { valuationOf } from '@tengrand/core/valuation.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { refused } from '../http/refusals.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import {
  holdingsOf,
  portfolioColumns,
  portfolioOf,
  type PortfolioValues,
} from '../ledger/portfolio-row.ts'
import { isLiveLesson } from '../lessons/live.ts'
import { isoOf } from '../lessons/on-wire.ts'
import { rowOf } from '../portfolio/csv.ts'
import { timeOf, worthOnWire } from './board.ts'
import { applyNewSplits, pricesOf, readPlaces } from './standings.ts'
import type { League } from './store.ts'

type Members = Answer<typeof leagueMembers>

/** Exact values, whatever the members may see of each other. */
export async function readMembers(deps: ContestEndDeps, league: League) {
  const as_of = await timeOf(deps, league)
  const places = await readPlaces(deps, league)
  if ('refusal' in places) return places
  const rows = await readDetails(deps.db, league.id)
  const details = new Map<number | null, DetailRow>(rows.map((row) => [row.accountId, row]))
  const of = await deps.marketOf({ contestId: league.id })
  /** Trades are in market time. */
  const realOf = (at: number): number => {
    if (!isLiveLesson(of)) return at
    const endTick = Math.floor((at - of.terms.opensAt) / stepOf(of.terms))
    return endOf({ ...of.clockNow(), endTick })
  }
  const members = places.rows.flatMap((standing) => {
    const detail = details.get(standing.accountId)
    if (detail === undefined || standing.isOrganiser) return []
    const { joinedAt, orderedAt, tradedAt } = detail
    const activeAt = Math.max(joinedAt, orderedAt ?? 0, tradedAt === null ? 0 : realOf(tradedAt))
    return Object.assign(worthOnWire(league, standing), detail, {
      guest: detail.guest ?? undefined,
      joined_at: isoOf(joinedAt),
      last_active: isoOf(activeAt),
      rank: standing.rank,
    })
  })
  return { members, as_of } satisfies Members
}

type Member = Members['members'][number]

interface DetailRow extends Pick<Member, 'user_id' | 'display_name' | 'organiser_name' | 'trades'> {
  readonly accountId: number
  /** Null in leagues. */
  readonly guest: boolean | null
  readonly joinedAt: number
  readonly orderedAt: number | null
  readonly tradedAt: number | null
}

/** A member was last active with a trade or an order; those without one when they joined. */
const readDetails = (tx: Tx, contestId: number): Promise<DetailRow[]> =>
  tx.query(
    `select m.account_id as "accountId", a.public_id as user_id, coalesce(m.name, display_name) as display_name,
       case when c.kind = 'lesson' then a.issuer = '${guestIssuer}' end as guest,
       organiser_name, ${msOf('joined_at')} as "joinedAt", ${msOf('p.last_trade_at')} as "tradedAt",
       (select ${msOf('max(placed_at)')} from stock_order where portfolio_id = p.id) as "orderedAt",
       (select count(*)::int from trade where portfolio_id = p.id and type <> 'SPLIT') as trades
     from membership m join contest c on c.id = m.contest_id
       join portfolio p on p.id = m.portfolio_id join account a on a.id = m.account_id
     where m.contest_id = $1 and m.left_at is null and m.removed_at is null`,
    [contestId],
  )

/** The columns of the CSV file. */
const columns = {
  Rank: 'rank',
  Name: 'display_name',
  'Real name': 'organiser_name',
  Joined: 'joined_at',
  'Last active': 'last_active',
  Trades: 'trades',
  Value: 'current_value',
  'Return %': 'roi_percentage',
  'Largest stock %': 'largest_percent',
} as const

/** Of a lesson also whether a member is a guest. */
export async function* membersCsv({ members }: Members, isLesson: boolean): AsyncIterable<string> {
  yield rowOf([...Object.keys(columns), ...(isLesson ? ['Guest'] : [])])
  const fields = Object.values(columns)
  for (const member of members) {
    const guest = isLesson ? [member.guest === true ? 'yes' : 'no'] : []
    yield rowOf([...fields.map((field) => member[field] ?? ''), ...guest])
  }
}

/** At the prices of the board. */
export async function readHoldings(deps: ContestEndDeps, league: League, portfolioId: number) {
  const as_of = await timeOf(deps, league)
  await deps.db.transaction((tx) => applyNewSplits(tx, league.id, deps.log))
  const prices = await pricesOf(deps, league)
  const { listing } = await deps.marketOf({ contestId: league.id })
  const [row] = await deps.db.query<PortfolioValues>(
    `select ${portfolioColumns} from portfolio p where p.id = $1`,
    [portfolioId],
  )
  if (row === undefined) return refused('not_found')
  const held = portfolioOf(row)
  const valued = valuationOf(holdingsOf(held), (ticker) => prices.get(ticker) ?? null)
  if ('missing' in valued) return { refusal: { code: 'no_price', ticker: valued.missing } } as const
  const total = held.closing?.value ?? valued.total
  return {
    cash_balance: toDollars(valued.cash),
    total_value: toDollars(total),
    holdings: valued.holdings
      .toSorted((a, b) => b.value - a.value)
      .map(({ ticker, quantity, price, value }) => ({
        ticker: listing.symbolOf(ticker),
        quantity,
        current_price: toDollars(price),
        market_value: toDollars(value),
        percent: total === 0 ? 0 : percent(value, total),
      })),
    as_of,
  } satisfies Answer<typeof memberHoldings>
}
