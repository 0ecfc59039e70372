// A browser for tests of the quotes: tabs that can be hidden, one lock between them, and scripted streams.
import { cents } from '@tengrand/core/money.ts'

import type { FeedSources } from '../market/quotes/feed.ts'
import { makeQuotes, type Quotes } from '../market/quotes/quotes.ts'
import type { Source } from '../market/quotes/stream.ts'
import { mainMarket } from '../market/market-context.ts'
import { sharedName, type Channel, type Locks } from '../market/quotes/shared-stream.ts'

export interface Sides {
  readonly bid: number
  readonly ask: number
}

export interface WireQuote extends Sides {
  readonly ticker: string
  readonly price: number | string
  readonly previous_close: number | null
  readonly at: string
}

/** Replaces an EventSource; the test sends its events. */
export class ScriptedSource extends EventTarget implements Source {
  readyState = 0

  send(kind: 'snapshot' | 'change', quotes: readonly WireQuote[]): void {
    this.sendText(kind, JSON.stringify({ quotes }))
  }

  sendText(kind: string, data: string): void {
    this.readyState = 1
    this.dispatchEvent(new MessageEvent(kind, { data }))
  }

  /** Breaks the connection, which the browser then reconnects. */
  interrupt(): void {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }

  resume(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  /** Refuses the connection, so that the browser does not reconnect it. */
  refuse(): void {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = 2
  }
}

export class Tab extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  show(state: 'visible' | 'hidden'): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

export interface Browser {
  /** All streams in the order in which they were opened, including closed ones. */
  readonly sources: readonly ScriptedSource[]
  readonly openSources: () => ScriptedSource[]
  readonly openTab: (tab?: Tab) => Quotes
}

const name = sharedName(mainMarket)

export function makeBrowser(openChannel: () => Channel = () => new BroadcastChannel(name)) {
  const sources: ScriptedSource[] = []
  const locks = makeLocks()
  const openSource = (): ScriptedSource => {
    const source = new ScriptedSource()
    sources.push(source)
    return source
  }
  const means = (): FeedSources => ({
    stream: { openSource, channel: openChannel(), locks, name },
    fetchPrice: async () => ({ price: cents(100), bid: cents(99), ask: cents(101) }),
  })
  const browser: Browser = {
    sources,
    openSources: () => sources.filter(({ readyState }) => readyState !== 2),
    openTab: (tab = new Tab()) => makeQuotes(tab, means),
  }
  return browser
}

/** One lock for all names, granted in the order of the requests. */
function makeLocks(): Locks {
  let before: Promise<unknown> = Promise.resolve()
  const request = async (...all: unknown[]): Promise<unknown> => {
    const [, { signal }, work] = all as [string, { signal: AbortSignal }, () => Promise<unknown>]
    const turn = before
    const { promise: mine, resolve: pass } = Promise.withResolvers<void>()
    before = mine
    await turn
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      pass()
    }
  }
  return { request } as Locks
}

/** A quote on the wire, by default without a spread, which keeps sums simple. */
export const wireQuote = (
  ticker: string,
  price: number,
  seconds = 0,
  sides: Sides = { bid: price, ask: price },
  previousClose = 180,
): WireQuote => ({
  ticker,
  price,
  ...sides,
  previous_close: previousClose,
  at: new Date(Date.UTC(2026, 10, 13, 15, 0, seconds)).toISOString(),
})
