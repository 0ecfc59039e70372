// What the simulated market is fitted to: statistics of real daily prices, May 2019 to August 2026.
import { asDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

// The last real close, where every price is its anchor.
export const anchorDay = asDay('2026-08-07')

export const sectors = ['SEMI', 'SOFT', 'RIDE', 'NET', 'MEDIA'] as const
type Sector = (typeof sectors)[number]

// Volatilities are per year, in log price.
export interface TickerParameters {
  anchorDollars: number
  beta: number
  tech: number
  sector: Sector | null
  sectorLoad: number
  own: StreamParameters
}

// The same for all, and never what a stock did in one window of time: that says little about what
// it will do, and a learner should not be taught to chase it.
export function trendOf({ beta }: TickerParameters): number {
  return 0.03 + 0.04 * beta
}

// The loads above carry the volatility of TECH and the sectors, so theirs is 1.
export interface StreamParameters {
  volatility: number
  // The typical size of a move on earnings.
  earnings: number
  // The part of the variance, without earnings, that falls between close and open.
  overnight: number
  // How unevenly variance is spread over time.
  cascade: number
}

// The scale of the uneven split, from halves of a block (about a year) down to single days.
export const cascadeLevels = [1.8, 2, 1.9, 1.7, 1.1, 0.5, 0.4, 0.4, 0.4] as const

export const marketParameters: StreamParameters = {
  volatility: 0.1977,
  earnings: 0,
  overnight: 0.43,
  cascade: 0.85,
}

export const techParameters: StreamParameters = {
  volatility: 1,
  earnings: 0,
  overnight: 0.3,
  cascade: 0.5,
}

export const sectorParameters: StreamParameters = { ...techParameters, overnight: 0.18 }

// Two values differ from the fit, so that the nights of NFLX and UBER weigh what they really do.
export const tickerParameters: Readonly<Record<Ticker, TickerParameters>> = {
  AAPL: {
    anchorDollars: 313.33,
    beta: 1.1822,
    tech: 0.0432,
    sector: null,
    sectorLoad: 0,
    own: own(0.1794, 0.0401, 0.24),
  },
  GOOGL: {
    anchorDollars: 354.3,
    beta: 1.1413,
    tech: 0.0642,
    sector: 'NET',
    sectorLoad: 0.1054,
    own: own(0.1464, 0.059, 0.221),
  },
  MSFT: {
    anchorDollars: 499.99,
    beta: 1.1356,
    tech: 0.0754,
    sector: 'SOFT',
    sectorLoad: 0.0537,
    own: own(0.1398, 0.048, 0.162),
  },
  AMZN: {
    anchorDollars: 274.48,
    beta: 1.1401,
    tech: 0.1398,
    sector: 'NET',
    sectorLoad: 0.0894,
    own: own(0.1458, 0.0715, 0.136),
  },
  TSLA: {
    anchorDollars: 328.58,
    beta: 1.7081,
    tech: 0.1428,
    sector: null,
    sectorLoad: 0,
    own: own(0.4876, 0.0902, 0.272),
  },
  META: {
    anchorDollars: 592.1,
    beta: 1.3317,
    tech: 0.1516,
    sector: 'NET',
    sectorLoad: 0.1022,
    own: own(0.1741, 0.1121, 0.18),
  },
  NVDA: {
    anchorDollars: 223.96,
    beta: 1.8021,
    tech: 0.132,
    sector: 'SEMI',
    sectorLoad: 0.1759,
    own: own(0.2446, 0.0724, 0.1),
  },
  NFLX: {
    anchorDollars: 74.14,
    beta: 0.987,
    tech: 0.2026,
    sector: 'MEDIA',
    sectorLoad: 0.1137,
    own: own(0.2147, 0.1128, 0.03),
  },
  AMD: {
    anchorDollars: 483.36,
    beta: 1.7304,
    tech: 0.0979,
    sector: 'SEMI',
    sectorLoad: 0.2938,
    own: own(0.2365, 0.0933, 0.1),
  },
  INTC: {
    anchorDollars: 101.65,
    beta: 1.3872,
    tech: 0,
    sector: 'SEMI',
    sectorLoad: 0.1129,
    own: own(0.3426, 0.1134, 0.239),
  },
  CRM: {
    anchorDollars: 192.74,
    beta: 1.149,
    tech: 0.119,
    sector: 'SOFT',
    sectorLoad: 0.1625,
    own: own(0.1763, 0.0792, 0.121),
  },
  ADBE: {
    anchorDollars: 265.21,
    beta: 1.1705,
    tech: 0.1199,
    sector: 'SOFT',
    sectorLoad: 0.194,
    own: own(0.1255, 0.0708, 0.1),
  },
  PYPL: {
    anchorDollars: 59.07,
    beta: 1.3067,
    tech: 0.1302,
    sector: 'SOFT',
    sectorLoad: 0.0489,
    own: own(0.2585, 0.0928, 0.121),
  },
  UBER: {
    anchorDollars: 75.02,
    beta: 1.2809,
    tech: 0.1212,
    sector: 'RIDE',
    sectorLoad: 0.2925,
    own: own(0.2523, 0.0727, 0.16),
  },
  LYFT: {
    anchorDollars: 17.46,
    beta: 1.5213,
    tech: 0.0897,
    sector: 'RIDE',
    sectorLoad: 0.4148,
    own: own(0.3232, 0.1479, 0.1),
  },
  SPOT: {
    anchorDollars: 488.14,
    beta: 1.0553,
    tech: 0.2206,
    sector: 'MEDIA',
    sectorLoad: 0.1264,
    own: own(0.3022, 0.0872, 0.1),
  },
}

function own(volatility: number, earnings: number, overnight: number): StreamParameters {
  return { volatility, earnings, overnight, cascade: 0.48 }
}
