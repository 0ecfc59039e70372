// The source of a tab's quotes: the stream that all tabs share, or polling while there is none.
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { type Board, hasSamePrices } from './board.ts'
import { shareStream, type StreamSources } from './shared-stream.ts'

export interface FeedSources {
  /** Null where the browser lacks an API that the stream needs. */
  readonly stream: StreamSources | null
  readonly fetchPrice: FetchPrice
}

export type Feed = ReturnType<typeof openFeed>

/** How long the stream may be missing before polling begins. */
const pollAfterMs = 10_000

export function openFeed(
  board: Board,
  { stream, fetchPrice }: FeedSources,
  onLive: (live: boolean) => void,
) {
  let stopPolling: (() => void) | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined

  const poll = (): void => {
    stopPolling?.()
    stopPolling = pollPrices(board, fetchPrice)
  }
  const cancelPolling = (): void => {
    clearTimeout(waiting)
    waiting = undefined
    stopPolling?.()
    stopPolling = undefined
  }
  const setLive = (live: boolean): void => {
    onLive(live)
    if (live) cancelPolling()
    else if (!stopPolling) waiting ??= setTimeout(poll, pollAfterMs)
  }

  if (stream) setLive(false)
  else poll()
  const leave = stream ? shareStream(board, stream, setLive) : undefined

  return {
    /** Polls at once for a stock that has just been watched. */
    pollAgain: (): void => {
      if (stopPolling) poll()
    },
    close: (): void => {
      leave?.()
      cancelPolling()
      onLive(false)
    },
  }
}

export type FetchPrice = (ticker: Ticker, signal: AbortSignal) => Promise<Prices>

const everyMs = 15_000

/** Fetches the watched stocks every 15 seconds, with one request for each. */
function pollPrices(board: Board, fetchPrice: FetchPrice): () => void {
  const stop = new AbortController()
  const fetchOne = async (ticker: Ticker): Promise<void> => {
    try {
      const prices = await fetchPrice(ticker, stop.signal)
      const known = board.get(ticker)
      // Does not overwrite an equal quote of the stream, which also has the time.
      if (stop.signal.aborted || (known && hasSamePrices(known, prices))) return
      board.put('snapshot', [
        { ticker, ...prices, previousClose: known?.previousClose ?? null, at: null },
      ])
    } catch {
      // The old price stays until the next round.
    }
  }
  const pollOnce = async (): Promise<void> => {
    await Promise.all(board.watched().map(fetchOne))
    if (!stop.signal.aborted) timer = setTimeout(pollOnce, everyMs)
  }
  // Deferred, so that the first round includes all parts of a page that is mounting.
  let timer = setTimeout(pollOnce, 0)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
