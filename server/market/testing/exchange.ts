// An exchange for tests: prices that the test moves, a provider that serves them over HTTP, and nodes that use it.
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { freshDatabase } from '../../testing/databases.ts'
import { createWorld, type AtEnd, type World } from '../../testing/world.ts'
import { envOf, startReplay, type Replay } from './replay-server.ts'

export interface Exchange {
  readonly replay: Replay
  readonly source: 'alpaca' | 'yahoo'
  /** A running clock that starts on a Thursday at noon in New York; tests can stop and set it. */
  readonly clock: Clock
  /** The initial price: near the previous close, so that it does not look like a split. */
  readonly base: (ticker: Ticker) => number
  /** Sets the price from now on. */
  readonly trade: (ticker: Ticker, dollars: number, at?: number) => void
  /** The number of requests for the latest prices, of one stock or of all. */
  readonly calls: (ticker?: Ticker) => number
  /** The times of these requests, in milliseconds of a monotonic clock. */
  readonly callTimes: (ticker?: Ticker) => readonly number[]
  readonly node: (env?: Record<string, string>) => Promise<World>
}

interface Clock {
  readonly now: () => number
  readonly stop: () => void
  readonly set: (at: number) => void
}

function startClock(from: number): Clock {
  let begun: number | null = performance.now()
  let base = from
  const now = () => base + (begun === null ? 0 : performance.now() - begun)
  return {
    now,
    stop: () => {
      base = Math.ceil(now())
      begun = null
    },
    set: (at) => {
      base = at
      if (begun !== null) begun = performance.now()
    },
  }
}

const latest = { alpaca: '/v2/stocks/trades/latest', yahoo: '/v8/finance/chart/' }

export async function openExchange(source: Exchange['source'], atEnd: AtEnd): Promise<Exchange> {
  const replay = await startReplay({ since: Date.parse('2026-07-20T04:00:00Z') })
  atEnd(() => replay.close())
  const noon = Date.parse('2026-08-06T16:00:00Z')
  const clock = startClock(noon)
  Object.defineProperty(replay, 'now', { get: clock.now, set: clock.set })
  const { tape } = replay
  const yesterday = Date.parse('2026-08-05T20:00:00Z')
  const base = (ticker: Ticker) => toDollars(fromDollars(tape.listed(ticker, yesterday, noon)))
  const traded = new Map<Ticker, { readonly dollars: number; readonly at: number | null }>()
  // Trades happen every second, unless a test changes that.
  tape.traded = (ticker) => {
    const { dollars, at } = traded.get(ticker) ?? { dollars: base(ticker), at: null }
    return { dollars, at: at ?? Math.floor(clock.now() / 1000) * 1000 }
  }
  const isOf = (ticker: Ticker | undefined) => (request: Replay['requests'][number]) =>
    isLatest(request) && (!ticker || source === 'alpaca' || request.path.endsWith(`/${ticker}`))
  const isLatest = ({ path, query }: Replay['requests'][number]) =>
    path.startsWith(latest[source]) && (source === 'alpaca' || query.get('range') === '1d')
  const connection = await freshDatabase()
  return {
    replay,
    source,
    clock,
    base,
    trade: (ticker, dollars, at) => traded.set(ticker, { dollars, at: at ?? null }),
    calls: (ticker) => replay.requests.filter(isOf(ticker)).length,
    callTimes: (ticker) => replay.requests.filter(isOf(ticker)).map(({ at }) => at),
    node: (env = {}) =>
      createWorld({ connection, now: clock.now, atEnd, env: { ...envOf(replay, source), ...env } }),
  }
}
