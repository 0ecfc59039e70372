// Creates the live quotes of one tab: a board and its feed, open while a stock is watched and the tab is visible.
import type { Ticker } from '@tengrand/core/tickers.ts'

import { createStore } from '../../browser/create-store.ts'
import { makeBoard } from './board.ts'
import { openFeed, type Feed, type FeedSources } from './feed.ts'

export type Quotes = ReturnType<typeof makeQuotes>

/** The part of the document that is used. */
export interface Page extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly visibilityState: DocumentVisibilityState
}

/** The feed stays open this long without watchers, because between two pages no stock is watched for a moment. */
const lingerMs = 5000

/** `sources` is called when the first stock is watched, so that pages without prices open none. */
export function makeQuotes(page: Page, sources: () => FeedSources) {
  const board = makeBoard()
  /** Whether live prices are streamed, not polled. */
  const live = createStore(false)
  let feed: Feed | undefined
  let watchers = 0
  let lingering: ReturnType<typeof setTimeout> | undefined

  const openOrClose = (): void => {
    if (page.visibilityState === 'visible') feed ??= openFeed(board, sources(), live.set)
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
    // The next watcher must not read an old price as the current one.
    board.clear()
  }

  const watch = (ticker: Ticker, listener: () => void): (() => void) => {
    const unwatch = board.watch(ticker, listener)
    watchers += 1
    if (watchers === 1) begin()
    if (board.get(ticker) === null) feed?.pollAgain()
    return () => {
      unwatch()
      watchers -= 1
      if (watchers === 0) lingering = setTimeout(end, lingerMs)
    }
  }
  return { get: board.get, watch, isLive: live.get, watchLive: live.subscribe }
}
