// The live quotes of one tab: they flow while somebody looks at a stock and the tab can be seen.
import type { Ticker } from '@tengrand/core/tickers.ts'

import { createStore } from '../../browser/create-store.ts'
import { makeBoard, type LiveQuote } from './board.ts'
import { openFeed, type Feed, type FeedMeans } from './feed.ts'

export interface Quotes {
  readonly get: (ticker: Ticker) => LiveQuote | null
  readonly watch: (ticker: Ticker, listener: () => void) => () => void
  /** Whether each change of a price arrives as it happens. */
  readonly isLive: () => boolean
  readonly watchLive: (listener: () => void) => () => void
}

/** The part of the document that is used. */
export interface Page extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly visibilityState: DocumentVisibilityState
}

/** From one page to the next nobody looks for a moment. */
const lingerMs = 5000

/** The means are asked for when they are needed, so that a page that shows no prices needs none. */
export function makeQuotes(page: Page, means: () => FeedMeans): Quotes {
  const board = makeBoard()
  const live = createStore(false)
  let feed: Feed | undefined
  let watchers = 0
  let lingering: ReturnType<typeof setTimeout> | undefined

  const openOrClose = (): void => {
    if (page.visibilityState === 'visible') feed ??= openFeed(board, means(), live.set)
    else closeFeed()
  }
  const closeFeed = (): void => {
    feed?.close()
    feed = undefined
  }
  const begin = (): void => {
    clearTimeout(lingering)
    page.addEventListener('visibilitychange', openOrClose)
    openOrClose()
  }
  const end = (): void => {
    page.removeEventListener('visibilitychange', openOrClose)
    closeFeed()
    // Whoever looks next must not take an old price for the current one.
    board.clear()
  }

  const watch = (ticker: Ticker, listener: () => void): (() => void) => {
    const unwatch = board.watch(ticker, listener)
    watchers += 1
    if (watchers === 1) begin()
    if (board.get(ticker) === null) feed?.lookAgain()
    return () => {
      unwatch()
      watchers -= 1
      if (watchers === 0) lingering = setTimeout(end, lingerMs)
    }
  }
  return { get: board.get, watch, isLive: live.get, watchLive: live.subscribe }
}
