// Hands every change of prices to all who listen: written out once, never faster than they can read.
import type { Writable } from 'node:stream'

import type { api } from '@tengrand/contract/api.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import { toDollars } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Market } from './market.ts'

/** As much of a market as is told here. */
export type PriceSource = Pick<Market, 'quote' | 'previousClose' | 'subscribe'>

export interface StreamLimits {
  /** Between two changes; what happens sooner is told together. */
  readonly minimumGapMs: number
  /** Proxies cut a connection on which nothing moves, and readers give one up. */
  readonly heartbeatMs: number
  readonly streamsMax: number
  /** A whole class may sit behind one address. */
  readonly streamsPerAddressMax: number
  /** What may wait for a slow reader in this process; the system keeps some more. */
  readonly backlogBytesMax: number
}

export interface Reader {
  readonly out: Writable
  /** As it is counted. */
  readonly address: string
  /** The last event that it has seen, where it comes back. */
  readonly lastEventId: string | undefined
  /** Called when it reads too slowly: by then it is no reader any more. */
  readonly drop: () => void
}

export interface StreamHub {
  readonly readers: ReadonlySet<Reader>
  /** Why this address gets no stream now, or null where it does. */
  refuse(address: string): Refusal | null
  join(reader: Reader): void
  /** Ends every stream and takes no new one. */
  close(): void
}

export interface HubOptions {
  readonly market: PriceSource
  /** Names this run of the process, because the numbers of another one mean nothing here. */
  readonly boot: string
  readonly limits: StreamLimits
}

export function openStreamHub({ market, boot, limits }: HubOptions): StreamHub {
  const places = placesWithin(limits)
  const announced = announcedIn(boot)
  const gathering = gather(limits.minimumGapMs, (changed) => {
    announced.add(changed)
    tellAll(frameOf(market, announced.lastId(), 'change', changed))
  })
  const unsubscribe = market.subscribe(gathering.add)
  const heartbeat = setInterval(() => tellAll(signOfLife), limits.heartbeatMs).unref()

  function tellAll(frame: Buffer): void {
    for (const reader of places.readers) tell(reader, frame)
  }

  function tell(reader: Reader, frame: Buffer): void {
    reader.out.write(frame)
    if (reader.out.writableLength <= limits.backlogBytesMax) return
    places.leave(reader)
    reader.drop()
  }

  return {
    readers: places.readers,
    refuse: places.refuse,
    join(reader) {
      if (places.enter(reader)) tell(reader, greetingOf(market, announced, reader))
    },
    close() {
      unsubscribe()
      gathering.stop()
      clearInterval(heartbeat)
      places.close()
    },
  }
}

function placesWithin({ streamsMax, streamsPerAddressMax }: StreamLimits) {
  const readers = new Set<Reader>()
  const countByAddress = new Map<string, number>()
  let isOpen = true

  function refuse(address: string): Refusal | null {
    if (!isOpen || readers.size >= streamsMax) return { code: 'unavailable' }
    const isFull = (countByAddress.get(address) ?? 0) >= streamsPerAddressMax
    return isFull ? { code: 'too_many_requests' } : null
  }

  function enter(reader: Reader): boolean {
    // A socket that has closed already emits no further event.
    if (reader.out.destroyed) return false
    readers.add(reader)
    countByAddress.set(reader.address, (countByAddress.get(reader.address) ?? 0) + 1)
    reader.out.once('close', () => leave(reader)).on('error', () => leave(reader))
    return true
  }

  function leave(reader: Reader): void {
    if (!readers.delete(reader)) return
    const left = (countByAddress.get(reader.address) ?? 1) - 1
    if (left === 0) countByAddress.delete(reader.address)
    else countByAddress.set(reader.address, left)
  }

  function close(): void {
    isOpen = false
    for (const reader of readers) {
      leave(reader)
      // An end waits until all is read, which a slow reader may never do.
      if (reader.out.writableLength === 0) reader.out.end()
      else reader.out.destroy()
    }
  }

  return { readers, refuse, enter, leave, close }
}

/** Events are numbered, and each ticker keeps its last quote and the number of it: no more is needed to make up for what was missed. */
function announcedIn(boot: string) {
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
    /** Null for an id that is not from here. */
    changedSince(id = ''): Ticker[] | null {
      const digits = id.startsWith(prefix) ? id.slice(prefix.length) : ''
      if (!/^\d{1,15}$/.test(digits) || Number(digits) > last) return null
      return tickers.filter((ticker) => (lastChange.get(ticker)?.number ?? 0) > Number(digits))
    },
  }
}

type Announced = ReturnType<typeof announcedIn>

/** Passes the first change on at once and gathers those that follow within the gap, of which the last of each ticker counts. */
function gather(gapMs: number, pass: (changed: readonly Quote[]) => void) {
  const waiting = new Map<Ticker, Quote>()
  let pause: NodeJS.Timeout | undefined

  function passOn(): void {
    pause = undefined
    if (waiting.size === 0) return
    const changed = [...waiting.values()]
    waiting.clear()
    pause = setTimeout(passOn, gapMs).unref()
    pass(changed)
  }

  function add(changed: readonly Quote[]): void {
    for (const quote of changed) waiting.set(quote.ticker, quote)
    if (pause === undefined) passOn()
  }

  return { add, stop: () => clearTimeout(pause) }
}

/**
 * Who comes back is told what it has missed, and nothing where that is nothing. Everybody is told what all the others
 * were: the market may be further by now, and would not announce a price that it has come back to.
 */
function greetingOf(market: PriceSource, announced: Announced, { lastEventId }: Reader): Buffer {
  const missed = announced.changedSince(lastEventId)
  if (missed?.length === 0) return retry
  const quotes = (missed ?? tickers).flatMap(
    (ticker) => announced.quote(ticker) ?? market.quote(ticker) ?? [],
  )
  const event = missed === null ? 'snapshot' : 'change'
  return Buffer.concat([retry, frameOf(market, announced.lastId(), event, quotes)])
}

type Data = Answer<typeof api.quotesStream>

function frameOf(market: PriceSource, id: string, event: string, quotes: readonly Quote[]): Buffer {
  const data: Data = { quotes: quotes.map((quote) => onTheWire(market, quote)) }
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

function onTheWire(market: PriceSource, quote: Quote): Data['quotes'][number] {
  const { ticker, price, bid, ask, at } = quote
  const close = market.previousClose(ticker)
  return {
    ticker,
    price: toDollars(price),
    bid: toDollars(bid),
    ask: toDollars(ask),
    previous_close: close === null ? null : toDollars(close),
    at: new Date(at).toISOString(),
  }
}

/** An event, because a browser keeps comments to itself; without a number, because nothing has changed. */
const signOfLife = Buffer.from('event: heartbeat\ndata: {}\n\n')
const retry = Buffer.from('retry: 3000\n\n')
