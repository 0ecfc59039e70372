import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'

import compress from '@fastify/compress'
import { api } from '@tengrand/contract/api.ts'
import { cents } from '@tengrand/core/money.ts'
import { pricesAround, type Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { fastify, LogController, type FastifyBaseLogger } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { answerBrokenRequest, createSendError } from '../http/problem.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { closeWithin } from '../http/shutdown.ts'
import { limitTime } from '../http/time-limit.ts'
import { createLog, logRequests } from '../log.ts'
import { openStreamHub, type PriceSource, type Reader, type StreamLimits } from './stream-hub.ts'
import { addQuoteStream } from './stream.ts'

const { path } = api.quotesStream
const noon = Date.UTC(2026, 2, 2, 12)
const patience = { timeout: 20_000 }
const heartbeat = 'event: heartbeat\ndata: {}\n\n'

const quoteOf = (ticker: Ticker, price: number): Quote => ({
  ticker,
  ...pricesAround(cents(price)),
  at: noon + price,
})

/** A market whose prices the test sets. */
function scriptedMarket(first: readonly Ticker[] = tickers) {
  const quotes = new Map<Ticker, Quote>()
  const listeners = new Set<(changed: readonly Quote[]) => void>()
  const change = (prices: Partial<Record<Ticker, number>>): void => {
    const changed = Object.entries(prices).map(([ticker, price]) =>
      quoteOf(ticker as Ticker, price),
    )
    for (const quote of changed) quotes.set(quote.ticker, quote)
    for (const listener of listeners) listener(changed)
  }
  /** Changes a price without an announcement. */
  const drift = (ticker: Ticker, price: number): void => {
    quotes.set(ticker, quoteOf(ticker, price))
  }
  const market: PriceSource = {
    quote: (ticker) => quotes.get(ticker) ?? null,
    previousClose: (ticker) => (ticker === 'SPOT' ? null : cents(9950)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  change(Object.fromEntries(first.map((ticker) => [ticker, 10_000])))
  return { market, change, drift, listeners }
}

interface Options {
  readonly limits?: Partial<StreamLimits>
  readonly market?: ReturnType<typeof scriptedMarket>
  /** For responses other than streams. */
  readonly answerWithinMs?: number
}

/** The stream with the hooks and limits of the product. */
async function serve({ limits = {}, market = scriptedMarket(), answerWithinMs }: Options = {}) {
  const logLines: string[] = []
  const log: FastifyBaseLogger = createLog('debug', { write: (line) => logLines.push(line) })
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: true,
    requestTimeout: 100,
    http: { connectionsCheckingInterval: 20 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
  })
  const headers = securityHeaders({ html: '', https: false })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  app.setErrorHandler(createSendError(app.log))
  limitTime(app, { answerWithinMs: answerWithinMs ?? 25_000, lookEveryMs: 10 })
  logRequests(app, (address) => `mark of ${address}`)
  await app.register(compress, { threshold: 0, customTypes: /./ })
  app.get('/never', () => new Promise(() => undefined))
  const hub = addQuoteStream(app, { market: market.market, boot: 'boot', limits })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => closeWithin(app, 100))
  // Removes the framework's message about the listening address.
  logLines.length = 0
  return { app, hub, url, logLines, ...market }
}

interface Event {
  readonly id: string
  readonly event: string
  readonly prices: Readonly<Record<string, number>>
}

/** Reads a stream like a browser, and checks its events against the contract. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const request = get(`${url}${path}`, { agent: false, headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const events: Event[] = []
  let text = ''
  let rest = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    events.push(...blocks.filter((block) => block.startsWith('id: ')).map(eventOf))
  })
  const ended = new Promise<void>((resolve) => void response.once('close', resolve))
  response.on('error', () => undefined)
  return {
    response,
    events,
    ended,
    text: () => text,
    leave: () => request.destroy(),
    async until(check: () => boolean) {
      while (!check()) await once(response, 'data')
    },
  }
}

/** Connects a reader and waits for its first event. */
async function firstEvent(...args: Parameters<typeof listen>) {
  const reader = await listen(...args)
  await reader.until(() => reader.events.length === 1)
  return reader
}

function eventOf(block: string): Event {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
  const { quotes } = api.quotesStream.answer.parse(JSON.parse(fields['data'] ?? ''))
  return {
    id: fields['id'] ?? '',
    event: fields['event'] ?? '',
    prices: Object.fromEntries(quotes.map(({ ticker, price }) => [ticker, price])),
  }
}

/** A connection that requests the stream and never reads it. */
async function listenWithoutReading(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
}

/** Fills the system's socket buffer of a reader that does not read, instead of sending thousands of events. */
async function fill({ out }: Reader): Promise<void> {
  const comment = `:${' '.repeat(16_000)}\n\n`
  while (out.writableLength === 0) {
    out.write(comment)
    await turn()
  }
}

const everything = (price: number) => Object.fromEntries(tickers.map((ticker) => [ticker, price]))

describe('a reader of the stream', () => {
  test('gets all prices first, and then what changes', async () => {
    const { url, change } = await serve({ limits: { minimumGapMs: 0 } })
    const reader = await firstEvent(url)
    change({ AAPL: 10_125, SPOT: 1 })
    await reader.until(() => reader.events.length === 2)
    expect(reader.text()).toMatch(/^retry: 3000\n\n/)
    expect(reader.events).toEqual([
      { id: 'boot-0', event: 'snapshot', prices: everything(100) },
      { id: 'boot-1', event: 'change', prices: { AAPL: 101.25, SPOT: 0.01 } },
    ])
  })

  test('gets the close before and the instant of each price', async () => {
    const { url } = await serve({ market: scriptedMarket(['AAPL', 'SPOT']) })
    const reader = await firstEvent(url)
    const at = '2026-03-02T12:00:10.000Z'
    expect(JSON.parse(/^data: (.*)$/m.exec(reader.text())?.[1] ?? '')).toEqual({
      quotes: [
        { ticker: 'AAPL', price: 100, bid: 99.99, ask: 100.01, previous_close: 99.5, at },
        { ticker: 'SPOT', price: 100, bid: 99.99, ask: 100.01, previous_close: null, at },
      ],
    })
  })

  test('gets no guess where there is no price', async () => {
    const { url } = await serve({ market: scriptedMarket([]) })
    const reader = await firstEvent(url)
    expect(reader.events[0]?.prices).toEqual({})
  })

  test('gets changes in quick succession as one, with the last price of each', async () => {
    const { url, change } = await serve({ limits: { minimumGapMs: 50 } })
    const reader = await listen(url)
    change({ AAPL: 1 })
    change({ AAPL: 2, MSFT: 3 })
    change({ AAPL: 4, AMD: 5 })
    await reader.until(() => reader.events.length === 3)
    expect(reader.events.slice(1)).toEqual([
      { id: 'boot-1', event: 'change', prices: { AAPL: 0.01 } },
      { id: 'boot-2', event: 'change', prices: { AAPL: 0.04, MSFT: 0.03, AMD: 0.05 } },
    ])
  })

  test('gets a sign of life while nothing happens', async () => {
    const { url } = await serve({ limits: { heartbeatMs: 5 } })
    const reader = await listen(url)
    await reader.until(() => reader.text().endsWith(heartbeat.repeat(2)))
    expect(reader.events).toHaveLength(1)
  })
})

describe('a reader that comes back', () => {
  /** A stream after four events, the first of which is the snapshot. */
  async function history() {
    const served = await serve({ limits: { minimumGapMs: 0 } })
    const witness = await listen(served.url)
    for (const [index, prices] of [{ AAPL: 1 }, { AAPL: 2, AMD: 3 }, { AMD: 4 }].entries()) {
      served.change(prices)
      await witness.until(() => witness.events.length === index + 2)
    }
    return served
  }

  test.each<[string, string, Record<string, number>]>([
    ['all of it', 'boot-0', { AAPL: 0.02, AMD: 0.04 }],
    ['some of it', 'boot-1', { AAPL: 0.02, AMD: 0.04 }],
    ['the last of it', 'boot-2', { AMD: 0.04 }],
  ])('is told in one event what it has missed: %s', async (_what, lastEventId, prices) => {
    const { url } = await history()
    const reader = await firstEvent(url, { 'last-event-id': lastEventId })
    expect(reader.events).toEqual([{ id: 'boot-3', event: 'change', prices }])
  })

  test('is told the next change where it has missed nothing', async () => {
    const { url, change } = await history()
    const reader = await listen(url, { 'last-event-id': 'boot-3' })
    change({ UBER: 5 })
    await reader.until(() => reader.events.length === 1)
    expect(reader.events).toEqual([{ id: 'boot-4', event: 'change', prices: { UBER: 0.05 } }])
  })

  test.each([
    ['another run of the server', 'root-1'],
    ['the future', 'boot-4'],
    ['no number', 'boot-1e0'],
    ['nothing after the name', 'boot-'],
    ['a longer name', 'boot-x-1'],
  ])('is told everything where its last event is of %s', async (_what, lastEventId) => {
    const { url } = await history()
    const reader = await firstEvent(url, { 'last-event-id': lastEventId })
    const prices = { ...everything(100), AAPL: 0.02, AMD: 0.04 }
    expect(reader.events).toEqual([{ id: 'boot-3', event: 'snapshot', prices }])
  })
})

describe('the answer of the stream', () => {
  test('is neither compressed nor kept, and has the headers of every other one', async () => {
    const { url } = await serve()
    const { response } = await listen(url, { 'accept-encoding': 'br, gzip' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    })
  })

  test('has only a head where only that is asked for', async () => {
    const { url, hub } = await serve()
    const answer = await fetch(`${url}${path}`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await answer.text()).toBe('')
    expect(hub.readers.size).toBe(0)
  })

  test('outlives the time that a handler and a request have', async () => {
    const { url, change } = await serve({ answerWithinMs: 50 })
    const reader = await listen(url)
    const unfinished = connect(Number(new URL(url).port), '127.0.0.1')
    unfinished.write('GET / HTTP/1.1\r\n')
    const [handled, [late]] = await Promise.all([fetch(`${url}/never`), once(unfinished, 'data')])
    expect(handled.status).toBe(503)
    expect(String(late)).toContain(' 408 ')
    change({ AAPL: 1 })
    await reader.until(() => reader.events.length === 2)
    expect(reader.response.complete).toBe(false)
  })

  test('leaves one line in the log, when the reader has left', async () => {
    const { url, logLines } = await serve()
    const reader = await firstEvent(url)
    expect(logLines).toEqual([])
    reader.leave()
    await expect.poll(() => logLines.length, patience).toBe(1)
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ path, end: 'left', msg: 'stream' })
  })
})

