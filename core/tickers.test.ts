// The stocks as SPEC.md names them, and the search results of typed text.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  companyName,
  isTicker,
  parseTicker,
  searchCompanies,
  searchTickers,
  suggestTicker,
  tickers,
  type Ticker,
} from './tickers.ts'

describe('tickers', () => {
  it('are the 16 of the specification in its order', () => {
    expect(tickers.join(' ')).toBe(
      'AAPL GOOGL MSFT AMZN TSLA META NVDA NFLX AMD INTC CRM ADBE PYPL UBER LYFT SPOT',
    )
    expect(companyName('AMZN')).toBe('Amazon.com Inc.')
    expect(companyName('SPOT')).toBe('Spotify Technology')
  })

  it.each(['aapl', 'ZZZZ', '', ' AAPL', 'toString', 'constructor', '__proto__'])(
    'do not include %j',
    (text) => {
      expect(isTicker(text)).toBe(false)
    },
  )

  it.each([
    ['AAPL', 'AAPL'],
    ['  aapl\n', 'AAPL'],
    ['gOOgl', 'GOOGL'],
    ['apple', null],
    ['', null],
    ['AA PL', null],
    // Non-ASCII letters whose upper case is ASCII.
    ['ıntc', null],
    ['tſla', null],
  ])('are read from %j as %j', (text, expected) => {
    expect(parseTicker(text)).toBe(expected)
  })
})

describe('search', () => {
  it.each([
    ['am', 'AMZN AMD'],
    ['AM', 'AMZN AMD'],
    [' aapl ', 'AAPL'],
    ['m', 'MSFT AMZN META AMD CRM'],
    ['t', 'MSFT TSLA META INTC LYFT SPOT'],
    ['apple', ''],
    ['', ''],
    ['   ', ''],
    ['.', ''],
    ['aaplx', ''],
  ])('for %j finds %j', (term, expected) => {
    expect(searchTickers(term).join(' ')).toBe(expected)
  })

  it('stops at 8', () => {
    expect(searchTickers('a').join(' ')).toBe('AAPL AMZN TSLA META NVDA AMD ADBE')
    const many = Array.from({ length: 20 }, () => 'AAPL' as const)
    expect(searchTickers('a', many)).toHaveLength(8)
  })

  it('looks only among the stocks that it is given', () => {
    expect(searchTickers('a', ['TSLA', 'UBER'])).toEqual(['TSLA'])
  })

  it('finds every stock by any part of its ticker', () => {
    interface Part {
      readonly ticker: Ticker
      readonly term: string
    }
    const part: fc.Arbitrary<Part> = fc
      .tuple(fc.constantFrom(...tickers), fc.nat({ max: 4 }), fc.nat({ max: 4 }))
      .map(([ticker, from, length]) => ({ ticker, term: ticker.slice(from, from + length + 1) }))
      .filter(({ term }) => term !== '')
    fc.assert(
      fc.property(part, ({ ticker, term }) => {
        expect(searchTickers(term.toLowerCase())).toContain(ticker)
      }),
      { examples: tickers.map((ticker): [Part] => [{ ticker, term: ticker }]) },
    )
  })
})

describe('suggestion', () => {
  it.each([
    ['apple', 'AAPL'],
    ['  APPLE ', 'AAPL'],
    ['Alphabet', 'GOOGL'],
    ['amazon', 'AMZN'],
    ['amazon.com', 'AMZN'],
    ['soft', 'MSFT'],
    ['micro devices', 'AMD'],
    ['salesforce', 'CRM'],
    ['zzzz', null],
    ['', null],
    ['  ', null],
    ['a.p', null],
  ])('for %j is %j', (term, expected) => {
    expect(suggestTicker(term)).toBe(expected)
  })
})

describe('searchCompanies', () => {
  it.each([
    ['apple', ['AAPL']],
    [' Apple ', ['AAPL']],
    ['soft', ['MSFT']],
    ['technolog', ['UBER', 'SPOT']],
    ['ap', []],
    ['   ', []],
    ['zzz', []],
  ])('finds by %j the companies %j', (term, expected) => {
    expect(searchCompanies(term)).toEqual(expected)
  })

  it('stops at 8', () => {
    expect(searchCompanies('inc.', [...tickers, ...tickers])).toHaveLength(8)
  })
})
