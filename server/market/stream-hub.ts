// Sends every change of prices to all connected streams: serialized once, throttled, with a bounded buffer for slow
// readers.
import type { Writable } from 'node:stream'

import type { api } from '@tengrand/contract/api.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import { toDollars } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Market } from './market.ts'

export type PriceSource = Pick<Market, 'quote' | 'previousClose' | 'subscribe'>

export interface StreamLimits {
  /** Changes within this time after an event are combined into one event. */
  readonly minimumGapMs: number
  /** Proxies and clients close an idle connection. */
  readonly heartbeatMs: number
  readonly streamsMax: number
  /** A whole class may share one address. */
  readonly streamsPerAddressMax: number
  /** The most bytes that are buffered for a slow reader in this process; the system buffers some more. */
  readonly backlogBytesMax: number
}

export interface Reader {
  readonly out: Writable
  /** The key of the limit per address. */
  readonly address: string
  /** The last event that a reconnecting reader has received. */
  readonly lastEventId: string | undefined
  /** Called after the removal of a reader that reads too slowly. */
  readonly drop: () => void
}

interface HubOptions {
  readonly market: PriceSource
  /** The id of this process run: event numbers of another run are meaningless here. */
  readonly boot: string
  readonly limits: StreamLimits
}

export type StreamHub = ReturnType<typeof openStreamHub>

export function openStreamHub({ market, boot, limits }: HubOptions) {
  const registry = createRegistry(limits)
  const events = createEventLog(boot)
  const throttle = createThrottle(limits.minimumGapMs, (changed) => {
    events.add(changed)
    sendAll(frameOf(market, events.lastId(), 'change', changed))
  })
  const unsubscribe = market.subscribe(throttle.add)
  const heartbeat = setInterval(() => sendAll(heartbeatFrame), limits.heartbeatMs).unref()

  function sendAll(frame: Buffer): void {
    for (const reader of registry.readers) send(reader, frame)
  }

  function send(reader: Reader, frame: Buffer): void {
    reader.out.write(frame)
    if (reader.out.writableLength <= limits.backlogBytesMax) return
    registry.remove(reader)
    reader.drop()
  }

  return {
    readers: registry.readers as ReadonlySet<Reader>,
    /** The refusal for a new stream of this address, or null. */
    refuse: registry.refuse,
    join: (reader: Reader): void => {
      if (registry.add(reader)) send(reader, firstFrame(market, events, reader))
    },
    /** Ends every stream and refuses new ones. */
    close: (): void => {
      unsubscribe()
      throttle.stop()
      clearInterval(heartbeat)
      registry.close()
    },
  }
}

function createRegistry({ streamsMax, streamsPerAddressMax }: StreamLimits) {
  const readers = new Set<Reader>()
  const countByAddress = new Map<string, number>()
  let isOpen = true

  function remove(reader: Reader): void {
    if (!readers.delete(reader)) return
    const left = (countByAddress.get(reader.address) ?? 1) - 1
    if (left === 0) countByAddress.delete(reader.address)
    else countByAddress.set(reader.address, left)
  }

  return {
    readers,
    remove,
    refuse: (address: string): Refusal | null => {
      if (!isOpen || readers.size >= streamsMax) return { code: 'unavailable' }
      const isFull = (countByAddress.get(address) ?? 0) >= streamsPerAddressMax
      return isFull ? { code: 'too_many_requests' } : null
    },
    add: (reader: Reader): boolean => {
      // A socket that is already closed emits no further event.
      if (reader.out.destroyed) return false
      readers.add(reader)
      countByAddress.set(reader.address, (countByAddress.get(reader.address) ?? 0) + 1)
      reader.out.once('close', () => remove(reader)).on('error', () => remove(reader))
      return true
    },
    close: (): void => {
      isOpen = false
      for (const reader of readers) {
        remove(reader)
        // `end` waits until everything is sent, which may never happen with a slow reader.
        if (reader.out.writableLength === 0) reader.out.end()
        else reader.out.destroy()
      }
    },
  }
}

/**
 * Numbers the events and stores the last quote of each ticker with its event number, which suffices to resend missed
 * changes.
 */
function createEventLog(boot: string) {
  const prefix = `${boot}-`
  const lastChange = new Map<Ticker, { readonly number: number; readonly quote: Quote }>()
  let last = 0
  return {
    add(changed: readonly Quote[]): void {
      last += 1
      for (const quote of changed) lastChange.set(quote.ticker, { number: last, quote })
    },
    quote: (ticker: Ticker): Quote | undefined => lastChange.get(ticker)?.quote,
    lastId: () => `${prefix}${last}`,
    /** Null for an id of another run. */
    changedSince(id = ''): Ticker[] | null {
      const digits = id.startsWith(prefix) ? id.slice(prefix.length) : ''
      if (!/^\d{1,15}$/.test(digits) || Number(digits) > last) return null
      return tickers.filter((ticker) => (lastChange.get(ticker)?.number ?? 0) > Number(digits))
    },
  }
}

/** Sends the first change at once and then collects changes during the gap, the last one of each ticker. */
function createThrottle(gapMs: number, send: (changed: readonly Quote[]) => void) {
  const pending = new Map<Ticker, Quote>()
  let pause: NodeJS.Timeout | undefined

  function flush(): void {
    pause = undefined
    if (pending.size === 0) return
    const changed = [...pending.values()]
    pending.clear()
    pause = setTimeout(flush, gapMs).unref()
    send(changed)
  }

  function add(changed: readonly Quote[]): void {
    for (const quote of changed) pending.set(quote.ticker, quote)
    if (pause === undefined) flush()
  }

  return { add, stop: () => clearTimeout(pause) }
}

/**
 * A reconnecting reader gets the changes that it missed, a new one a snapshot. Both use the quotes that were sent last,
 * not the market's latest: if a price returns to its previous value within the gap, the market does not announce it
 * again.
 */
function firstFrame(
  market: PriceSource,
  events: ReturnType<typeof createEventLog>,
  { lastEventId }: Reader,
): Buffer {
  const missed = events.changedSince(lastEventId)
  if (missed?.length === 0) return retry
  const quotes = (missed ?? tickers).flatMap(
    (ticker) => events.quote(ticker) ?? market.quote(ticker) ?? [],
  )
  const event = missed === null ? 'snapshot' : 'change'
  return Buffer.concat([retry, frameOf(market, events.lastId(), event, quotes)])
}

type Data = Answer<typeof api.quotesStream>

function frameOf(market: PriceSource, id: string, event: string, quotes: readonly Quote[]): Buffer {
  const data: Data = { quotes: quotes.map((quote) => quoteOnWire(market, quote)) }
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** `symbol` is how the market calls the stock. */
export function quoteOnWire(
  market: Pick<Market, 'previousClose'>,
  quote: Quote,
  symbol: string = quote.ticker,
): Data['quotes'][number] {
  const { ticker, price, bid, ask, at } = quote
  const close = market.previousClose(ticker)
  return {
    ticker: symbol,
    price: toDollars(price),
    bid: toDollars(bid),
    ask: toDollars(ask),
    previous_close: close === null ? null : toDollars(close),
    at: new Date(at).toISOString(),
  }
}

/** An event, because browsers hide comments from scripts; without an id, because no price has changed. */
const heartbeatFrame = Buffer.from('event: heartbeat\ndata: {}\n\n')
const retry = Buffer.from('retry: 3000\n\n')
