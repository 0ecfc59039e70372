// A fake Alpaca and Yahoo on loopback, which can fail on request and records all requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { asDay } from '@tengrand/core/day.ts'
import { sessionOf } from '@tengrand/core/session.ts'

import { playAlpaca, refuse, type Played, type Stage } from './replay-alpaca.ts'
import { playYahoo, problem } from './replay-yahoo.ts'
import { openTape, type Tape, type TapeOptions } from './tape.ts'

export type Mode =
  | 'ok'
  | '429'
  | '404'
  | '500'
  | 'nulls'
  | 'html200'
  | 'broken-json'
  | 'huge'
  | 'hang'
  | 'hang-in-body'
  | 'reset'
  /** Waits for `release`, then answers with the data of that time. */
  | 'held'
  /** Waits for `release` as well, but answers with the data of the time of the request. */
  | 'late'
  | { readonly slowMs: number }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

export interface Replay {
  readonly url: string
  readonly tape: Tape
  /** No later data is served. Tests set it and use it as the provider's clock. */
  now: number
  pageSize: number
  /** Whether Alpaca lets these keys read the feed of all exchanges (SIP). */
  sip: boolean
  readonly requests: readonly Request[]
  /** The number of requests whose path starts with this text and that contain this ticker. */
  calls(path?: string, ticker?: string): number
  /** Sets the mode of a path, for this many requests or permanently; the latest call for a path counts. */
  play(path: string, mode: Mode, times?: number): void
  release(): void
  close(): Promise<void>
}

interface Request {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** By a monotonic clock. */
  readonly at: number
}

export const replayKeys = { keyId: 'PKREPLAY', secretKey: 'a-secret-that-nobody-may-see' }

/** The environment of a node that uses this provider. */
export const envOf = ({ url }: Replay, source: 'alpaca' | 'yahoo') => ({
  MARKET: source,
  ALPACA_KEY_ID: replayKeys.keyId,
  ALPACA_SECRET_KEY: replayKeys.secretKey,
  ALPACA_BASE_URL: url,
  YAHOO_BASE_URL: url,
})

/** An hour after the last close, when every price is settled. */
const replayEnd = (sessionOf(asDay('2026-08-07'))?.close ?? 0) + 3_600_000

export async function startReplay(options: TapeOptions = {}): Promise<Replay> {
  const requests: Request[] = []
  const plays: { path: string; mode: Mode; left: number }[] = []
  let gate = Promise.withResolvers<void>()

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://replay')
    requests.push({
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      at: performance.now(),
    })
    const play = plays.findLast(({ path, left }) => left > 0 && url.pathname.startsWith(path))
    if (play) play.left -= 1
    void answer(request, response, url, play?.mode ?? 'ok')
  })

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    mode: Mode,
  ): Promise<void> {
    if (mode === 'reset') return void request.socket.resetAndDestroy()
    if (mode === 'hang') return
    if (mode === 'held') await gate.promise
    if (typeof mode === 'object' && 'slowMs' in mode) await sleep(mode.slowMs)
    if (typeof mode === 'object' && 'status' in mode) {
      return void response.writeHead(mode.status, mode.headers).end(mode.body)
    }
    const { now, pageSize, sip } = replay
    const stage = { tape, now, nulls: mode === 'nulls', pageSize, sip }
    const body = played(request, url, mode, stage)
    if (mode === 'late') await gate.promise
    send(response, mode, url.pathname, body)
  }

  const tape = openTape(options)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const replay: Replay = {
    url: `http://127.0.0.1:${port}`,
    tape,
    now: replayEnd,
    pageSize: 10_000,
    sip: true,
    requests,
    calls: (path = '/', ticker) =>
      requests.filter((one) => one.path.startsWith(path) && (!ticker || names(one, ticker))).length,
    play: (path, mode, times = Infinity) => plays.push({ path, mode, left: times }),
    release: () => {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return replay
}

function names({ path, query }: Request, ticker: string): boolean {
  return path.endsWith(`/${ticker}`) || (query.get('symbols') ?? '').split(',').includes(ticker)
}

function played(request: IncomingMessage, url: URL, mode: Mode, stage: Stage): Played {
  const isYahoo = url.pathname.startsWith('/v8/')
  if (mode === '404') return isYahoo ? problem(404, 'Not Found', 'No data found') : refuse(404, '')
  if (mode === '500') return refuse(500, 'internal server error')
  if (mode === '429') return { status: 429, body: 'Edge: Too Many Requests' }
  if (isYahoo) {
    const isBrowser = request.headers['user-agent']?.startsWith('Mozilla/5.0') ?? false
    return isBrowser ? playYahoo(url, stage) : { status: 429, body: 'Edge: Too Many Requests' }
  }
  const isKnown =
    request.headers['apca-api-key-id'] === replayKeys.keyId &&
    request.headers['apca-api-secret-key'] === replayKeys.secretKey
  return isKnown ? playAlpaca(url, stage) : refuse(401, 'unauthorized.')
}

function send(response: ServerResponse, mode: Mode, path: string, { status, body }: Played): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (mode === 'html200') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><p>${path}</p>`)
  } else if (mode === 'broken-json') {
    response.writeHead(200).end(text.slice(0, text.length / 2))
  } else if (mode === 'huge') {
    response.writeHead(200).end(`{"pad":"${' '.repeat(10_000_000)}"}`)
  } else if (mode === 'hang-in-body') {
    response.writeHead(200).write(text.slice(0, text.length / 2))
  } else {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
}
