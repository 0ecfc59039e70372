// The sector of every stock, and the split of holdings by sector.
import { describe, expect, it } from 'vitest'

import { cents } from './money.ts'
import { bySector, sectorOf } from './sectors.ts'
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

  it('has the sum of its stocks, the largest first', () => {
    expect(
      bySector([
        { ticker: 'UBER', value: cents(300_00) },
        { ticker: 'AAPL', value: cents(400_00) },
        { ticker: 'LYFT', value: cents(250_00) },
        { ticker: 'MSFT', value: cents(100_00) },
      ]),
    ).toEqual([
      { sector: 'Industrials', value: 550_00 },
      { sector: 'Information Technology', value: 500_00 },
    ])
  })

  it('of two that are equal comes by its name', () => {
    expect(
      bySector([
        { ticker: 'PYPL', value: cents(100_00) },
        { ticker: 'TSLA', value: cents(100_00) },
      ]).map(({ sector }) => sector),
    ).toEqual(['Consumer Discretionary', 'Financials'])
    expect(bySector([])).toEqual([])
  })
})
