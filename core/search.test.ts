// Tests the search for a stock: its suggestions, the stock that a term names, and the one it was meant to name.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { guessTicker } from './guess-ticker.ts'
import { resolveTerm, suggest, tickerOfName } from './search.ts'
import { companyName, tickers, type Ticker } from './tickers.ts'

describe('suggestions', () => {
  it.each([
    ['am', 'AMZN AMD'],
    ['AM', 'AMZN AMD'],
    [' aapl ', 'AAPL'],
    ['m', 'MSFT AMZN META AMD CRM'],
    ['t', 'MSFT TSLA META INTC LYFT SPOT'],
    ['met', 'META'],
  ])('for %j are the tickers %j', (term, expected) => {
    expect(suggest(term).found.join(' ')).toBe(expected)
    expect(suggest(term).isByName).toBe(false)
  })

  it.each([
    ['te', 'TSLA UBER SPOT INTC'],
    ['apple', 'AAPL'],
    [' Apple, Inc. ', 'AAPL'],
    ['mi', 'MSFT AMD'],
    ['soft', 'MSFT'],
    ['technolog', 'UBER SPOT'],
    ['you', 'GOOGL'],
    ['tube', ''],
    ['face', 'META'],
    ['photo shop', ''],
    ['j', ''],
    ['.', ''],
    ['', ''],
    ['   ', ''],
    ['aaplx', ''],
  ])('for %j are the companies %j, because no ticker has these letters', (term, expected) => {
    expect(suggest(term).found.join(' ')).toBe(expected)
  })

  it('stop at 8', () => {
    expect(suggest('a').found.join(' ')).toBe('AAPL AMZN TSLA META NVDA AMD ADBE')
    const many = Array.from({ length: 20 }, () => 'AAPL' as const)
    expect(suggest('a', many).found).toHaveLength(8)
    expect(suggest('inc.').found).toHaveLength(8)
  })

  it('are only among the stocks that are given', () => {
    expect(suggest('a', ['TSLA', 'UBER']).found).toEqual(['TSLA'])
  })

  it('have every stock by any part of its ticker', () => {
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
        expect(suggest(term.toLowerCase()).found).toContain(ticker)
      }),
      { examples: tickers.map((ticker): [Part] => [{ ticker, term: ticker }]) },
    )
  })

  it('begin with the stock that a name means', () => {
    const term = fc
      .tuple(fc.constantFrom(...tickers), fc.integer({ min: 3, max: 30 }))
      .map(([ticker, length]) => companyName(ticker).slice(0, length))
      .filter((typed) => suggest(typed).isByName)
    fc.assert(
      fc.property(term, (typed) => {
        expect(suggest(typed).found[0]).toBe(resolveTerm(typed))
      }),
    )
  })
})

describe('a term', () => {
  it.each(tickers)('is %s by ticker, by name, and by the beginning of the name', (ticker) => {
    const name = companyName(ticker)
    expect(resolveTerm(` ${ticker.toLowerCase()} `)).toBe(ticker)
    expect(resolveTerm(name)).toBe(ticker)
    expect(resolveTerm(name.toUpperCase())).toBe(ticker)
    expect(resolveTerm(name.slice(0, 3))).toBe(ticker)
  })

  it.each([
    ['inc', null],
    ['inc.', null],
    ['corporation', null],
    ['te', null],
    ['', null],
    ['...', null],
    ['constructor', null],
  ])('%j is no stock: %j', (term, expected) => {
    expect(resolveTerm(term)).toBe(expected)
  })

  it('that is the beginning of a name is not a name', () => {
    expect(resolveTerm('net')).toBe('NFLX')
    expect(tickerOfName('net')).toBeNull()
    expect(tickerOfName('netflix')).toBe('NFLX')
    expect(tickerOfName('NFLX')).toBeNull()
  })
})

describe('a guess', () => {
  it.each([
    ['tesls', 'TSLA'],
    ['aplpe', 'AAPL'],
    ['mircosoft', 'MSFT'],
    ['googel', 'GOOGL'],
    ['nividia', 'NVDA'],
    ['tsal', 'TSLA'],
    ['aap', 'AAPL'],
    ['micro devices', 'AMD'],
    ['a.p', null],
    ['ink', null],
    ['zzzz', null],
    ['j', null],
    ['', null],
  ])('for %j is %j', (term, expected) => {
    expect(guessTicker(term)).toBe(expected)
  })
})
