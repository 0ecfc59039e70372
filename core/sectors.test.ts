// The sector of every stock.
import { describe, expect, it } from 'vitest'

import { sectorOf } from './sectors.ts'
import { tickers } from './tickers.ts'

describe('a sector', () => {
  it('is known of each of the 16 stocks, by the Global Industry Classification Standard', () => {
    const names = Map.groupBy(tickers, sectorOf)
    expect(Object.fromEntries([...names].map(([name, of]) => [name, of.join(' ')]))).toEqual({
      'Information Technology': 'AAPL MSFT NVDA AMD INTC CRM ADBE',
      'Communication Services': 'GOOGL META NFLX SPOT',
      'Consumer Discretionary': 'AMZN TSLA',
      Financials: 'PYPL',
      Industrials: 'UBER LYFT',
    })
  })
})