describe('the limits of the stream', () => {
  test('let one address have so many streams, and a reader that leaves makes room', async () => {
    const { url, hub } = await serve({ limits: { streamsPerAddressMax: 1 } })
    const first = await listen(url)
    const refused = await fetch(`${url}${path}`)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    const other = await listen(url, { 'x-forwarded-for': '10.0.0.2' })
    expect(other.response.statusCode).toBe(200)
    first.leave()
    await expect.poll(() => hub.readers.size, patience).toBe(1)
    const again = await listen(url)
    expect(again.response.statusCode).toBe(200)
  })

  test('let a /64 network of IPv6 have no more than one address of IPv4, however it is written', async () => {
    const { url, logLines } = await serve({ limits: { streamsPerAddressMax: 2 } })
    const from = (address: string) =>
      listen(url, { 'x-forwarded-for': address }).then(({ response }) => response.statusCode)
    expect(await from('2001:db8:1:2::1')).toBe(200)
    expect(await from('2001:db8:1:2:aaaa::1')).toBe(200)
    expect(await from('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(200)
    expect(await from('203.0.113.7')).toBe(200)
    expect(await from('::ffff:203.0.113.7')).toBe(200)
    expect(await from('::ffff:cb00:7107')).toBe(429)
    const [refused] = logLines.map((line) => JSON.parse(line))
    expect(refused).toMatchObject({
      path,
      status: 429,
      address: expect.stringMatching(/^mark of /),
    })
  })

  test('let the server have so many streams', async () => {
    const { url } = await serve({ limits: { streamsMax: 1 } })
    await listen(url)
    const refused = await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': '10.0.0.2' } })
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  })

  test('drop a reader that does not read, and the others read on', async () => {
    const { url, hub, change, logLines } = await serve({ limits: { minimumGapMs: 0 } })
    await listenWithoutReading(url)
    await expect.poll(() => hub.readers.size, patience).toBe(1)
    for (const sleeper of hub.readers) await fill(sleeper)
    const reader = await listen(url)
    let price = 1
    for (; hub.readers.size === 2; price += 1) {
      change(everything(price))
      await reader.until(() => reader.events.length > price)
    }
    change(everything(price))
    await reader.until(() => reader.events.length > price)
    expect(reader.events.at(-1)?.prices).toEqual(everything(price / 100))
    await expect.poll(() => logLines.join(''), patience).toContain('"end":"too slow"')
    expect(hub.readers.size).toBe(1)
  })
})

describe('the end of the server', () => {
  test('ends every stream at once, also that of a reader that does not read', async () => {
    const limits = { minimumGapMs: 0, backlogBytesMax: Infinity }
    const { app, url, hub, change, listeners } = await serve({ limits })
    await listenWithoutReading(url)
    await expect.poll(() => hub.readers.size, patience).toBe(1)
    for (const sleeper of hub.readers) await fill(sleeper)
    const reader = await listen(url)
    change(everything(1))
    await reader.until(() => reader.events.length > 1)
    const [sleeper] = hub.readers
    expect(sleeper?.out.writableLength).toBeGreaterThan(0)
    // The limit is longer than the test, so it closes no connection.
    await closeWithin(app, 600_000)
    await reader.ended
    expect(reader.response.complete).toBe(true)
    expect(hub.readers.size).toBe(0)
    expect(listeners.size).toBe(0)
  })
})

describe('the hub', () => {
  const limits: StreamLimits = {
    minimumGapMs: 250,
    heartbeatMs: 15_000,
    streamsMax: 10,
    streamsPerAddressMax: 10,
    backlogBytesMax: 64 * 1024,
  }

  function openHub() {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const scripted = scriptedMarket()
    const hub = openStreamHub({ market: scripted.market, boot: 'boot', limits })
    onTestFinished(() => hub.close())
    const out = new PassThrough()
    const reader: Reader = { out, address: '::1', lastEventId: 'boot-0', drop: () => out.destroy() }
    const read = (): string => String(out.read() ?? '')
    return { ...scripted, hub, out, reader, read }
  }

  test('sends at most one change in each gap, and the first one without delay', () => {
    const { hub, reader, read, change } = openHub()
    hub.join(reader)
    expect(read()).toBe('retry: 3000\n\n')
    change({ AAPL: 1 })
    expect(read()).toContain('"price":0.01')
    vi.advanceTimersByTime(100)
    change({ AAPL: 2 })
    vi.advanceTimersByTime(149)
    expect(read()).toBe('')
    vi.advanceTimersByTime(1)
    expect(read()).toContain('"price":0.02')
    vi.advanceTimersByTime(250)
    expect(read()).toBe('')
    change({ AAPL: 3 })
    expect(read()).toContain('"price":0.03')
  })

  test('beats once for all', () => {
    const { hub, reader, read } = openHub()
    hub.join(reader)
    read()
    vi.advanceTimersByTime(14_999)
    expect(read()).toBe('')
    vi.advanceTimersByTime(1)
    expect(read()).toBe(heartbeat)
    expect(vi.getTimerCount()).toBe(1)
  })

  test.each([
    ['that is new', undefined, 'snapshot'],
    ['that comes back', 'boot-0', 'change'],
  ])('greets a reader %s with what was announced last', (_who, lastEventId, event) => {
    const { hub, reader, read, change, drift } = openHub()
    change({ AAPL: 1 })
    drift('AAPL', 2)
    hub.join({ ...reader, lastEventId })
    const greeting = read()
    expect(greeting).toContain(`id: boot-1\nevent: ${event}\n`)
    expect(greeting).toContain(`{"ticker":"AAPL","price":0.01,`)
  })

  test('greets with what it has sent, and sends what waits after it', () => {
    const { hub, reader, read, change } = openHub()
    change({ AAPL: 1 })
    change({ AAPL: 2 })
    hub.join(reader)
    expect(read()).toContain(
      'id: boot-1\nevent: change\ndata: {"quotes":[{"ticker":"AAPL","price":0.01,',
    )
    vi.advanceTimersByTime(250)
    expect(read()).toContain(
      'id: boot-2\nevent: change\ndata: {"quotes":[{"ticker":"AAPL","price":0.02,',
    )
  })

  test('greets with the price of the moment where none was announced', () => {
    const { hub, reader, read, drift } = openHub()
    drift('AAPL', 2)
    hub.join({ ...reader, lastEventId: undefined })
    expect(read()).toContain('{"ticker":"AAPL","price":0.02,')
  })

  test('gives no place to a reader that has left before it came', () => {
    const { hub, out, reader } = openHub()
    out.destroy()
    hub.join(reader)
    expect(hub.readers.size).toBe(0)
  })

  test('keeps nothing running after its end and takes no reader', () => {
    const { hub, change, listeners } = openHub()
    change({ AAPL: 1 })
    change({ AAPL: 2 })
    hub.close()
    expect(vi.getTimerCount()).toBe(0)
    expect(listeners.size).toBe(0)
    expect(hub.refuse('::1')).toEqual({ code: 'unavailable' })
  })
})
