// The stocks as SPEC.md names them.
import { describe, expect, it } from 'vitest'
import { companyName, isTicker, parseTicker, tickers } from './tickers.ts'

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
