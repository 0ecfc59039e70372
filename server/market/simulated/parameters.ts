// The parameters of the simulated market, fitted to real daily prices of May 2019 to August 2026.
import { asDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

// The day of the last real close, on which every price equals its anchor.
export const anchorDay = asDay('2026-08-07')

export const sectors = ['SEMI', 'SOFT', 'RIDE', 'NET', 'MEDIA'] as const
type Sector = (typeof sectors)[number]

// One row of the fit; volatilities are per year, in log price. The last three columns are the stock's own stream.
type TickerParameters = readonly [
  anchorDollars: number,
  marketLoad: number,
  techLoad: number,
  sector: Sector | null,
  sectorLoad: number,
  volatility: number,
  earnings: number,
  overnight: number,
]

// The trend of the log price per year. It depends on the market load only, because a stock's past trend says little
// about its future, and a learner should not be taught to chase it.
export const trendOf = (marketLoad: number): number => 0.03 + 0.04 * marketLoad

// The loads above carry the volatility of TECH and the sectors, so the volatility of those streams is 1.
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

// How unevenly the own stream of every stock spreads its variance.
export const ownCascade = 0.48

// Two values differ from the fit, so that the overnight moves of NFLX and UBER have realistic weights.
export const tickerParameters: Readonly<Record<Ticker, TickerParameters>> = {
  AAPL: [313.33, 1.1822, 0.0432, null, 0, 0.1794, 0.0401, 0.24],
  GOOGL: [354.3, 1.1413, 0.0642, 'NET', 0.1054, 0.1464, 0.059, 0.221],
  MSFT: [499.99, 1.1356, 0.0754, 'SOFT', 0.0537, 0.1398, 0.048, 0.162],
  AMZN: [274.48, 1.1401, 0.1398, 'NET', 0.0894, 0.1458, 0.0715, 0.136],
  TSLA: [328.58, 1.7081, 0.1428, null, 0, 0.4876, 0.0902, 0.272],
  META: [592.1, 1.3317, 0.1516, 'NET', 0.1022, 0.1741, 0.1121, 0.18],
  NVDA: [223.96, 1.8021, 0.132, 'SEMI', 0.1759, 0.2446, 0.0724, 0.1],
  NFLX: [74.14, 0.987, 0.2026, 'MEDIA', 0.1137, 0.2147, 0.1128, 0.03],
  AMD: [483.36, 1.7304, 0.0979, 'SEMI', 0.2938, 0.2365, 0.0933, 0.1],
  INTC: [101.65, 1.3872, 0, 'SEMI', 0.1129, 0.3426, 0.1134, 0.239],
  CRM: [192.74, 1.149, 0.119, 'SOFT', 0.1625, 0.1763, 0.0792, 0.121],
  ADBE: [265.21, 1.1705, 0.1199, 'SOFT', 0.194, 0.1255, 0.0708, 0.1],
  PYPL: [59.07, 1.3067, 0.1302, 'SOFT', 0.0489, 0.2585, 0.0928, 0.121],
  UBER: [75.02, 1.2809, 0.1212, 'RIDE', 0.2925, 0.2523, 0.0727, 0.16],
  LYFT: [17.46, 1.5213, 0.0897, 'RIDE', 0.4148, 0.3232, 0.1479, 0.1],
  SPOT: [488.14, 1.0553, 0.2206, 'MEDIA', 0.1264, 0.3022, 0.0872, 0.1],
}
