// Where the quotes come from at any moment: the stream of this tab, the stream of another, or asking one by one.
import type { Board } from './board.ts'
import { pollPrices, type AskPrice } from './polling.ts'
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
