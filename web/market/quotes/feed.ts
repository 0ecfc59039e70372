// Where the quotes come from at any moment: the stream of this tab, the stream of another, or asking one by one.
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { type Board, hasSamePrices } from './board.ts'
import { shareStream, type StreamMeans } from './shared-stream.ts'

export interface FeedMeans {
  /** Null where the browser lacks a part of it. */
  readonly stream: StreamMeans | null
  readonly askPrice: AskPrice
}

export interface Feed {
  /** Somebody looks at one more stock. */
  readonly lookAgain: () => void
  readonly close: () => void
}

/** How long a stream may be missing before prices are asked for. */
const patienceMs = 10_000

export function openFeed(
  board: Board,
  { stream, askPrice }: FeedMeans,
  onLive: (live: boolean) => void,
): Feed {
  let stopPolling: (() => void) | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  const poll = (): void => {
    stopPolling?.()
    stopPolling = pollPrices(board, askPrice)
  }
  const beQuiet = (): void => {
    clearTimeout(patience)
    patience = undefined
    stopPolling?.()
    stopPolling = undefined
  }
  const setLive = (live: boolean): void => {
    onLive(live)
    if (live) beQuiet()
    else if (!stopPolling) patience ??= setTimeout(poll, patienceMs)
  }

  if (stream) setLive(false)
  else poll()
  const leave = stream ? shareStream(board, stream, setLive) : undefined

  return {
    lookAgain: () => {
      if (stopPolling) poll()
    },
    close: () => {
      leave?.()
      beQuiet()
      onLive(false)
    },
  }
}

export type AskPrice = (ticker: Ticker, signal: AbortSignal) => Promise<Prices>

const everyMs = 15_000

/** One by one, where there is no stream to be had. */
function pollPrices(board: Board, askPrice: AskPrice): () => void {
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
