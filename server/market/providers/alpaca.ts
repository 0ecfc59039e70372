// Alpaca's market data: the free feed of one exchange (IEX), with keys of one's own.
import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { createAsk, type Ask } from './ask.ts'
import { createHistory, type Candle, type List } from './history.ts'
import { gather, priceOf, refuse } from './latest.ts'
import type { Asked, Failure, Price, Provider, Split, Surroundings } from './provider.ts'
import { singleFlight } from './single-flight.ts'
import { splitOf } from './splits.ts'
import { day, isoInstant, price, rate } from './wire.ts'

export interface AlpacaOptions extends Surroundings {
  readonly keyId: string
  readonly secretKey: string
}

export function alpaca({ keyId, secretKey, ...surroundings }: AlpacaOptions): Provider {
  const headers = { 'APCA-API-KEY-ID': keyId, 'APCA-API-SECRET-KEY': secretKey }
  const ask = createAsk({ name: 'alpaca', headers, explain }, surroundings)
  const shared = singleFlight<Asked<readonly Price[]>>()
  return {
    name: 'alpaca',
    liveEverySeconds: 15,
    latest: async (tickers) => {
      if (tickers.length === 0) return { ok: true, value: [] }
      return shared(tickers.join(','), () => askLatest(ask, tickers, surroundings))
    },
    history: createHistory(listing(ask, surroundings.now), surroundings.now),
  }
}

const feed = 'iex'
const trade = z.object({ t: isoInstant, p: price })
const tradesAnswer = z.object({ trades: z.nullable(z.record(z.string(), z.unknown())) })

async function askLatest(
  ask: Ask,
  tickers: readonly Ticker[],
  surroundings: Surroundings,
): Promise<Asked<readonly Price[]>> {
  const query = { symbols: tickers.join(','), feed }
  const asked = await ask('/v2/stocks/trades/latest', query, tradesAnswer)
  if (!asked.ok) return asked
  const { trades } = asked.value
  return gather(
    tickers.map((ticker) => {
      const found = trades?.[ticker] ?? null
      if (found === null) return { ok: true, value: null }
      const { data } = trade.safeParse(found)
      if (!data) return refuse(ticker, 'a trade is not as expected', surroundings.log)
      return priceOf({ ticker, cents: data.p, at: data.t }, surroundings)
    }),
  )
}

const candle = z.nullable(z.object({ t: isoInstant, c: z.nullable(price) }))
const nextPage = { next_page_token: z.nullish(z.string()) }
const barsAnswer = z.object({
  bars: z.nullish(z.record(z.string(), z.nullable(z.array(candle)))),
  ...nextPage,
})
const timeframes = { day: '1Day', hour: '1Hour' }

const split = z.object({ symbol: z.string(), new_rate: rate, old_rate: rate, ex_date: day })
const actionsAnswer = z.object({
  corporate_actions: z.nullish(
    z.object({
      forward_splits: z.nullish(z.array(split)),
      reverse_splits: z.nullish(z.array(split)),
    }),
  ),
  ...nextPage,
})
// Actions are found by the day on which Alpaca processed them, which can differ from the split's.
const processingDaysMax = 10

function listing(ask: Ask, now: () => number): List {
  return async (ticker, first, step) => {
    const barsQuery = {
      symbols: ticker,
      timeframe: timeframes[step],
      // Without an end, because it is now by default, and any other may be refused.
      start: new Date(startOfDay(first)).toISOString(),
      adjustment: 'split',
      feed,
      limit: '10000',
    }
    const actionsQuery = {
      symbols: ticker,
      types: 'forward_split,reverse_split',
      start: addDays(first, -processingDaysMax),
      end: addDays(dayOf(now()), processingDaysMax),
      limit: '1000',
    }
    const [bars, actions] = await Promise.all([
      askPages(ask, '/v2/stocks/bars', barsQuery, barsAnswer),
      askPages(ask, '/v1/corporate-actions', actionsQuery, actionsAnswer),
    ])
    if (!bars.ok) return bars
    if (!actions.ok) return actions
    const candles = bars.value.flatMap((page) => candlesOf(page.bars?.[ticker] ?? []))
    const splits = actions.value.flatMap((page) => splitsOf(page.corporate_actions, ticker))
    return { ok: true, value: { candles, splits } }
  }
}

function candlesOf(listed: readonly z.infer<typeof candle>[]): Candle[] {
  return listed.flatMap((one) => (one?.c ? [{ start: one.t, cents: one.c }] : []))
}

function splitsOf(
  actions: z.infer<typeof actionsAnswer>['corporate_actions'],
  ticker: Ticker,
): Split[] {
  return [...(actions?.forward_splits ?? []), ...(actions?.reverse_splits ?? [])]
    .filter(({ symbol }) => symbol === ticker)
    .map((one) => splitOf(ticker, one.ex_date, one.new_rate, one.old_rate))
}

const pagesMax = 20

async function askPages<T extends { next_page_token?: string | null | undefined }>(
  ask: Ask,
  path: string,
  query: Record<string, string>,
  schema: z.ZodMiniType<T>,
): Promise<Asked<T[]>> {
  const pages: T[] = []
  let token: string | null | undefined
  do {
    if (pages.length === pagesMax) {
      return { ok: false, failure: { kind: 'bad_data', reason: `more than ${pagesMax} pages` } }
    }
    const page = await ask(path, token ? { ...query, page_token: token } : query, schema)
    if (!page.ok) return page
    pages.push(page.value)
    token = page.value.next_page_token
  } while (token)
  return { ok: true, value: pages }
}

function explain(status: number, text: string): Failure | null {
  if (status === 403 && text.includes('subscription')) {
    return { kind: 'unavailable', reason: `answered 403: the feed ${feed} needs another plan` }
  }
  if ((status === 400 || status === 422) && text.includes('invalid symbol')) {
    return { kind: 'unknown_ticker', reason: `answered ${status}: invalid symbol` }
  }
  return null
}
