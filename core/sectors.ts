// The sector of each stock by the Global Industry Classification Standard (GICS).
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
