// The columns of a portfolio row, and the type that they are mapped to.
import {
  realizedGain,
  type Portfolio,
  type Position,
  type RealizedGains,
  type Trade,
} from '@tengrand/core/ledger.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { tickerIdOf } from '../market/ticker-id.ts'

export interface PortfolioRow {
  readonly id: number
  readonly accountId: number
  readonly publicId: string
  readonly contestId: number
  readonly chapter: number
  readonly startingCash: Cents
  readonly openedAt: number
  /** Null while the portfolio is open. */
  readonly closing: { readonly at: number; readonly value: Cents } | null
  /** Whether the row stores the prices at its opening. */
  readonly hasOpeningPrices: boolean
  readonly cash: number
  /** By ticker id, starting at 1; the first element is unused. */
  readonly shares: readonly number[]
  readonly costs: readonly number[]
  /** In PostgreSQL's array format. Only sales parse it; most orders leave it unchanged. */
  readonly realized: string
  readonly lastTradeAt: number
  readonly splitsThrough: number
  /** Reserved by open orders: cash, and shares by ticker id, or null if there are none. */
  readonly reserved: { readonly cash: number; readonly shares: readonly number[] | null }
}

/** The columns of `portfolio p`. Every trade reads all of them, so columns that few calls need are separate. */
export const portfolioColumns = `p.id, p.account_id as "accountId", p.public_id as "publicId",
  p.contest_id as "contestId", p.chapter, p.starting_cents as "startingCash", p.opened_at as "openedAt",
  p.closed_at as "closedAt", p.final_cents as "finalValue", p.opening_prices is not null as "hasOpeningPrices",
  p.cash_cents as cash, p.shares::text as shares, p.cost_cents::text as costs, p.realized_cents::text as realized,
  p.last_trade_at as "lastTradeAt", p.splits_through as "splitsThrough", p.reserved_cents as "reservedCash",
  p.reserved_shares::text as "reservedShares"`

/** The columns as the driver returns them. */
export interface PortfolioValues extends Omit<
  PortfolioRow,
  'openedAt' | 'closing' | 'shares' | 'costs' | 'lastTradeAt' | 'reserved'
> {
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly finalValue: Cents | null
  readonly shares: string
  readonly costs: string
  readonly lastTradeAt: Date | null
  readonly reservedCash: number
  readonly reservedShares: string | null
}

/** Keeps the other columns of the row. */
export const portfolioOf = <Row extends PortfolioValues>({
  closedAt,
  finalValue,
  reservedCash: cash,
  reservedShares: shares,
  ...row
}: Row) => ({
  ...row,
  openedAt: row.openedAt.getTime(),
  closing:
    closedAt === null || finalValue === null ? null : { at: closedAt.getTime(), value: finalValue },
  shares: byTicker(row.shares),
  costs: byTicker(row.costs),
  lastTradeAt: row.lastTradeAt?.getTime() ?? 0,
  reserved: { cash, shares: shares === null ? null : byTicker(shares) },
})

/** The portfolio in the form of the core package, without stocks that have no shares. */
export function holdingsOf({ cash, shares, costs }: PortfolioRow): Portfolio {
  const positions = new Map<Ticker, Position>()
  for (const ticker of tickers) {
    const place = tickerIdOf(ticker)
    const quantity = shares[place] ?? 0
    if (quantity > 0) positions.set(ticker, { quantity, cost: cents(costs[place] ?? 0) })
  }
  return { cash: cents(cash), positions }
}

/** By ticker id, starting at 1; the first element is unused. Faster than the driver's array parser. */
const byTicker = (list: string): number[] => JSON.parse(`[0,${list.slice(1, -1)}]`) as number[]

export const listOfTickers = (values: readonly (number | null)[]): string =>
  `{${values
    .slice(1)
    .map((value) => value ?? 'NULL')
    .join(',')}}`

const gainsByTicker = (list: string): (number | null)[] => byTicker(list.replaceAll('NULL', 'null'))

export const nothingRealized: string = listOfTickers([null, ...tickers.map(() => null)])

/** Parses the list only for a sale, because that takes longer than the rest of the decision. */
export function realizedWith(list: string, trade: Trade): string {
  const gain = realizedGain(trade)
  if (gain === null) return list
  const gains = gainsByTicker(list)
  const place = tickerIdOf(trade.ticker)
  return listOfTickers(gains.with(place, (gains[place] ?? 0) + gain))
}

export function realizedIn(list: string): RealizedGains {
  const gains = gainsByTicker(list)
  return new Map(
    tickers.flatMap((ticker) => {
      const gain = gains[tickerIdOf(ticker)] ?? null
      return gain === null ? [] : [[ticker, cents(gain)] as const]
    }),
  )
}
