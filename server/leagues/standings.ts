// Values all members of a league with one statement, which also ranks them.
import { openBenchmark } from '@tengrand/core/benchmark.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { storeEndPrices, type ContestEndDeps } from '../ledger/contest-end.ts'
import { applySplits, readLatestSplit, type SplitLog } from '../ledger/splits.ts'
import { readStoredPrices } from '../ledger/stored-prices.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import type { League } from './store.ts'

export type Prices = ReadonlyMap<Ticker, Cents>

/** The current prices, or those of the end once the league is over and they are known. */
export async function pricesOf(deps: ContestEndDeps, league: League): Promise<Prices> {
  const { market, now } = await deps.marketOf({ contestId: league.id })
  if (leagueStateAt(league, now()) === 'over') {
    await storeEndPrices(deps, league.id)
    const prices = await readMomentPrices(deps.db, 'closing', league)
    if (prices.size > 0) return prices
  }
  const quotes = tickers.flatMap((ticker) => market.quote(ticker) ?? [])
  return new Map(quotes.map(({ ticker, price }) => [ticker, price]))
}

/** The prices of the start or the end, of a share of today. */
export async function readMomentPrices(
  tx: Tx,
  which: 'opening' | 'closing',
  { id, startsAt, endsAt }: League,
): Promise<Prices> {
  const at = which === 'opening' ? startsAt : endsAt
  const stored = await readStoredPrices(tx, which, { id, at, of: 'contest' })
  return new Map([...stored].map(([ticker, { today }]) => [ticker, today]))
}

/** The value of the market's line: the starting cash in equal parts of all stocks, bought at the start. */
export async function readMarketValue(tx: Tx, league: League, prices: Prices) {
  const valueAt = openBenchmark({
    startingCash: league.startingCash,
    opening: await readMomentPrices(tx, 'opening', league),
    prices: new Map([...prices].map(([ticker, price]) => [ticker, [price]])),
  })
  return valueAt?.(0) ?? null
}

/** A row of a board. */
export interface Standing {
  /** Null if the account was deleted after the end, as are the next two. */
  readonly accountId: number | null
  readonly userId: string | null
  readonly name: string | null
  /** Counted from 1 among the guests of the board who are deleted. */
  readonly guestNumber: number | null
  /** Null for a member without a trade, or who joined late, and for the organiser of a lesson. */
  readonly rank: number | null
  /** Of a lesson. */
  readonly isOrganiser: boolean
  readonly value: Cents
  /** The value of the largest holding. */
  readonly largest: Cents
}

const places = tickers.map(tickerIdOf)
const values = places.map((place) => `v${place}`)
const holdings = places.map(
  (place) =>
    `case when p.shares[${place}] = 0 then 0 else p.shares[${place}] * ($2::bigint[])[${place}] end as v${place}`,
)

/** A statement for each kind, because planning one for both takes a fifth of its time. */
const byKind = {
  league: {
    isOrganiser: 'false',
    firstTrade: 'null::bigint',
    isInTime: 'm.joined_at <= starts_at + (planned_ends_at - starts_at) / 10',
  },
  lesson: {
    isOrganiser: 'm.account_id is not distinct from c.owner_id',
    // Several trades share a tick.
    firstTrade: '(select min(id) from trade where portfolio_id = p.id)',
    isInTime: `m.account_id is distinct from c.owner_id
      and m.joined_tick <= (select minutes * 6 from market where id = c.market_id)`,
  },
}

