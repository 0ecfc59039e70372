// Asking for the prices one by one, where there is no stream to be had.
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { hasSamePrices, type Board } from './board.ts'

export type AskPrice = (ticker: Ticker, signal: AbortSignal) => Promise<Prices>

const everyMs = 15_000

export function pollPrices(board: Board, askPrice: AskPrice): () => void {
  const stop = new AbortController()
  const askFor = async (ticker: Ticker): Promise<void> => {
    try {
      const prices = await askPrice(ticker, stop.signal)
      const known = board.get(ticker)
      // The same price is known better already: with its time.
      if (stop.signal.aborted || (known && hasSamePrices(known, prices))) return
      board.put('snapshot', [
        { ticker, ...prices, previousClose: known?.previousClose ?? null, at: null },
      ])
    } catch {
      // The price stays as it is until the next round.
    }
  }
  const ask = async (): Promise<void> => {
    await Promise.all(board.watched().map(askFor))
    if (!stop.signal.aborted) timer = setTimeout(ask, everyMs)
  }
  // The parts of a page begin to look one after another, and the first round is for all of them.
  let timer = setTimeout(ask, 0)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
