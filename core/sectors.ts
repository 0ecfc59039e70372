// The sector of each stock by the Global Industry Classification Standard (GICS), and the split of a portfolio by sector.
import { cents, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

export type Sector =
  | 'Communication Services'
  | 'Consumer Discretionary'
  | 'Financials'
  | 'Industrials'
  | 'Information Technology'

const sectors: Readonly<Record<Ticker, Sector>> = {
  AAPL: 'Information Technology',
  GOOGL: 'Communication Services',
  MSFT: 'Information Technology',
  AMZN: 'Consumer Discretionary',
  TSLA: 'Consumer Discretionary',
  META: 'Communication Services',
  NVDA: 'Information Technology',
  NFLX: 'Communication Services',
  AMD: 'Information Technology',
  INTC: 'Information Technology',
  CRM: 'Information Technology',
  ADBE: 'Information Technology',
  PYPL: 'Financials',
  UBER: 'Industrials',
  LYFT: 'Industrials',
  SPOT: 'Communication Services',
}

export const sectorOf = (ticker: Ticker): Sector => sectors[ticker]

interface Held {
  readonly ticker: Ticker
  readonly value: Cents
}

/** The value of each sector that is held, the largest first; equal ones by name. */
export function bySector(
  held: readonly Held[],
): readonly { readonly sector: Sector; readonly value: Cents }[] {
  const values = new Map<Sector, Cents>()
  for (const { ticker, value } of held) {
    const sector = sectorOf(ticker)
    values.set(sector, cents((values.get(sector) ?? 0) + value))
  }
  return [...values]
    .map(([sector, value]) => ({ sector, value }))
    .toSorted((one, next) => next.value - one.value || (one.sector < next.sector ? -1 : 1))
}