/** One scan over the members, by rank, then those without one. The value is null if a held stock has no price. */
const standingsOf = (kind: League['kind']): string => `
  select row_number() over ranking as place, case when is_ranked then row_number() over ranking end as rank, valued.*
  from (
    select m.account_id, m.name as guest_name, p.id, p.first_trade_at, ${byKind[kind].isOrganiser} as is_organiser,
      ${byKind[kind].firstTrade} as first_trade,
      p.first_trade_at is not null and ${byKind[kind].isInTime} as is_ranked,
      coalesce(p.final_cents, p.cash_cents + ${values.join(' + ')}) as value, greatest(${values.join(', ')}) as largest
    from contest c join membership m on m.contest_id = c.id join portfolio p on p.id = m.portfolio_id,
      -- The offset keeps the planner from computing each value once for the sum and once for the largest.
      lateral (select ${holdings.join(', ')} offset 0) held
    where c.id = $1 and m.left_at is null and m.removed_at is null
      -- For the index on the portfolios of leagues: a table of all portfolios would be read as a whole.
      and p.contest_id = c.id and p.contest_id <> 1
  ) valued
  window ranking as (order by is_ranked desc, value desc, first_trade_at, first_trade, id)`

const liveStatementOf = (kind: League['kind']): Prepared => ({
  name: `standings of a ${kind}`,
  text: `select account_id as "accountId", a.public_id as "userId", coalesce(guest_name, display_name) as name, rank::int as rank, value, largest,
      is_organiser as "isOrganiser", null as "guestNumber" from (${standingsOf(kind)}) standing join account a on a.id = account_id order by place`,
})

const liveStatements = { league: liveStatementOf('league'), lesson: liveStatementOf('lesson') }

/** The rows of the board, and the value of the market's line: as stored once the league is settled, otherwise live. */
export async function readPlaces(deps: ContestEndDeps, league: League) {
  const { settledAt, marketValue } = league
  if (settledAt !== null) return { rows: await readFinal(deps.db, league), marketValue }
  for (;;) {
    const latest = await readLatestSplit(deps.db)
    if (latest > 0) await deps.db.transaction((tx) => applyNewSplits(tx, league.id, deps.log))
    const prices = await pricesOf(deps, league)
    const rows = await readStandings(deps.db, league, prices)
    const line = await readMarketValue(deps.db, league, prices)
    // A split that was recorded meanwhile is in some of the prices and shares only.
    if (latest < (await readLatestSplit(deps.db))) continue
    return 'refusal' in rows ? rows : { rows, marketValue: line }
  }
}

async function readStandings(db: Tx, league: League, prices: Prices) {
  const rows = await db.query<Standing>(liveStatements[league.kind], valuesOf(league, prices))
  if (rows.every(({ value }) => value !== null)) return rows
  const ticker = tickers.find((one) => !prices.has(one)) ?? ''
  return { refusal: { code: 'no_price', ticker } } as const
}

const valuesOf = ({ id }: League, prices: Prices) => [
  id,
  tickers.map((ticker) => prices.get(ticker) ?? null),
]

/** Prices change with a split at once, so shares do too. */
export async function applyNewSplits(tx: Tx, contestId: number, log: SplitLog): Promise<void> {
  const behind = await tx.query<{ id: number }>(
    'select id from portfolio where contest_id = $1 and splits_through < (select max(id) from split)',
    [contestId],
  )
  const ids = behind.map(({ id }) => id)
  if (ids.length > 0) await applySplits(tx, ids, log)
}

export async function storeFinal(tx: Tx, league: League, prices: Prices): Promise<void> {
  await tx.query(
    `insert into final_place (contest_id, place, account_id, rank, value_cents, largest_cents, is_organiser)
     select $1, place, account_id, rank, value, largest, is_organiser from (${standingsOf(league.kind)}) standing`,
    valuesOf(league, prices),
  )
}

const readFinal = (tx: Tx, { id }: League): Promise<Standing[]> =>
  tx.query(
    `select f.account_id as "accountId", a.public_id as "userId", coalesce(m.name, display_name) as name, rank,
       value_cents as value, largest_cents as largest, is_organiser as "isOrganiser",
       case when is_guest then row_number() over (partition by is_guest order by place)::int end as "guestNumber"
     from final_place f left join account a on a.id = f.account_id
       left join membership m on m.contest_id = f.contest_id and m.account_id = f.account_id
     where f.contest_id = $1 order by place`,
    [id],
  )
