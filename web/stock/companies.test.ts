// @vitest-environment node
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { aboutCompany } from './companies.ts'

test('each company is described in one sentence of at most 15 words', () => {
  for (const ticker of tickers) {
    const sentence = aboutCompany[ticker]
    expect([ticker, /^[A-Z][^.!?]*\.$/.test(sentence)]).toEqual([ticker, true])
    expect([ticker, sentence.split(' ').length <= 15]).toEqual([ticker, true])
  }
})
